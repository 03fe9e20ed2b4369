import { randomBytes } from 'node:crypto';
import { chmod, link, lstat, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { OperatorError } from '../../domain/operator-error.ts';
import type { Log } from '../../platform/log.ts';

const SHORTEST = 32;
const REMEDY =
  'Restore it from a backup, or delete it: then all tokens end and the secrets of connectors must be sent again.';

/** The secret beside the data, readable by its owner only; made at the first start. */
export async function keptSecret(dataDir: string, log: Log): Promise<string> {
  const file = path.join(dataDir, 'jwt-secret');
  try {
    if (!(await isThere(file))) await make(file);
    return await read(file, log);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new OperatorError(
      `${file} cannot be used (${message}). Check the permissions of the file and of its folder.`,
    );
  }
}

const isThere = (file: string): Promise<boolean> =>
  lstat(file).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );

async function make(file: string): Promise<void> {
  const draft = `${file}.${randomBytes(4).toString('hex')}`;
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(draft, randomBytes(48).toString('base64url'), { mode: 0o600, flush: true });
  try {
    // A link appears whole or not at all, and never replaces one that another process made.
    await link(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft);
  }
}

async function read(file: string, log: Log): Promise<string> {
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' && error.code !== 'ELOOP') throw error;
    throw new OperatorError(`${file} is a link to a file that does not exist. ${REMEDY}`);
  });
  if (!found.isFile()) throw new OperatorError(`${file} is not a file. ${REMEDY}`);
  if ((found.mode & 0o077) !== 0) {
    await chmod(file, 0o600);
    log.warn(
      { file, mode: (found.mode & 0o777).toString(8) },
      'jwt-secret was readable by other users: mode set to 600',
    );
  }
  const secret = (await readFile(file, 'utf8')).trim();
  if (secret.length < SHORTEST)
    throw new OperatorError(`${file} does not contain a secret of at least ${SHORTEST} characters. ${REMEDY}`);
  return secret;
}
