import { setting } from './setting.ts';

/** Never repeated in a message: it holds a password as a rule. */
const databaseAddress = (value: string) =>
  value === '' || /^postgres(ql)?:\/\//.test(value)
    ? { value: value === '' ? undefined : value }
    : { wrong: 'must begin with postgres://' };

/** Where the database is, and its other addresses. */
export const databaseSettings = {
  databaseUrl: setting(
    'DATABASE_URL',
    '',
    'A PostgreSQL 15 or newer to use instead of the private one, as postgres://user:password@host:port/database.',
    databaseAddress,
  ),
  databaseListenUrl: setting(
    'DATABASE_LISTEN_URL',
    '',
    'A second address of the database of DATABASE_URL, whose connections keep their session. Set it if DATABASE_URL leads through a pooler in transaction mode: notifications, locks and the job queue use this address. See the guide to scaling out.',
    databaseAddress,
  ),
  databaseReadUrl: setting(
    'DATABASE_READ_URL',
    '',
    'Address of streaming replicas of the database of DATABASE_URL. Reads of the board, of pages of lists, of the map and of changes go there if the replica has applied every change of the tenant; otherwise to DATABASE_URL. See the guide to scaling out.',
    databaseAddress,
  ),
} as const;
