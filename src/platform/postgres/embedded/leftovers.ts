import { readdir, readFile, readlink, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Cluster } from './describe-cluster.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { runProgram } from './run-program.ts';
import type { Log } from './server-log.ts';
import { errorCode, unlessCode } from './system-error.ts';

/**
 * Ends what a killed service left running on this cluster. To be called under the instance lock, so whatever runs has
 * no service any more.
 *
 * A leftover server is stopped and not adopted: an adopted one is nobody's child, its log and its end would go
 * unnoticed, and it may be of an older version. The clean stop costs about 0.1 s.
 */
export async function endLeftovers(cluster: Cluster, log: Log): Promise<void> {
  const pidFile = path.join(cluster.folder, 'postmaster.pid');
  const written = await unlessCode(readFile(pidFile, 'utf8'), 'ENOENT');
  if (written === undefined) return;
  if (process.platform === 'win32') {
    await stopWithControlProgram(cluster);
    return;
  }
  // Negative in the single-user mode, and nothing at all after a power failure.
  const postmaster = Math.abs(Number.parseInt(written, 10)) || 0;
  const find = () => serverProcesses(cluster.folder, postmaster);
  const found = await find();
  if (found.length > 0) {
    const pids = found.includes(postmaster) ? [postmaster] : found;
    log('warn', `Stopping the database server that an earlier Openslot left behind (pid ${pids.join(', ')}).`);
    await end(find, postmaster);
  }
  await removeSockets(cluster.folder);
  // The number of another program by now, or none: PostgreSQL would refuse to start over either. With a dead one it
  // deals itself, and it then sees to it that no session of the dead server is left.
  if (postmaster === 0 || isAlive(postmaster)) await rm(pidFile, { force: true });
}

async function end(find: () => Promise<number[]>, postmaster: number): Promise<void> {
  let running = await find();
  // With the postmaster gone, only sessions are left that have not noticed yet; SIGQUIT is how it would have ended
  // them.
  const steps: { signal: NodeJS.Signals; seconds: number }[] = running.includes(postmaster)
    ? [{ signal: 'SIGINT', seconds: 30 }]
    : [];
  steps.push({ signal: 'SIGQUIT', seconds: 5 }, { signal: 'SIGKILL', seconds: 5 });
  for (const { signal, seconds } of steps) {
    for (const pid of running.includes(postmaster) && signal !== 'SIGKILL' ? [postmaster] : running) send(pid, signal);
    for (let waited = 0; waited < seconds * 1000; waited += 20) {
      running = await find();
      if (running.length === 0) return;
      await delay(20);
    }
  }
  throw new EmbeddedPostgresError(
    `A database server of an earlier Openslot (pid ${running.join(', ')}) does not stop. Stop it, then start again.`,
  );
}

/**
 * The processes that really are PostgreSQL's on this cluster: every one of them has the cluster as its working
 * folder. Numbers alone prove nothing, they are used again. Elsewhere than on Linux, the command line of the one pid
 * that is known has to do.
 */
async function serverProcesses(cluster: string, postmaster: number): Promise<number[]> {
  if (process.platform !== 'linux') return (await commandOf(postmaster)).includes(cluster) ? [postmaster] : [];
  const home = await stat(cluster);
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const matches = await Promise.all(
    pids.map(async (pid) => {
      try {
        const cwd = await stat(`/proc/${pid}/cwd`);
        if (cwd.ino !== home.ino || cwd.dev !== home.dev) return [];
        const program = path.basename(await readlink(`/proc/${pid}/exe`));
        return program.replace(/ \(deleted\)$/, '') === 'postgres' ? [Number(pid)] : [];
      } catch {
        // It ended meanwhile, or is another account's and so none of ours.
        return [];
      }
    }),
  );
  return matches.flat();
}

async function commandOf(pid: number): Promise<string> {
  try {
    return await runProgram('ps', ['-o', 'command=', '-p', String(pid)], { options: { cwd: '/' } });
  } catch {
    return '';
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error;
  }
}

async function removeSockets(cluster: string): Promise<void> {
  const names = (await readdir(cluster)).filter((name) => name.startsWith('.s.PGSQL.'));
  await Promise.all(names.map((name) => rm(path.join(cluster, name), { force: true })));
}

// It signals by a pipe that only a server has, so that a number used again does no harm.
async function stopWithControlProgram(cluster: Cluster): Promise<void> {
  const args = ['stop', '--pgdata', cluster.folder, '--mode', 'fast', '--wait', '--timeout', '30'];
  await runProgram(cluster.binaries.pgCtl, args, { options: { cwd: cluster.folder } }).catch(() => {});
}
