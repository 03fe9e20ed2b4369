import { atEnd, cleanUp, cleanUpOnSignals, startPostgres } from '../bench/support.ts';
import { Refusal } from '../src/domain/errors.ts';
import { setManagedPasswords } from '../src/features/access/account-store.ts';
import { membershipsWith } from '../src/features/access/login.ts';
import { hashPassword } from '../src/features/access/password.ts';
import { insertTenant } from '../src/features/access/tenant-store.ts';
import { Database } from '../src/platform/postgres/database.ts';
import { migrate } from '../src/platform/postgres/migrate.ts';
import { writeSection } from './reliability-page.ts';

/**
 * Measures failed sign-ins: neither their time nor their message may tell whether a name exists. The kinds of failures take turns, so that the
 * load of the machine meets all of them alike. SIGN_IN_TRIES sets the tries of each kind.
 */
const tries = Number(process.env['SIGN_IN_TRIES'] ?? 1000);
const MOST_APART = 0.1;
const PASSWORD = 'correct horse battery';

const KINDS = {
  'unknown name': { username: 'nobody@example.com', password: PASSWORD },
  'wrong password': { username: 'known@example.com', password: 'wrong horse battery' },
  'disabled user, right password': { username: 'disabled@example.com', password: PASSWORD },
  'user of single sign-on, right password': { username: 'sso@example.com', password: PASSWORD },
} as const;
type FailureKind = keyof typeof KINDS;

async function fill(db: Database): Promise<void> {
  const tenant = await insertTenant(db, 'sign-in', 'UTC');
  if (!tenant) throw new Error('the database is not empty');
  const users = await db.query<{ id: number; email: string }>(
    `insert into app_user (tenant_id, key, email, enabled, login_type, created_by, updated_by)
     select $1, u.email, u.email, u.enabled, u.login_type, 'soak', 'soak' from (values
       ('known@example.com', true, 1), ('disabled@example.com', false, 1), ('sso@example.com', true, 2)) u(email, enabled, login_type)
     returning id, email`,
    [tenant.id],
  );
  const withHashes = await Promise.all(
    users.map(async ({ id, email }) => ({ userId: id, email, hash: await hashPassword(PASSWORD) })),
  );
  await db.transaction(async (tx) => {
    await setManagedPasswords(tx, tenant.id, withHashes);
    return { commit: true, value: undefined };
  });
}

/** How long one takes to fail, in milliseconds, and what it says. */
async function failure(db: Database, kind: FailureKind): Promise<{ readonly ms: number; readonly says: string }> {
  // Not part of the time: the throttle would refuse the sixth try.
  await db.query('delete from login_failure');
  const begin = process.hrtime.bigint();
  const refused = await membershipsWith({ db, now: () => new Date() }, { ...KINDS[kind], address: '192.0.2.1' }).then(
    () => undefined,
    (error: unknown) => error,
  );
  const ms = Number(process.hrtime.bigint() - begin) / 1e6;
  if (!(refused instanceof Refusal)) throw refused ?? new Error(`${kind} signed in`);
  return { ms, says: `${refused.detail.code} ${refused.detail.message}` };
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

async function main(): Promise<void> {
  const db = new Database({ connection: await startPostgres(), connections: 2, onError: () => {} });
  atEnd(() => db.close());
  await migrate(db);
  await fill(db);
  const kinds = Object.keys(KINDS) as FailureKind[];
  const taken = new Map<FailureKind, number[]>(kinds.map((kind) => [kind, []]));
  const said = new Set<string>();
  // The first ones compile, connect and plan.
  for (let n = 0; n < tries + 5; n++)
    for (const kind of kinds.slice(n % kinds.length).concat(kinds.slice(0, n % kinds.length))) {
      const { ms, says } = await failure(db, kind);
      said.add(says);
      if (n >= 5) taken.get(kind)?.push(ms);
    }
  const medians = kinds.map((kind) => median(taken.get(kind) ?? []));
  const apart = Math.max(...medians) / Math.min(...medians) - 1;
  const rows = kinds.map(
    (kind, at) => [`Median of a failed sign-in: ${kind}`, `${medians[at]?.toFixed(1)} ms`] as const,
  );
  const all = [
    ['Tries of each kind', tries],
    ...rows,
    ['Largest difference of the medians', `${(apart * 100).toFixed(1)} %`],
    ['Different messages', said.size - 1],
  ] as const;
  for (const [what, figure] of all) console.log(`${what}: ${figure}`);
  if (said.size !== 1) throw new Error(`the messages differ: ${[...said].join(' / ')}`);
  if (apart > MOST_APART) throw new Error('the medians are more than 10 % apart');
  writeSection('sign-in', all);
}

cleanUpOnSignals();
await main().finally(cleanUp);
