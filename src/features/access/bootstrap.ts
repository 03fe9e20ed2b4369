import { randomBytes } from 'node:crypto';
import { OperatorError } from '../../domain/operator-error.ts';
import { scopes } from '../../domain/permissions.ts';
import { fromObject } from '../../records/writing/from-object.ts';
import { writeCalls } from '../../records/writing/write-calls.ts';
import type { WriteDeps } from '../../records/writing/write-deps.ts';
import { addKey } from './api-keys.ts';
import { giveBasics, systemCaller } from './create-tenant.ts';
import { keysOf } from './key-store.ts';
import { weakness } from './password.ts';
import { insertTenant, tenantByName } from './tenant-store.ts';

const BOOTSTRAP_LOCK = 7344;

export interface BootstrapValues {
  readonly tenant: string;
  readonly timeZone: string;
  readonly apiKey: string | undefined;
  readonly adminEmail: string;
  readonly adminPassword: string | undefined;
}

/** What the operator sees once. Values that the operator chose are not repeated. */
export interface Bootstrapped {
  readonly tenant: string;
  readonly apiKey: string | undefined;
  readonly adminEmail: string;
  readonly adminPassword: string | undefined;
}

/**
 * The first tenant with its administrator and key; undefined when the tenant exists. The key is made last: a start that is cut off before
 * leaves a tenant without one, and the next start goes on there.
 */
export const bootstrap = (deps: WriteDeps, values: BootstrapValues): Promise<Bootstrapped | undefined> =>
  // Any number of processes may start at once: one does it, the others wait and find it done.
  deps.db.transaction(async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(${BOOTSTRAP_LOCK})`);
    return { commit: true, value: await bootstrapAlone(deps, values) };
  });

async function bootstrapAlone(deps: WriteDeps, values: BootstrapValues): Promise<Bootstrapped | undefined> {
  const known = await tenantByName(deps.db, values.tenant);
  if (known && (await keysOf(deps.db, known.id)).length > 0) return undefined;
  // Only here: an installation whose administrator was created under earlier rules keeps starting.
  const weak = values.adminPassword && weakness(values.adminPassword, values.adminEmail);
  if (weak) throw new OperatorError(`BOOTSTRAP_ADMIN_PASSWORD ${weak}`);
  const tenant = known ?? (await insertTenant(deps.db, values.tenant, values.timeZone));
  // Another process created it first: that one prints the key.
  if (!tenant) return undefined;
  await giveBasics(deps, tenant);
  const adminPassword = values.adminPassword ?? randomBytes(12).toString('base64url');
  await writeCalls(
    deps,
    systemCaller(tenant),
    [
      fromObject('mboc_upsertUser', {
        email: values.adminEmail,
        displayName: 'Administrator',
        roles: ['admin'],
        password: adminPassword,
      }),
    ],
    { handling: 'default', dryRun: false, speak: 'property' },
  );
  const { key } = await addKey(
    deps.db,
    tenant,
    { name: 'first key', scopes: [...scopes], ...(values.apiKey === undefined ? {} : { key: values.apiKey }) },
    'system',
  );
  return {
    tenant: tenant.name,
    apiKey: values.apiKey === undefined ? key : undefined,
    adminEmail: values.adminEmail,
    adminPassword: values.adminPassword === undefined ? adminPassword : undefined,
  };
}
