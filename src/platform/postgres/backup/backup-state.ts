import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { unlessCode } from '../embedded/system-error.ts';
import { writeDurably } from './durable.ts';

/** Kept in the data folder: what is known of the backups while their folder is away. */
export interface BackupState {
  /** The folder that was used last. */
  readonly folder?: string;
  readonly systemIdentifier?: string;
  /** When the last backup began and was complete. */
  readonly lastStart?: string;
  readonly lastSuccess?: string;
}

const fileOf = (dataDir: string): string => path.join(dataDir, 'backup-state.json');

export async function readState(dataDir: string): Promise<BackupState> {
  const text = await unlessCode(readFile(fileOf(dataDir), 'utf8'), 'ENOENT');
  return text === undefined ? {} : (JSON.parse(text) as BackupState);
}

export async function changeState(dataDir: string, change: BackupState): Promise<void> {
  const before = await readState(dataDir);
  const after = { ...before, ...change };
  if (JSON.stringify(before) !== JSON.stringify(after))
    await writeDurably(fileOf(dataDir), `${JSON.stringify(after)}\n`);
}

export const forgetState = (dataDir: string): Promise<void> => rm(fileOf(dataDir), { force: true });
