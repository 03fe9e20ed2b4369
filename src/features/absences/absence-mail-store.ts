import type { StoredDataFilters } from '../../domain/visibility.ts';
import type { Session } from '../../platform/postgres/database.ts';
import { folded } from '../../records/derive/statements.ts';
import { dataFilterColumns } from '../access/account-store.ts';

export interface Mailed extends StoredDataFilters {
  readonly email: string;
  readonly language: string | null;
  readonly roles: readonly string[];
  readonly rolePermissions: readonly string[];
  readonly resourceNo: string | null;
}

/** Users who can sign in, with what decides on the mails that they get. */
export const usersToMail = (db: Session, tenantId: number): Promise<Mailed[]> =>
  db.query(
    `select u.email, u.language, u.roles, u.resource_no as "resourceNo",
       array(select unnest(r.permissions) from role r
         where r.tenant_id = u.tenant_id and r.key = any(array(select lower(x) from unnest(u.roles) x))) as "rolePermissions",
       ${dataFilterColumns}
     from app_user u where u.tenant_id = $1 and u.enabled and u.login_type <> 0 order by u.key`,
    [tenantId],
  );

export interface AbsentResource {
  readonly id: number;
  readonly resourceNo: string;
  readonly name: string;
  readonly teamCode: string | null;
  readonly teamName: string | null;
  /** Folded filter values, as group and value. */
  readonly values: readonly (readonly [group: string, value: string])[] | null;
}

export const absentResources = (db: Session, tenantId: number, ids: readonly number[]): Promise<AbsentResource[]> =>
  db.query(
    `select r.id, r.resource_no as "resourceNo", coalesce(r.display_name, r.resource_name, r.resource_no) as name,
       r.team_code as "teamCode", r.team_name as "teamName",
       (select json_agg(json_build_array(${folded('f.filter_group')}, ${folded('f.filter_value')}))
         from resource_filter_value f where f.tenant_id = r.tenant_id and f.resource_id = r.id) as values
     from resource r where r.tenant_id = $1 and r.id = any($2)`,
    [tenantId, ids],
  );
