import type { Account } from './account.ts';

export interface Launch {
  /** The data folder as passed to the program. */
  readonly dataFolder: string;
  /** How the program can open what it gets as its standard input, by name. */
  readonly standardInput: string | undefined;
  readonly options: {
    readonly cwd: string;
    readonly env?: Record<string, string>;
    readonly uid?: number;
    readonly gid?: number;
  };
}

/**
 * How to run a PostgreSQL program on a folder, perhaps under another account.
 *
 * As root the account can as a rule not reach the data folder: it is closed to others (0700), and so may be any
 * folder above it (a checkout in /root). Opening the user's folders a little is not ours to do, a cluster somewhere
 * else would be missing from backups and moves of ./data, and bind mounts need more rights than a container has. But
 * a process may stay in a folder that it could not walk to: the child enters the folder while it is still root, gives
 * up root, and names the folder /proc/self/cwd from then on. PostgreSQL takes this as an absolute path, and all its
 * processes are forked from one that is there, so the name holds for every one of them. Tried with 18.4: initdb,
 * crash recovery, reload, COPY TO PROGRAM. Files from elsewhere are handed over as open descriptors in the same way.
 *
 * The environment is not passed on: no PG* or locale variable of the service shall change what the database does.
 */
export function launchIn(folder: string, account: Account | undefined): Launch {
  if (process.platform === 'win32') return { dataFolder: folder, standardInput: undefined, options: { cwd: folder } };
  const env = { LC_ALL: 'C', TZ: 'UTC' };
  if (!account) return { dataFolder: folder, standardInput: undefined, options: { cwd: folder, env } };
  const { uid, gid } = account;
  return { dataFolder: '/proc/self/cwd', standardInput: '/proc/self/fd/0', options: { cwd: folder, env, uid, gid } };
}
