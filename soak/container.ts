import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, copyFile, cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { atEnd, cleanUp, cleanUpOnSignals, root, temporaryFolder } from '../bench/support.ts';
import { startInstalled } from './installed/start-installed.ts';
import { tryService } from './installed/try-service.ts';

/**
 * Builds the image of deploy/Containerfile with buildah, starts it with podman as docs/guides/operate/containers.md says (not root, read-only,
 * no capabilities), loads the demo, reads the board and stops. Needs root and Debian's buildah, podman, runc and debootstrap.
 *
 * Without access to a registry of images, a base with the same parts is made: Debian from debootstrap, Node.js and npm from the npm registry.
 */
const run = promisify(execFile);
const NODE_IMAGE = 'docker.io/library/node:22-bookworm-slim';
const OWN_BASE = 'localhost/openslot-base:22-bookworm';
const IMAGE = 'localhost/openslot:soak';
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';
const USER = 10_001;

const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`;

async function ownBase(folder: string): Promise<string> {
  const before = performance.now();
  const base = path.join(folder, 'base');
  await run('debootstrap', [
    '--variant=minbase',
    '--include=ca-certificates',
    'bookworm',
    base,
    'http://deb.debian.org/debian',
  ]);
  const packages = path.join(folder, 'packages');
  await mkdir(packages);
  await writeFile(path.join(packages, 'package.json'), '{}');
  const node = `node-linux-${process.arch}`;
  await run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', `${node}@22`, 'npm@10'], {
    cwd: packages,
  });
  await mkdir(path.join(base, 'usr/local/lib/node_modules'), { recursive: true });
  await copyFile(path.join(packages, 'node_modules', node, 'bin/node'), path.join(base, 'usr/local/bin/node'));
  await cp(path.join(packages, 'node_modules/npm'), path.join(base, 'usr/local/lib/node_modules/npm'), {
    recursive: true,
  });
  await symlink('../lib/node_modules/npm/bin/npm-cli.js', path.join(base, 'usr/local/bin/npm'));
  // A network with certificates of its own: npm inside the image must trust them too.
  const ownCertificates = process.env['NODE_EXTRA_CA_CERTS'] !== undefined && existsSync(CERTIFICATES);
  if (ownCertificates) await copyFile(CERTIFICATES, path.join(base, CERTIFICATES));
  const container = (await run('buildah', ['from', 'scratch'])).stdout.trim();
  await run('buildah', ['add', '--quiet', container, base, '/']);
  if (ownCertificates) await run('buildah', ['config', '--env', `NODE_EXTRA_CA_CERTS=${CERTIFICATES}`, container]);
  await run('buildah', ['commit', '--rm', '--quiet', container, OWN_BASE]);
  console.log(`base: no image registry here; made from debootstrap and npm in ${seconds(before)}`);
  return OWN_BASE;
}

async function baseImage(folder: string): Promise<string> {
  if (process.env['BASE_IMAGE']) return process.env['BASE_IMAGE'];
  const pulled = await run('buildah', ['pull', '--quiet', NODE_IMAGE], { timeout: 300_000 }).catch(() => undefined);
  return pulled ? NODE_IMAGE : ownBase(folder);
}

async function main(): Promise<void> {
  const folder = await temporaryFolder();
  const context = path.join(folder, 'context');
  await mkdir(context);
  await run('npm', ['pack', '--loglevel=error', '--pack-destination', context], { cwd: root });
  await copyFile(path.join(root, 'deploy/Containerfile'), path.join(context, 'Containerfile'));
  const base = await baseImage(folder);

  let before = performance.now();
  // Chroot: no control groups and no network of its own are needed to build.
  const options = ['--isolation=chroot', '--network=host', '--no-cache', '--build-arg', `NODE_IMAGE=${base}`];
  await run('buildah', ['bud', '--quiet', ...options, '--tag', IMAGE, context], { maxBuffer: 2 ** 26 });
  const size = async (image: string): Promise<number> =>
    Number((await run('podman', ['image', 'inspect', '--format', '{{.Size}}', image])).stdout) / 1e6;
  const [all, ofBase] = [await size(IMAGE), await size(base)];
  console.log(
    `image: built in ${seconds(before)}, ${(all - ofBase).toFixed(0)} MB above its base of ${ofBase.toFixed(0)} MB`,
  );

  const data = path.join(folder, 'data');
  await mkdir(data);
  await chown(data, USER, USER);
  const limited = ['--read-only', '--tmpfs=/tmp', '--cap-drop=ALL', '--security-opt=no-new-privileges'];
  // Limits that need no rights, and the network of the machine: these two are for machines that are containers themselves.
  const here = ['--network=host', '--ulimit=nofile=1024:1024', '--ulimit=nproc=1024:1024'];
  const podman = ['podman', '--runtime=runc', '--cgroup-manager=cgroupfs'];
  const settings = ['--env=PORT=0', '--env=HOST=127.0.0.1', `--volume=${data}:/data`];
  const name = `openslot-soak-${process.pid}`;
  atEnd(async () => void (await run('podman', ['rm', '--force', '--ignore', name])));
  before = performance.now();
  const service = await startInstalled(
    [...podman, 'run', '--rm', `--name=${name}`, ...limited, ...here, ...settings, IMAGE],
    {},
  );
  console.log(
    `container: ready after ${seconds(before)}, as user ${USER}, with a read-only root file system and no capabilities`,
  );
  const { resources, appointments } = await tryService(service.address, service.key);
  console.log(`the board shows ${appointments} appointments of ${resources} resources`);
  before = performance.now();
  await service.stop();
  console.log(
    `stopped in ${seconds(before)}; ${existsSync(path.join(data, 'postgres/postmaster.pid')) ? 'the database still runs' : 'the database was stopped'}`,
  );
}

cleanUpOnSignals();
await main().finally(cleanUp);
