import type pg from 'pg';
import { quoted } from '../src/records/derive/ddl.ts';
import { model } from '../src/records/derive/model.ts';

/** A window as a caller asks for it; local times of the tenant. */
export interface Window {
  readonly startDate: string;
  readonly endDate: string;
  readonly resource?: string;
}

export const routeOf = ({ startDate, endDate, resource }: Window): string =>
  `/appointment?startDate=${startDate}&endDate=${endDate}${resource === undefined ? '' : `&resources=${resource}`}`;

/** Every column that an answer shows of a record. */
const shown = (entity: string, row: string): string =>
  ['id', 'version', 'created_at', 'created_by', 'updated_at', 'updated_by']
    .concat(model(entity).stored.map(({ db }) => quoted(db)))
    .map((column) => `${row}.${column}`)
    .join(', ');

const within = (resource: boolean): string =>
  `select a.id, a.task_id from appointment a where a.tenant_id = $1 and a.start < $3::timestamptz and a."end" > $2::timestamptz
     and (a.start > $2::timestamptz - interval '31 days' or a."end" - a.start > interval '31 days')${
       resource
         ? ` and exists (select from assignment s join resource r on r.tenant_id = s.tenant_id and r.id = s.resource_id
     where s.tenant_id = a.tenant_id and s.owner_id = a.id and r.key = lower($4))`
         : ''
     }`;

/** The rows of a window and no more: appointments in order, assignments, and every task, job, resource and category once. */
const statements = (resource: boolean): readonly string[] => [
  `with w as materialized (${within(resource)})
   select ${shown('Appointment', 'a')}, a.task_id from w join appointment a on a.tenant_id = $1 and a.id = w.id order by a.start, a.id`,
  `with w as materialized (${within(resource)})
   select s.owner_id, s.resource_id from w join assignment s on s.tenant_id = $1 and s.owner_id = w.id`,
  `with w as materialized (${within(resource)})
   select ${shown('Task', 't')}, t.job_id from task t where t.tenant_id = $1 and t.id in (select task_id from w)`,
  `with w as materialized (${within(resource)})
   select ${shown('Job', 'j')} from job j where j.tenant_id = $1
     and j.id in (select t.job_id from w join task t on t.tenant_id = $1 and t.id = w.task_id)`,
  `with w as materialized (${within(resource)})
   select ${shown('Resource', 'r')} from resource r where r.tenant_id = $1
     and r.id in (select s.resource_id from w join assignment s on s.tenant_id = $1 and s.owner_id = w.id)`,
  `select ${shown('Category', 'c')} from category c where c.tenant_id = $1`,
];

/** Fetches what a window's answer is made of, and does nothing with it: no objects are made of rows, nor values of texts. */
export async function fetchBare(
  client: pg.Client,
  tenantId: string,
  window: Window,
): Promise<{ ms: number; rows: number }> {
  const { startDate, endDate, resource } = window;
  const values = [tenantId, startDate, endDate, ...(resource === undefined ? [] : [resource])];
  let rows = 0;
  const began = performance.now();
  for (const [at, text] of statements(resource !== undefined).entries()) {
    const found = await client.query({ text, values: text.includes('$2') ? values : [tenantId], rowMode: 'array' });
    if (at === 0) rows = found.rows.length;
  }
  return { ms: performance.now() - began, rows };
}
