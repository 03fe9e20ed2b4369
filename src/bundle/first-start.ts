import { readdirSync } from 'node:fs';
import path from 'node:path';

/** Commands that serve; none is `serve` too. */
const SERVING = ['', 'serve', 'demo serve'];

/**
 * The data folder in which a start will create the private database, or undefined for everything else. Where anything of a database is in the folder
 * (what a restore, an upgrade or a start that was cut off has left), the start has to look at it first. Windows, where programs are ended in other
 * ways, keeps to one thing after the other.
 */
export function firstDataFolder(
  command: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  if (process.platform === 'win32' || environment['DATABASE_URL']) return undefined;
  // With an option it may be a question for help.
  if (!SERVING.includes(command.join(' '))) return undefined;
  // As src/config.ts reads it.
  const dataDir = path.resolve(environment['DATA_DIR'] || './data');
  return hasNoDatabase(dataDir) ? dataDir : undefined;
}

function hasNoDatabase(dataDir: string): boolean {
  try {
    return !readdirSync(dataDir).some((name) => name.startsWith('postgres'));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT';
  }
}
