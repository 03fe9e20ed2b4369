import { foldKey, foldKeyPart } from '../../domain/natural-key.ts';
import type { Session } from '../../platform/postgres/database.ts';
import { folded } from '../../records/derive/statements.ts';
import { andVisible, binder, type Reader } from '../../records/reading/visible-rows.ts';

export interface OverviewResource {
  readonly id: number;
  readonly resourceNo: string;
  readonly name: string;
  readonly teamCode: string | null;
  readonly teamName: string | null;
}

const MOST_RESOURCES = 1000;

export async function overviewResources(
  db: Session,
  reader: Reader,
  asked: { readonly team: string | undefined; readonly resourceNo: string | undefined },
): Promise<{ total: number; resources: OverviewResource[] }> {
  const values: unknown[] = [
    reader.tenantId,
    asked.resourceNo === undefined ? null : foldKey([asked.resourceNo]),
    asked.team === undefined ? null : foldKeyPart(asked.team),
    reader.sourceApps,
  ];
  const visible = andVisible(reader, 'Resource', 'r', binder(values));
  const rows = await db.query<OverviewResource & { total: number }>(
    `select r.id, r.resource_no as "resourceNo", coalesce(r.display_name, r.resource_name, r.resource_no) as name,
       r.team_code as "teamCode", r.team_name as "teamName", count(*) over () as total
     from resource r
     where r.tenant_id = $1 and not r.do_not_show and ($2::text is null or r.key = $2)
       and ($3::text is null or $3 in (${folded('r.team_code')}, ${folded('r.team_name')}))
       and ($4::text[] is null or r.source_app is null or lower(r.source_app) = any($4))${visible}
     order by coalesce(r.team_name, r.team_code), 3, r.key limit ${MOST_RESOURCES}`,
    values,
  );
  return { total: rows[0]?.total ?? 0, resources: rows.map(({ total: _total, ...resource }) => resource) };
}
