import { readFile, stat } from 'node:fs/promises';
import os from 'node:os';
import { EmbeddedPostgresError, useYourOwnDatabase } from './embedded-postgres-error.ts';
import { errorText, unlessCode } from './system-error.ts';

export interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

const usualAccounts = ['openslot', 'postgres', 'nobody', 'daemon'];

/**
 * The account that the database must run under, or undefined when it is simply our own.
 *
 * PostgreSQL refuses to run as root. We create no account; the current owner of the data keeps it, because then root
 * and that owner can take turns at starting the service. `candidates` are folders whose owner is asked, in this
 * order; missing ones are passed over.
 */
export async function databaseAccount(candidates: readonly string[]): Promise<Account | undefined> {
  const uid = process.geteuid?.();
  if (uid === undefined) return undefined;
  if (uid !== 0) {
    requireNamedUser(uid);
    return undefined;
  }
  if (process.platform !== 'linux') {
    throw new EmbeddedPostgresError(
      `The private database cannot run as root on ${process.platform}. ` +
        `Start Openslot as an ordinary user, ${useYourOwnDatabase}.`,
    );
  }
  const accounts = parseAccounts(await readFile('/etc/passwd', 'utf8'));
  for (const folder of candidates) {
    const owner = (await unlessCode(stat(folder), 'ENOENT'))?.uid;
    const known = accounts.find((account) => account.uid === owner);
    if (known) return known;
  }
  const account = chooseUsualAccount(accounts);
  if (account) return account;
  throw new EmbeddedPostgresError(
    `PostgreSQL refuses to run as root, and /etc/passwd has no other account to run it under. ` +
      `Add one (for example "postgres"), ${useYourOwnDatabase}.`,
  );
}

/** The unprivileged accounts of a passwd file. */
export function parseAccounts(passwd: string): Account[] {
  return passwd.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':');
    if (!name || !uid || !gid) return [];
    const account = { name, uid: Number(uid), gid: Number(gid) };
    return Number.isInteger(account.uid) && Number.isInteger(account.gid) && account.uid > 0 ? [account] : [];
  });
}

export function chooseUsualAccount(accounts: readonly Account[]): Account | undefined {
  for (const name of usualAccounts) {
    const account = accounts.find((each) => each.name === name);
    if (account) return account;
  }
  return accounts[0];
}

// initdb looks its own uid up and gives up with "could not look up effective user ID": usual in containers started
// with `--user 12345`.
function requireNamedUser(uid: number): void {
  try {
    os.userInfo();
  } catch (error) {
    throw new EmbeddedPostgresError(
      `The private database needs a user that the system knows, and uid ${uid} has no entry in /etc/passwd ` +
        `(${errorText(error)}). Start Openslot as a user with an entry, ${useYourOwnDatabase}.`,
    );
  }
}
