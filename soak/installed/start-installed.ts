import { type SpawnOptions, spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { atEnd } from '../../bench/support.ts';

interface Installed {
  readonly address: string;
  /** The API key that its first start printed; empty at later ones. */
  readonly key: string;
  stop(): Promise<void>;
}

/** Starts an installed service by the command that an operator types, and waits until it answers. */
export async function startInstalled(command: readonly string[], options: SpawnOptions): Promise<Installed> {
  const [program = '', ...args] = command;
  // In a group of its own: npx starts the service as a grandchild, and a terminal would signal all of them.
  const child = spawn(program, args, { ...options, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const ended = new Promise<number | string | null>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(code ?? signal));
  });
  const stop = async (): Promise<void> => {
    if (child.pid !== undefined && groupExists(child.pid)) process.kill(-child.pid, 'SIGTERM');
    const result = await ended;
    // npm ends by the signal at once, before the service has.
    while (child.pid !== undefined && groupExists(child.pid)) await delay(50);
    if (result !== 0 && !(program === 'npx' && result === 'SIGTERM'))
      throw new Error(`${command.join(' ')} ended with ${result}:\n${output.slice(-3000)}`);
  };
  atEnd(async () => {
    if (child.exitCode === null && child.signalCode === null) await stop();
  });
  const ready = new Promise<RegExpExecArray>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        const found = /Openslot is ready: (\S+)[^\n]*\n(?:[\s\S]*API key +(\S+))?/.exec(output);
        if (found) resolve(found);
      });
  });
  const found = await Promise.race([ready, ended]);
  if (!Array.isArray(found))
    throw new Error(`${command.join(' ')} ended before it was ready (${found}):\n${output.slice(-3000)}`);
  return { address: found[1] ?? '', key: found[2] ?? '', stop };
}

function groupExists(pid: number): boolean {
  try {
    process.kill(-pid, 0);
    return true;
  } catch {
    return false;
  }
}
