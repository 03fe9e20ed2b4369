import type { FilterValue, GivingGroup, Holding } from '../../domain/scim/group-grants.ts';
import type { Transaction } from '../../platform/postgres/database.ts';

export interface HoldingUser extends Holding {
  readonly id: number;
  readonly email: string;
  readonly groups: readonly GivingGroup[];
}

/** What some users have, and the groups that they are members of. */
export const holdingUsers = (tx: Transaction, tenantId: number, userIds: readonly number[]): Promise<HoldingUser[]> =>
  tx.query<HoldingUser>(
    `select u.id, u.email, u.roles, u.teams, coalesce(s.granted_roles, '{}') as "grantedRoles",
       coalesce(s.granted_teams, '{}') as "grantedTeams", coalesce(s.granted_values, '[]') as "grantedValues",
       coalesce((select json_agg(json_build_object('displayName', g.display_name, 'roles', g.roles, 'teams', g.teams, 'filterValues', g.filter_values) order by g.id)
         from scim_member m join scim_group g on g.tenant_id = m.tenant_id and g.id = m.group_id
         where m.tenant_id = u.tenant_id and m.user_id = u.id), '[]') as groups,
       coalesce((select json_agg(json_build_object('group', f.filter_group, 'value', f.filter_value) order by f.id)
         from user_filter_value f where f.tenant_id = u.tenant_id and f.user_id = u.id), '[]') as values
     from app_user u left join scim_user s on s.tenant_id = u.tenant_id and s.user_id = u.id
     where u.tenant_id = $1 and u.id = any($2) order by u.id`,
    [tenantId, userIds],
  );

export interface KeptGrant {
  readonly id: number;
  readonly email: string;
  readonly grantedRoles: readonly string[];
  readonly grantedTeams: readonly string[];
  readonly grantedValues: readonly FilterValue[];
}

/** Remembers what came from groups. */
export async function keepGrants(tx: Transaction, tenantId: number, grants: readonly KeptGrant[]): Promise<void> {
  if (grants.length === 0) return;
  await tx.query(
    `insert into scim_user (tenant_id, user_id, user_name, granted_roles, granted_teams, granted_values)
     select $1, k.id, k.email, array(select json_array_elements_text(k."grantedRoles")),
       array(select json_array_elements_text(k."grantedTeams")), k."grantedValues"
     from json_to_recordset($2) as k(id bigint, email text, "grantedRoles" json, "grantedTeams" json, "grantedValues" jsonb)
     on conflict (tenant_id, user_id) do update set granted_roles = excluded.granted_roles,
       granted_teams = excluded.granted_teams, granted_values = excluded.granted_values`,
    [tenantId, JSON.stringify(grants)],
  );
}
