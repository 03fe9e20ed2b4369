import { refuse } from '../../domain/errors.ts';
import { foldKeyPart } from '../../domain/natural-key.ts';
import { roleNames, rolesOfGroup } from '../../domain/scim/group-grants.ts';
import type { Caller } from '../../platform/caller.ts';
import type { HasPublicAddress } from '../../platform/http/public-address.ts';
import type { HasDatabase, Session } from '../../platform/postgres/database.ts';
import { refuseLimited } from '../../records/whole-tenant.ts';
import type { WriteDeps } from '../../records/writing/write-deps.ts';
import { noteEvent } from '../access/audit-store.ts';
import { tenantRoles } from '../access/role-store.ts';
import type { RulesBody } from './contract.ts';
import { allGroups, groupById, holdGroup, memberIds, type ScimGroup, setGrants } from './group-store.ts';
import { writeGroup } from './groups.ts';
import { missing, numberOf } from './users.ts';

const knownRoles = async (db: Session, tenantId: number) =>
  roleNames((await tenantRoles(db, tenantId)).map(({ name }) => name));

const shown = (group: ScimGroup, known: ReadonlyMap<string, string>) => ({
  id: String(group.id),
  displayName: group.displayName,
  externalId: group.externalId,
  members: group.memberCount,
  roles: group.roles,
  givenRoles: rolesOfGroup(group, known),
  teams: group.teams,
  filterValues: group.filterValues,
});

/** GET /scimGroup. */
export async function listRules({ db }: HasDatabase, caller: Caller) {
  refuseLimited(caller, 'Groups of the directory');
  const known = await knownRoles(db, caller.tenantId);
  return (await allGroups(db, caller.tenantId)).map((group) => shown(group, known));
}

/** PUT /scimGroup/{id}: counts for all members at once. */
export async function setRules(
  deps: WriteDeps & HasPublicAddress,
  caller: Caller,
  id: string,
  { roles = null, teams, filterValues }: { readonly roles?: RulesBody['roles'] | null } & Omit<RulesBody, 'roles'>,
) {
  refuseLimited(caller, 'Groups of the directory');
  const { tenantId } = caller;
  const groupId = numberOf(id, 'group');
  await writeGroup(deps, caller, async (tx) => {
    const group = await holdGroup(tx, tenantId, groupId);
    if (!group) throw missing(id, 'group');
    const known = await knownRoles(tx, tenantId);
    const unknown = roles?.find((role) => !known.has(foldKeyPart(role)));
    if (unknown !== undefined)
      throw refuse('REQ014', `roles: ${unknown} is not one of ${[...new Set(known.values())].join(', ')}.`, 'roles');
    await setGrants(tx, tenantId, groupId, { roles, teams, filterValues });
    const { actor, address } = caller;
    await noteEvent(tx, {
      tenantId,
      kind: 'group.changed',
      actor,
      subject: group.displayName,
      address,
      detail: { roles, teams, filterValues },
    });
    return { id: groupId, affected: await memberIds(tx, tenantId, groupId) };
  });
  const changed = await groupById(deps.db, tenantId, groupId);
  if (!changed) throw missing(id, 'group');
  return shown(changed, await knownRoles(deps.db, tenantId));
}
