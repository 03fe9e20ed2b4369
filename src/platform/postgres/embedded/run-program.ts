import { spawn } from 'node:child_process';
import { EmbeddedPostgresError, useYourOwnDatabase } from './embedded-postgres-error.ts';
import type { Launch } from './launch.ts';
import { errorText } from './system-error.ts';

/** Runs a program to its end and gives what it wrote; throws with it when the program failed. The signal ends it before. */
export async function runProgram(
  program: string,
  args: readonly string[],
  launch: Pick<Launch, 'options'>,
  input: { readonly fd?: number; readonly text?: string; readonly signal?: AbortSignal } = {},
): Promise<string> {
  const child = spawn(program, args, {
    ...launch.options,
    stdio: [input.fd ?? 'pipe', 'pipe', 'pipe'],
    windowsHide: true,
  });
  // Not the option of spawn, which reports the end before it comes.
  input.signal?.addEventListener('abort', () => child.kill(), { once: true });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  // A program that fails at once closes its input before it is written; its own message is the one to report.
  child.stdin?.on('error', () => {});
  child.stdin?.end(input.text ?? '');
  const code = await new Promise<number | string | null>((resolve, reject) => {
    child.once('error', (error) => reject(cannotRun(program, error)));
    child.once('close', (exitCode, signal) => resolve(exitCode ?? signal));
  });
  if (code === 0) return output;
  throw new EmbeddedPostgresError(`${program} failed (${code}):\n${output.trim()}`);
}

export function cannotRun(program: string, error: unknown): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `${program} cannot be run here (${errorText(error)}). The programs need a system with glibc (not Alpine), ` +
      `and, as root, the right to change to another account. Use such a system, ${useYourOwnDatabase}.`,
  );
}
