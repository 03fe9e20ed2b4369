import http from 'node:http';
import { models } from '../../src/records/derive/model.ts';
import { aCall, type TestService, type TestTenant } from '../support/service.ts';

type More = Record<string, unknown>;

export const jobKey = (no: string) => ({ SourceApp: 'ERP', SourceType: 'SERVICE', JobNo: no });
export const taskKey = (job: string, no: string) => ({ ...jobKey(job), TaskNo: no });

export const aJob = (no: string, more: More = {}) =>
  aCall('mboc_upsertJob', { ...jobKey(no), ShortDescription: `Job ${no}`, ...more });
export const aTask = (job: string, no: string, more: More = {}) =>
  aCall('mboc_upsertTask', { ...taskKey(job, no), ShortDescription: `Task ${no}`, ...more });
export const aResource = (no: string, more: More = {}) => aCall('mboc_upsertResource', { ResourceNo: no, ...more });
export const aTaskFilter = (job: string, no: string, value: string, more: More = {}) =>
  aCall('mboc_upsertTaskFilterValue', { ...taskKey(job, no), FilterGroup: 'Skill', FilterValue: value, ...more });

/** How much a tenant holds: rows of every record table, and the number of its last change. */
export async function holdings(service: TestService, { tenant }: TestTenant): Promise<Record<string, number>> {
  const counts = [...models.values()].map(
    ({ table }) => `select '${table}' as name, count(*) as n from ${table} where tenant_id = $1`,
  );
  const rows = await service.deps.db.query<{ name: string; n: number }>(
    `${counts.join(' union all ')} union all select 'changes', change_seq from tenant where id = $1`,
    [tenant.id],
  );
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]));
}

export interface RawAnswer {
  readonly status: number;
  readonly phrase: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly text: string;
}

/** What fetch hides or refuses to send: reason phrases, odd paths, bodies without a type, methods without a name. */
export function sendRaw(
  service: TestService,
  request: { method?: string; path: string; headers?: Record<string, string>; body?: string | Uint8Array },
): Promise<RawAnswer> {
  const { hostname, port } = new URL(service.baseUrl);
  const { method = 'GET', path, headers = {}, body } = request;
  return new Promise((resolve, reject) => {
    const sent = http.request({ hostname, port, method, path, headers, agent: false }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          phrase: answer.statusMessage ?? '',
          headers: answer.headers,
          text: Buffer.concat(chunks).toString('utf8'),
        }),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
