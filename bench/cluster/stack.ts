import { chmod } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { adjusted, pageBlocks } from '../../test/support/page-blocks.ts';
import { API_KEY, root, temporaryFolder } from '../support.ts';
import { fileOf, folderOf, freePorts, type Ids, Member, postgresUser, postmasterOf, spawnLogged } from './members.ts';

const PAGE = 'docs/guides/operate/scale-out.md';
const blockOf = (heading: string, language: string): string => pageBlocks(PAGE, heading, language)[0] ?? '';

export interface DatabaseNode {
  readonly name: string;
  readonly patroni: Member;
  readonly api: string;
  readonly dataDir: string;
}

export interface Cluster {
  readonly etcd: readonly { readonly member: Member; readonly url: string }[];
  readonly nodes: readonly DatabaseNode[];
  readonly apis: readonly Member[];
  readonly workers: readonly Member[];
  /** Of the service, through HAProxy. */
  readonly address: string;
  readonly databaseUrl: string;
  readonly folder: string;
}

const local = (port: number | undefined): string => `127.0.0.1:${port}`;

/** All of it on loopback, with the configuration of the page. */
export async function startCluster(say: (text: string) => void): Promise<Cluster> {
  const owner = postgresUser();
  const folder = await temporaryFolder();
  // Processes of other users have folders in it.
  await chmod(folder, 0o755);
  const ports = await freePorts(3 * 2 + 3 * 2 + 3 + 2);
  const take = (): number => ports.pop() as number;
  say('etcd');
  const etcd = await startEtcd(folder, take);
  say('Patroni');
  const places = [1, 2, 3].map((n) => ({ name: `node${n}`, database: take(), api: take() }));
  const nodes: DatabaseNode[] = [];
  for (const place of places) {
    nodes.push(
      await startPatroni(
        folder,
        owner,
        place,
        etcd.map(({ url }) => url.replace('http://', '')),
      ),
    );
    if (nodes.length === 1) await until(async () => (await leaderOf(nodes)) !== undefined, 'a leader');
  }
  const [databasePort, readPort, servicePort, ...apiPorts] = [take(), take(), take(), take(), take()];
  say('HAProxy');
  await startHaproxy(folder, { places, databasePort, readPort, servicePort, apiPorts });
  const superuser = `postgres://postgres:superuser-password@${local(databasePort)}/postgres`;
  await until(async () => (await syncStandbys(superuser)) === 2, 'two replicas, one of them synchronous', 120);
  await query(superuser, blockOf('### Patroni', 'sql').split('\n').filter(Boolean));
  say('Openslot');
  const databaseUrl = `postgres://openslot:password@${local(databasePort)}/openslot`;
  const readUrl = `postgres://openslot:password@${local(readPort)}/openslot`;
  const settings = serviceSettings(databaseUrl, readUrl);
  const apis: Member[] = [];
  for (const [at, port] of apiPorts.entries()) {
    apis.push(await startOpenslot(folder, `api${at + 1}`, { ...settings, ROLES: 'api', PORT: String(port) }));
    await until(() => isReady(`http://${local(port)}`), `api${at + 1}`);
  }
  const workers: Member[] = [];
  for (const n of [1, 2]) workers.push(await startOpenslot(folder, `worker${n}`, { ...settings, ROLES: 'worker' }));
  const address = `http://${local(servicePort)}`;
  await until(() => isReady(address), 'HAProxy');
  return { etcd, nodes, apis, workers, address, databaseUrl, folder };
}

async function startEtcd(folder: string, take: () => number): Promise<Cluster['etcd']> {
  const places = [1, 2, 3].map((n) => ({ name: `etcd${n}`, client: take(), peer: take() }));
  const all = places.map(({ name, peer }) => `${name}=http://${local(peer)}`).join(',');
  return Promise.all(
    places.map(async ({ name, client, peer }) => {
      const own = await folderOf(folder, name);
      const args = Object.entries({
        name,
        'data-dir': path.join(own, 'data'),
        'listen-peer-urls': `http://${local(peer)}`,
        'initial-advertise-peer-urls': `http://${local(peer)}`,
        'listen-client-urls': `http://${local(client)}`,
        'advertise-client-urls': `http://${local(client)}`,
        'initial-cluster': all,
      }).map(([option, value]) => `--${option}=${value}`);
      return {
        member: Member.start(name, () => spawnLogged(own, ['etcd', ...args])),
        url: `http://${local(client)}`,
      };
    }),
  );
}

async function startPatroni(
  folder: string,
  owner: Ids,
  { name, database, api }: { name: string; database: number; api: number },
  etcdHosts: readonly string[],
): Promise<DatabaseNode> {
  const own = await folderOf(folder, name, owner);
  const dataDir = path.join(own, 'data');
  const config = adjusted(blockOf('### Patroni', 'yaml'), {
    'name: node1': `name: ${name}`,
    '10.0.0.11:2379,10.0.0.12:2379,10.0.0.13:2379': etcdHosts.join(','),
    '10.0.0.11:8008': local(api),
    '10.0.0.11:5432': local(database),
    '/var/lib/postgresql/15/openslot': dataDir,
    '10.0.0.0/24': '127.0.0.0/8',
    'max_connections: 200': `max_connections: 200\n        unix_socket_directories: ''`,
  });
  const file = await fileOf(own, 'config.yml', config, owner);
  const patroni = Member.start(name, () => spawnLogged(own, ['patroni', file], { owner }));
  return { name, patroni, api: `http://${local(api)}`, dataDir };
}

async function startHaproxy(
  folder: string,
  of: {
    places: readonly { database: number; api: number }[];
    databasePort: number;
    readPort: number;
    servicePort: number;
    apiPorts: readonly number[];
  },
): Promise<Member> {
  const own = await folderOf(folder, 'haproxy');
  const blocks = `${blockOf('### HAProxy', 'haproxy')}\n${blockOf('## Read replicas', 'haproxy')}`;
  const config = adjusted(blocks, {
    '10.0.0.10:5001': local(of.readPort),
    '10.0.0.10:5000': local(of.databasePort),
    '10.0.0.10:8080': local(of.servicePort),
    ...Object.fromEntries(
      of.places.map(({ database, api }, at) => [
        `10.0.0.1${at + 1}:5432 check port 8008`,
        `${local(database)} check port ${api}`,
      ]),
    ),
    ...Object.fromEntries(of.apiPorts.map((port, at) => [`10.0.0.2${at + 1}:8080`, local(port)])),
  });
  const file = await fileOf(own, 'haproxy.cfg', config);
  return Member.start('haproxy', () => spawnLogged(own, ['haproxy', '-db', '-f', file]));
}

const serviceSettings = (databaseUrl: string, readUrl: string): Record<string, string> => {
  const written = [...blockOf('### Openslot', 'sh').matchAll(/^(\w+)=(\S+)$/gm)];
  return {
    ...Object.fromEntries(written.map(([, name = '', value = '']) => [name, value])),
    DATABASE_URL: databaseUrl,
    DATABASE_READ_URL: readUrl,
    HOST: '127.0.0.1',
    BOOTSTRAP_API_KEY: API_KEY,
    BOOTSTRAP_ADMIN_PASSWORD: 'bench-password-1',
    RATE_LIMIT: '0',
    OUTBOUND_ALLOW_PRIVATE: 'true',
  };
};

async function startOpenslot(folder: string, name: string, env: Readonly<Record<string, string>>): Promise<Member> {
  const own = await folderOf(folder, name);
  const cli = path.join(root, 'dist', 'cli.js');
  return Member.start(name, () =>
    spawnLogged(own, [process.execPath, cli, 'serve'], { env: { ...env, DATA_DIR: path.join(own, 'data') } }),
  );
}

export async function leaderOf(nodes: readonly DatabaseNode[]): Promise<DatabaseNode | undefined> {
  for (const node of nodes) if ((await statusOf(`${node.api}/primary`)) === 200) return node;
  return undefined;
}

/** The replica that has every acknowledged write. */
export async function syncStandbyOf(nodes: readonly DatabaseNode[]): Promise<DatabaseNode | undefined> {
  for (const node of nodes) if ((await statusOf(`${node.api}/synchronous`)) === 200) return node;
  return undefined;
}

/** Leader, a synchronous replica, and all members running. */
export async function isWhole({ nodes }: Cluster): Promise<boolean> {
  const statuses = await Promise.all(
    nodes.map(async ({ api }) => [await statusOf(`${api}/primary`), await statusOf(`${api}/replica`)]),
  );
  const replicas = statuses.filter(([, replica]) => replica === 200).length;
  const leaders = statuses.filter(([primary]) => primary === 200).length;
  return leaders === 1 && replicas === nodes.length - 1 && (await syncStandbyOf(nodes)) !== undefined;
}

export async function etcdLeader({ etcd }: Cluster): Promise<Cluster['etcd'][number] | undefined> {
  for (const each of etcd) {
    const text = await fetch(`${each.url}/metrics`)
      .then((answer) => answer.text())
      .catch(() => '');
    if (/^etcd_server_is_leader 1$/m.test(text)) return each;
  }
  return undefined;
}

export async function killPostgres(node: DatabaseNode): Promise<void> {
  const pid = await postmasterOf(node.dataDir);
  if (pid > 1) process.kill(pid, 'SIGKILL');
}

const statusOf = (url: string): Promise<number> =>
  fetch(url, { method: 'GET', signal: AbortSignal.timeout(2000) }).then(
    async (answer) => {
      await answer.arrayBuffer();
      return answer.status;
    },
    () => 0,
  );

const isReady = async (address: string): Promise<boolean> => (await statusOf(`${address}/health/ready`)) === 200;

async function syncStandbys(url: string): Promise<number> {
  const rows = await query(url, [
    `select count(*) filter (where sync_state = 'sync') > 0 as sync, count(*)::int as count from pg_stat_replication
     where state = 'streaming'`,
  ]).catch(() => []);
  const row = rows[0] as { sync: boolean; count: number } | undefined;
  return row?.sync ? row.count : 0;
}

async function query(url: string, statements: readonly string[]): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3000 });
  client.on('error', () => {});
  await client.connect();
  try {
    let rows: unknown[] = [];
    for (const statement of statements) ({ rows } = await client.query(statement));
    return rows;
  } finally {
    await client.end();
  }
}

export async function until(condition: () => Promise<boolean>, what: string, seconds = 60): Promise<void> {
  const deadline = Date.now() + seconds * 1000;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`waited ${seconds} s for ${what}`);
    await sleep(200);
  }
}
