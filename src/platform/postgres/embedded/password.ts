import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { lchown, open, rename, rm } from 'node:fs/promises';
import type { Account } from './account.ts';
import { unlessCode } from './system-error.ts';

export function newPassword(): string {
  return randomBytes(24).toString('base64url');
}

export async function readPassword(file: string): Promise<string | undefined> {
  const handle = await unlessCode(open(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)), 'ENOENT');
  if (!handle) return undefined;
  try {
    if (process.platform !== 'win32' && ((await handle.stat()).mode & 0o077) !== 0) await handle.chmod(0o600);
    return (await handle.readFile('utf8')).trim() || undefined;
  } finally {
    await handle.close();
  }
}

/** Durable, and never readable by others, not for a moment. It belongs to the account, for initdb reads it. */
export async function storePassword(file: string, password: string, account: Account | undefined): Promise<void> {
  const draft = `${file}.new`;
  await rm(draft, { force: true });
  const handle = await open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(`${password}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  if (account) await lchown(draft, account.uid, account.gid);
  await rename(draft, file);
}
