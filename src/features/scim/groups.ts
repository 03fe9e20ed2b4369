import { foldKey } from '../../domain/natural-key.ts';
import { GROUP_SCHEMA } from '../../domain/scim/names.ts';
import { attributesOf, isObject, type JsonObject, readOperations } from '../../domain/scim/operations.ts';
import { type GroupChange, groupChange } from '../../domain/scim/patch-group.ts';
import { scimRefusal } from '../../domain/scim/scim-refusal.ts';
import type { Caller } from '../../platform/caller.ts';
import type { HasPublicAddress } from '../../platform/http/public-address.ts';
import type { HasDatabase, Session, Transaction } from '../../platform/postgres/database.ts';
import { parseFor, writeWork } from '../../records/writing/write-calls.ts';
import type { WriteDeps } from '../../records/writing/write-deps.ts';
import { callsOfGroups } from './group-effects.ts';
import {
  changeGroup,
  changeMembers,
  deleteGroup,
  groupById,
  holdGroup,
  insertGroup,
  isNamed,
  listGroups,
  type Member,
  memberIds,
  membersOf,
  type ScimGroup,
} from './group-store.ts';
import { type Locate, withMeta } from './user-resource.ts';
import { type ListedResources, missing, numberOf, type Page, resourceIn } from './users.ts';
import { refuseStale } from './versions.ts';

const options = { handling: 'default', dryRun: false, speak: 'property' } as const;

/** The version is the same with and without members: their number, and when they changed, stand for them. */
function groupResource(group: ScimGroup, members: readonly Member[] | undefined, locate: Locate): JsonObject {
  const { memberCount, updatedAt, externalId, displayName } = group;
  const base = {
    schemas: [GROUP_SCHEMA],
    id: String(group.id),
    ...(externalId === null ? {} : { externalId }),
    displayName,
  };
  const shownMembers = members?.map(({ value, display }) => ({
    value,
    display,
    type: 'User',
    $ref: locate(`/scim/v2/Users/${value}`),
  }));
  return withMeta(
    { ...base, ...(shownMembers ? { members: shownMembers } : {}) },
    { resourceType: 'Group', created: group.createdAt, changed: updatedAt },
    locate(`/scim/v2/Groups/${group.id}`),
    { ...base, memberCount, updatedAt },
  );
}

const locateBy =
  ({ publicAddress }: HasPublicAddress): Locate =>
  (path) =>
    publicAddress.url(path);

export async function findGroups(
  deps: HasDatabase & HasPublicAddress,
  { tenantId }: Caller,
  { filter, startIndex, count }: Page,
  withMembers: boolean,
): Promise<ListedResources> {
  const { total, rows } = await listGroups(deps.db, tenantId, { filter, offset: startIndex - 1, count });
  const ids = rows.map(({ id }) => id);
  const members = withMembers && ids.length > 0 ? await membersOf(deps.db, tenantId, ids) : undefined;
  return {
    total,
    resources: rows.map((group) => groupResource(group, members?.get(group.id), locateBy(deps))),
  };
}

export const showGroup = (
  deps: HasDatabase & HasPublicAddress,
  caller: Caller,
  id: string,
  withMembers: boolean,
): Promise<JsonObject> => shown(deps, deps.db, caller, numberOf(id, 'group'), withMembers);

async function shown(
  deps: HasPublicAddress,
  db: Session,
  { tenantId }: Caller,
  id: number,
  withMembers = true,
): Promise<JsonObject> {
  const group = await groupById(db, tenantId, id);
  if (!group) throw missing(String(id), 'group');
  const members = withMembers ? ((await membersOf(db, tenantId, [id])).get(id) ?? []) : undefined;
  return groupResource(group, members, locateBy(deps));
}

const changeOf = (body: unknown): GroupChange => {
  if (!isObject(body)) throw scimRefusal('invalidSyntax', 'The body must be a resource.', 'REQ007');
  return groupChange(attributesOf(body, 'replace'));
};

const taken = (displayName: string) =>
  scimRefusal('uniqueness', `A group with the displayName ${displayName} exists already.`, 'APP035');

/** POST /Groups. */
export async function createGroup(
  deps: WriteDeps & HasPublicAddress,
  caller: Caller,
  body: unknown,
): Promise<JsonObject> {
  const change = changeOf(body);
  const { displayName, externalId = null } = change;
  if (displayName === undefined) throw scimRefusal('invalidValue', 'displayName: a value is required.', 'REQ015');
  return writeGroup(deps, caller, async (tx) => {
    const id = await insertGroup(tx, caller.tenantId, { key: foldKey([displayName]), displayName, externalId });
    if (id === undefined) throw taken(displayName);
    return { id, affected: await changeMembers(tx, caller.tenantId, id, numbered(change)) };
  });
}

/** PUT /Groups/{id}: the whole group. Members that are not sent at all stay: some clients send the name only. */
export const replaceGroup = (
  deps: WriteDeps & HasPublicAddress,
  caller: Caller,
  id: string,
  body: unknown,
  ifMatch: string | undefined,
): Promise<JsonObject> => alterGroup(deps, caller, id, ifMatch, changeOf(body));

/** PATCH /Groups/{id}. */
export const patchGroup = (
  deps: WriteDeps & HasPublicAddress,
  caller: Caller,
  id: string,
  body: unknown,
  ifMatch: string | undefined,
): Promise<JsonObject> => alterGroup(deps, caller, id, ifMatch, groupChange(readOperations(body)));

const alterGroup = (
  deps: WriteDeps & HasPublicAddress,
  caller: Caller,
  id: string,
  ifMatch: string | undefined,
  change: GroupChange,
): Promise<JsonObject> =>
  writeGroup(deps, caller, async (tx) => {
    const { tenantId } = caller;
    const group = await heldGroup(deps, tx, caller, id, ifMatch);
    const { displayName = group.displayName, externalId = group.externalId } = change;
    const key = foldKey([displayName]);
    const isRenamed = key !== foldKey([group.displayName]);
    if (isRenamed && (await isNamed(tx, tenantId, key))) throw taken(displayName);
    await changeGroup(tx, tenantId, group.id, { key, displayName, externalId });
    const changed = await changeMembers(tx, tenantId, group.id, numbered(change));
    // Another name may stand for another role.
    const affected = isRenamed ? [...new Set([...changed, ...(await memberIds(tx, tenantId, group.id))])] : changed;
    return { id: group.id, affected };
  });

/** DELETE /Groups/{id}: members lose what the group gave them. */
export async function removeGroup(
  deps: WriteDeps & HasPublicAddress,
  caller: Caller,
  id: string,
  ifMatch: string | undefined,
): Promise<void> {
  await writeWork(deps, caller, options, async (tx) => {
    const group = await heldGroup(deps, tx, caller, id, ifMatch);
    const affected = await memberIds(tx, caller.tenantId, group.id);
    await deleteGroup(tx, caller.tenantId, group.id);
    const calls = await callsOfGroups(tx, caller, affected);
    return { parsed: await parseFor(deps, caller, calls, 'property'), size: calls.length };
  });
}

async function heldGroup(
  deps: HasPublicAddress,
  tx: Transaction,
  caller: Caller,
  id: string,
  ifMatch: string | undefined,
): Promise<ScimGroup> {
  const group = await holdGroup(tx, caller.tenantId, numberOf(id, 'group'));
  if (!group) throw missing(id, 'group');
  if (ifMatch !== undefined) refuseStale(ifMatch, await shown(deps, tx, caller, group.id));
  return group;
}

/** Changes a group and, in the same transaction, what its members have by it. */
export async function writeGroup(
  deps: WriteDeps & HasPublicAddress,
  caller: Caller,
  change: (tx: Transaction) => Promise<{ readonly id: number; readonly affected: readonly number[] }>,
): Promise<JsonObject> {
  const answer = await writeWork(deps, caller, options, async (tx) => {
    const { id, affected } = await change(tx);
    const calls = await callsOfGroups(tx, caller, affected);
    return {
      parsed: await parseFor(deps, caller, calls, 'property'),
      size: calls.length,
      finish: async () => ({ resource: await shown(deps, tx, caller, id) }),
    };
  });
  return resourceIn(answer.shown);
}

/** Ids that are no numbers belong to nobody, as those of users who were deleted. */
function numbered({ keepsMembers, added, removed }: GroupChange) {
  const numbers = (ids: ReadonlySet<string>): number[] => [...ids].filter((id) => /^\d{1,15}$/.test(id)).map(Number);
  return { keepsMembers, added: numbers(added), removed: numbers(removed) };
}
