import { compose } from './compose.ts';
import { readConfig } from './config.ts';
import type { Deps } from './deps.ts';
import { OperatorError } from './domain/operator-error.ts';
import { type Tenant, tenantByName } from './features/access/tenant-store.ts';
import { makeLog } from './platform/log.ts';
import { migrate } from './platform/postgres/migrate.ts';

/** What a command prints. */
export const say = (text: string): boolean => process.stdout.write(`${text}\n`);

/** Commands work on the database itself: the private one must not be in use by a running service. */
export async function withDeps(work: (deps: Deps) => Promise<unknown>): Promise<void> {
  const config = readConfig(process.env);
  const composition = await compose(config, makeLog('warn'));
  try {
    await Promise.all([composition.ready, composition.durable]);
    await migrate(composition.deps.db);
    await work(composition.deps);
  } finally {
    await composition.close();
  }
}

export async function needTenant(deps: Deps, name: string): Promise<Tenant> {
  const tenant = await tenantByName(deps.db, name);
  if (!tenant)
    throw new OperatorError(`There is no tenant named ${name}. Create it with: openslot tenant create ${name}`);
  return tenant;
}

/** Values that are separated by commas. */
export const list = (value: string): string[] =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
