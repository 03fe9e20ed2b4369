import type { FilterValue } from '../../domain/scim/group-grants.ts';
import type { Session, Transaction } from '../../platform/postgres/database.ts';
import { conditionOf, type FilterColumns } from './filter-sql.ts';
import type { Listed, ListRequest } from './user-store.ts';

export interface ScimGroup {
  readonly id: number;
  readonly displayName: string;
  readonly externalId: string | null;
  /** What members get; null is the role of the same name. */
  readonly roles: readonly string[] | null;
  readonly teams: readonly string[];
  readonly filterValues: readonly FilterValue[];
  readonly memberCount: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface Member {
  readonly value: string;
  readonly display: string;
}

const COLUMNS = `g.id, g.display_name as "displayName", g.external_id as "externalId", g.roles, g.teams, g.filter_values as "filterValues",
  (select count(*) from scim_member m where m.tenant_id = g.tenant_id and m.group_id = g.id) as "memberCount",
  g.created_at as "createdAt", g.updated_at as "updatedAt"`;

const MEMBERS = {
  sql: 'select m.user_id::text from scim_member m where m.tenant_id = g.tenant_id and m.group_id = g.id',
  kind: 'some',
} as const;
const FILTERED: FilterColumns = {
  id: { sql: 'g.id::text', kind: 'exact' },
  displayName: { sql: 'g.display_name', kind: 'text' },
  externalId: { sql: 'g.external_id', kind: 'exact' },
  members: MEMBERS,
  'members.value': MEMBERS,
};

export async function listGroups(
  db: Session,
  tenantId: number,
  { filter, offset, count }: ListRequest,
): Promise<Listed<ScimGroup>> {
  const values: unknown[] = [tenantId];
  const where = `g.tenant_id = $1 and ${conditionOf(filter, FILTERED, values)}`;
  const [{ total } = { total: 0 }] = await db.query<{ total: number }>(
    `select count(*) as total from scim_group g where ${where}`,
    values,
  );
  if (count === 0) return { total, rows: [] };
  const rows = await db.query<ScimGroup>(
    `select ${COLUMNS} from scim_group g where ${where} order by g.id limit ${count} offset ${offset}`,
    values,
  );
  return { total, rows };
}

/** What the page of groups shows: of the first thousand. */
export const allGroups = (db: Session, tenantId: number): Promise<ScimGroup[]> =>
  db.query<ScimGroup>(`select ${COLUMNS} from scim_group g where g.tenant_id = $1 order by g.key limit 1000`, [
    tenantId,
  ]);

export async function groupById(db: Session, tenantId: number, id: number): Promise<ScimGroup | undefined> {
  const [row] = await db.query<ScimGroup>(`select ${COLUMNS} from scim_group g where g.tenant_id = $1 and g.id = $2`, [
    tenantId,
    id,
  ]);
  return row;
}

/** The same, and nobody else changes or deletes the group until the transaction ends. */
export async function holdGroup(tx: Transaction, tenantId: number, id: number): Promise<ScimGroup | undefined> {
  await tx.query('select from scim_group where tenant_id = $1 and id = $2 for update', [tenantId, id]);
  return groupById(tx, tenantId, id);
}

/** The members of some groups, by the ids of the groups. */
export async function membersOf(
  db: Session,
  tenantId: number,
  groupIds: readonly number[],
): Promise<ReadonlyMap<number, Member[]>> {
  const rows = await db.query<Member & { groupId: number }>(
    `select m.group_id as "groupId", u.id::text as value, coalesce(s.user_name, u.email) as display
     from scim_member m join app_user u on u.tenant_id = m.tenant_id and u.id = m.user_id
     left join scim_user s on s.tenant_id = u.tenant_id and s.user_id = u.id
     where m.tenant_id = $1 and m.group_id = any($2) order by u.id`,
    [tenantId, groupIds],
  );
  const members = new Map<number, Member[]>(groupIds.map((id) => [id, []]));
  for (const { groupId, value, display } of rows) members.get(groupId)?.push({ value, display });
  return members;
}

export async function isNamed(tx: Transaction, tenantId: number, key: string): Promise<boolean> {
  return (await tx.query('select from scim_group where tenant_id = $1 and key = $2', [tenantId, key])).length > 0;
}

/** Undefined where a group of that name exists. */
export async function insertGroup(
  tx: Transaction,
  tenantId: number,
  group: { readonly key: string; readonly displayName: string; readonly externalId: string | null },
): Promise<number | undefined> {
  const [row] = await tx.query<{ id: number }>(
    `insert into scim_group (tenant_id, key, display_name, external_id) values ($1, $2, $3, $4)
     on conflict (tenant_id, key) do nothing returning id`,
    [tenantId, group.key, group.displayName, group.externalId],
  );
  return row?.id;
}

export async function changeGroup(
  tx: Transaction,
  tenantId: number,
  id: number,
  group: { readonly key: string; readonly displayName: string; readonly externalId: string | null },
): Promise<void> {
  await tx.query(
    `update scim_group set key = $3, display_name = $4, external_id = $5, updated_at = now()
     where tenant_id = $1 and id = $2 and (key, display_name, external_id) is distinct from ($3, $4, $5)`,
    [tenantId, id, group.key, group.displayName, group.externalId],
  );
}

export async function setGrants(
  tx: Transaction,
  tenantId: number,
  id: number,
  { roles, teams, filterValues }: Pick<ScimGroup, 'roles' | 'teams' | 'filterValues'>,
): Promise<void> {
  await tx.query(
    'update scim_group set roles = $3, teams = $4, filter_values = $5, updated_at = now() where tenant_id = $1 and id = $2',
    [tenantId, id, roles, teams, JSON.stringify(filterValues)],
  );
}

export async function deleteGroup(tx: Transaction, tenantId: number, id: number): Promise<void> {
  await tx.query('delete from scim_group where tenant_id = $1 and id = $2', [tenantId, id]);
}

/** Answers the users whose membership changed. Ids that no user of the tenant has are left out. */
export async function changeMembers(
  tx: Transaction,
  tenantId: number,
  groupId: number,
  { keepsMembers, added, removed }: { keepsMembers: boolean; added: readonly number[]; removed: readonly number[] },
): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(
    `with gone as (
       delete from scim_member where tenant_id = $1 and group_id = $2
         and (user_id = any($4) or (not $5 and user_id <> all($3))) returning user_id
     ), came as (
       insert into scim_member (tenant_id, group_id, user_id)
       select $1, $2, u.id from app_user u where u.tenant_id = $1 and u.id = any($3) order by u.id
       on conflict do nothing returning user_id
     ), noted as (
       update scim_group set updated_at = now() where tenant_id = $1 and id = $2
         and (exists (select from gone) or exists (select from came))
     )
     select user_id as id from gone union select user_id from came`,
    [tenantId, groupId, added, removed, keepsMembers],
  );
  return rows.map(({ id }) => id);
}

export async function memberIds(tx: Transaction, tenantId: number, groupId: number): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(
    'select user_id as id from scim_member where tenant_id = $1 and group_id = $2 order by user_id',
    [tenantId, groupId],
  );
  return rows.map(({ id }) => id);
}
