import { refuse } from '../../../domain/errors.ts';
import { foldKeyPart } from '../../../domain/natural-key.ts';
import { builtInRole, roleAliases } from '../../../domain/roles.ts';
import type { Caller } from '../../../platform/caller.ts';
import type { HasDatabase } from '../../../platform/postgres/database.ts';
import { appendChanges } from '../../../records/storage/change-log.ts';
import { refuseLimited } from '../../../records/whole-tenant.ts';
import { noteEvent } from '../audit-store.ts';
import { listRoles } from '../show-roles.ts';
import { rolesWithFactor, setRolesWithFactor } from './policy-store.ts';

/** For which roles the tenant requires a second factor, and how many people with one of them have none yet. */
export interface FactorPolicy {
  readonly roles: readonly string[];
  /** All roles of the tenant. */
  readonly available: readonly string[];
  readonly missing: number;
}

/** GET /secondFactorPolicy */
export async function showPolicy(deps: HasDatabase, caller: Caller): Promise<FactorPolicy> {
  const { roles, missing } = await rolesWithFactor(deps.db, caller.tenantId);
  const available = (await listRoles(deps, caller)).map(({ name }) => name);
  return { roles: available.filter((name) => roles.includes(foldKeyPart(name))), available, missing };
}

/** Users may name a built-in role in several ways. */
const namesOf = (role: string): string[] => [
  foldKeyPart(role),
  ...Object.keys(roleAliases).filter((alias) => roleAliases[alias] === role),
];

/**
 * PUT /secondFactorPolicy. It holds from the next request on: a signed-in person without a factor can only set one up, and their programs need API
 * keys.
 */
export async function changePolicy(deps: HasDatabase, caller: Caller, sent: readonly string[]): Promise<FactorPolicy> {
  refuseLimited(caller, 'Second factors');
  const known = (await listRoles(deps, caller)).map(({ name }) => name);
  const roles = sent.map((role) => {
    const found = known.find((name) => foldKeyPart(name) === foldKeyPart(builtInRole(role) ?? role));
    if (found !== undefined) return found;
    throw refuse('REQ014', `roles: ${role.slice(0, 50)} is not one of ${known.join(', ')}.`, 'roles');
  });
  await deps.db.transaction(async (tx) => {
    const stored = [...new Set(roles.flatMap(namesOf))].sort();
    const before = await setRolesWithFactor(tx, caller.tenantId, stored);
    if (before) {
      await appendChanges(tx, caller.tenantId, caller, [
        {
          entity: 'Tenant',
          recordId: caller.tenantId,
          key: caller.tenantName,
          sourceApp: null,
          action: 'updated',
          version: 0,
          fromBackOffice: false,
          before: JSON.stringify({ secondFactorRoles: before }),
          after: JSON.stringify({ secondFactorRoles: stored }),
        },
      ]);
      await noteEvent(tx, {
        tenantId: caller.tenantId,
        kind: 'factor.policyChanged',
        actor: caller.actor,
        detail: { before, after: stored },
      });
    }
    return { commit: true, value: undefined };
  });
  return showPolicy(deps, caller);
}
