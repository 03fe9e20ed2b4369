import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Cluster } from './describe-cluster.ts';
import { launchIn } from './launch.ts';
import { cannotRun, runProgram } from './run-program.ts';
import { followServerLog, type Log } from './server-log.ts';
import { settingArguments } from './settings.ts';

export interface Exit {
  readonly code: number | null;
  readonly signal: string | null;
}

export interface Server {
  readonly exited: Promise<Exit>;
  complaints(): Promise<string>;
  stop(): Promise<void>;
}

const shutdownPatienceMs = 30_000;
const crashPatienceMs = 10_000;

export async function launchServer(
  cluster: Cluster,
  settings: Readonly<Record<string, string>>,
  log: Log,
): Promise<Server> {
  const launch = launchIn(cluster.folder, cluster.account);
  const args = ['-D', launch.dataFolder, ...settingArguments(settings)];
  const child = spawn(cluster.binaries.postgres, args, {
    ...launch.options,
    // In a session of its own: Ctrl-C in the terminal is for the service, which needs the database until it has
    // drained.
    detached: true,
    windowsHide: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = new Promise<Exit>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  const complaints = followServerLog(child.stderr, log).complaints;
  try {
    await once(child, 'spawn');
  } catch (error) {
    throw cannotRun(cluster.binaries.postgres, error);
  }
  endWithUs(child, exited);
  return { exited, complaints, stop: () => shutDown(child, cluster, exited) };
}

/**
 * A service that ends without stopping the server (process.exit, an uncaught exception) at least signals it; only
 * SIGKILL leaves it behind.
 */
function endWithUs(child: ChildProcess, exited: Promise<Exit>): void {
  const tell = () => child.kill('SIGINT');
  process.once('exit', tell);
  exited.then(() => process.off('exit', tell));
}

/**
 * SIGINT is PostgreSQL's fast shutdown: sessions are ended, and everything is written. SIGQUIT leaves that to the
 * recovery of the next start.
 */
async function shutDown(child: ChildProcess, cluster: Cluster, exited: Promise<Exit>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  if (process.platform === 'win32') {
    // Windows has no signals: Node would end the process on the spot.
    const args = ['stop', '--pgdata', cluster.folder, '--mode', 'fast', '--no-wait'];
    await runProgram(cluster.binaries.pgCtl, args, { options: { cwd: cluster.folder } }).catch(() => child.kill());
  } else {
    child.kill('SIGINT');
  }
  const impatience = [
    setTimeout(() => child.kill('SIGQUIT'), shutdownPatienceMs),
    setTimeout(() => child.kill('SIGKILL'), shutdownPatienceMs + crashPatienceMs),
  ];
  await exited;
  impatience.forEach(clearTimeout);
}
