import { chmod, mkdir, writeFile } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { adjusted, pageBlocks } from '../support/page-blocks.ts';
import { asRoot, type Place, type Process, until } from './process.ts';
import { freePort } from './proxy-server.ts';

export const SCALE_OUT = 'docs/guides/operate/scale-out.md';

/** PgBouncer does not run as root. */
const NOBODY = 65_534;

export interface PgBouncer extends Process {
  /** The address of an entry of its configuration. */
  urlOf(entry: string): string;
}

/** A real PgBouncer with the configuration of the page, in front of a database that listens on TCP. */
export async function startPgBouncer(
  place: Place,
  target: string,
  heading: string,
  change: (config: string) => string = (config) => config,
): Promise<PgBouncer> {
  const { hostname, port, username, password, pathname } = new URL(target);
  const listens = await freePort();
  const folder = path.join(place.home, `pgbouncer-${listens}`);
  await mkdir(folder);
  await Promise.all([place.home, folder].map((each) => chmod(each, 0o755)));
  const [users, file] = [path.join(folder, 'userlist.txt'), path.join(folder, 'pgbouncer.ini')];
  const [block = ''] = pageBlocks(SCALE_OUT, heading, 'ini');
  const config = adjusted(block, {
    'listen_port = 6432': `listen_port = ${listens}\nunix_socket_dir =`,
    '/etc/pgbouncer/userlist.txt': users,
    'host=127.0.0.1 port=5432': `host=${hostname} port=${port} dbname=${pathname.slice(1)}`,
  }).replace(/ dbname=openslot /, ' ');
  await writeFile(file, change(config));
  await writeFile(users, `"${decodeURIComponent(username)}" "${decodeURIComponent(password)}"\n`);
  const started = place.spawn(
    ['/usr/sbin/pgbouncer', file],
    {},
    asRoot ? { uid: NOBODY, gid: NOBODY, cwd: '/' } : { cwd: '/' },
  );
  await until(() => isOpen(listens), 'PgBouncer');
  return {
    ...started,
    urlOf: (entry) => {
      const url = new URL(target);
      url.port = String(listens);
      url.pathname = `/${entry}`;
      return url.toString();
    },
  };
}

const isOpen = (port: number): Promise<boolean> =>
  new Promise((settle) => {
    const socket = net.connect(port, '127.0.0.1', () => {
      socket.destroy();
      settle(true);
    });
    socket.once('error', () => settle(false));
  });
