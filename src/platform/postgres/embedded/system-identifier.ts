import { open } from 'node:fs/promises';
import path from 'node:path';
import { unlessCode } from './system-error.ts';

export const controlFileOf = (cluster: string): string => path.join(cluster, 'global', 'pg_control');

/** Every PostgreSQL cluster has a number of its own: the first bytes of pg_control. */
export async function systemIdentifierOf(cluster: string): Promise<string | undefined> {
  const handle = await unlessCode(open(controlFileOf(cluster), 'r'), 'ENOENT');
  if (!handle) return undefined;
  try {
    const bytes = Buffer.alloc(8);
    await handle.read(bytes, 0, 8, 0);
    return bytes.readBigUInt64LE().toString();
  } finally {
    await handle.close();
  }
}
