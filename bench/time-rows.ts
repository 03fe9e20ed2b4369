import { foldKey } from '../src/domain/natural-key.ts';
import { jobCalls, jobNo, type SentCall } from './task-rows.ts';

/** The rows of the time benchmark: entries with a reference of the back office, all values strings as clients send them. */
const columns = [
  ['SourceApp', 'source_app', 'text'],
  ['SourceType', 'source_type', 'text'],
  ['BackofficeID', 'backoffice_id', 'text'],
  ['ResourceNo', 'resource_no', 'text'],
  ['JobNo', 'job_no', 'text'],
  ['TaskNo', 'task_no', 'text'],
  ['Date', 'date', 'date'],
  ['DurationInSeconds', 'duration_in_seconds', 'bigint'],
  ['Description', 'description', 'text'],
  ['IsBillable', 'is_billable', 'boolean'],
  ['Status', 'status', 'integer'],
] as const;
const NAMES = columns.map(([parameter]) => parameter);
const REFERENCE = 3;

export const resourceNo = (number: number): string => `R-${String(number).padStart(4, '0')}`;
const TASKS = 10;

/** What the entries refer to. */
export const masterCalls = (resources: number, jobs: number): SentCall[] => [
  ...jobCalls(jobs),
  ...Array.from({ length: jobs * TASKS }, (_, number) => ({
    StoredProcedureName: 'mboc_upsertTask',
    ParameterNames: ['SourceApp', 'SourceType', 'JobNo', 'TaskNo', 'ShortDescription'],
    ParameterValues: ['ERP', 'SERVICE', jobNo(number % jobs), `T${Math.floor(number / jobs)}`, `Task ${number}`],
  })),
  ...Array.from({ length: resources }, (_, number) => ({
    StoredProcedureName: 'mboc_upsertResource',
    ParameterNames: ['ResourceNo', 'DisplayName'],
    ParameterValues: [resourceNo(number), `Engineer ${number}`],
  })),
];

export interface Spread {
  readonly resources: number;
  readonly jobs: number;
  readonly days: number;
  /** The first day. */
  readonly from: string;
  /** Seconds of an entry; small enough that a day of a resource never holds 24 hours. */
  readonly seconds: number;
}

/** The values of one entry; a higher revision differs in its duration and its description. */
export function entryValues(set: string, number: number, spread: Spread, revision = 0): string[] {
  const day = Math.floor(number / spread.resources) % spread.days;
  const date = new Date(Date.parse(spread.from) + day * 86_400_000).toISOString().slice(0, 10);
  return [
    'ERP',
    'SERVICE',
    `${set}-${number}`,
    resourceNo(number % spread.resources),
    jobNo(number % spread.jobs),
    `T${Math.floor(number / spread.jobs) % TASKS}`,
    date,
    String(spread.seconds + revision),
    `Checked the burner and replaced the filter of unit ${number}, revision ${revision}.`,
    number % 2 === 0 ? 'true' : 'false',
    '0',
  ];
}

export const entryCall = (values: readonly string[]): SentCall => ({
  StoredProcedureName: 'mboc_upsertTimeEntry',
  ParameterNames: NAMES,
  ParameterValues: values,
});

/** What somebody would write who needs nothing but the rows in the table: $1 tenant, $2 rows, $3 actor. */
export const RAW_STATEMENT = `insert into raw_entry (tenant_id, key, resource_id, task_id, ${columns.map(([, db]) => db).join(', ')}, created_by, updated_by)
select $1, i.key, i.resource_id, i.task_id, ${columns.map(([, db]) => `i.${db}`).join(', ')}, $3, $3
from json_to_recordset($2) as i(key text, resource_id bigint, task_id bigint, ${columns.map(([, db, type]) => `${db} ${type}`).join(', ')})
on conflict (tenant_id, key) do update set resource_id = excluded.resource_id, task_id = excluded.task_id,
  ${columns
    .slice(REFERENCE)
    .map(([, db]) => `${db} = excluded.${db}`)
    .join(', ')},
  version = raw_entry.version + 1, updated_at = now(), updated_by = excluded.updated_by`;

export interface Ids {
  readonly resources: ReadonlyMap<string, number>;
  readonly tasks: ReadonlyMap<string, number>;
}

export function rawRow(values: readonly string[], ids: Ids): Record<string, unknown> {
  const row: Record<string, unknown> = {
    key: foldKey(values.slice(0, REFERENCE)),
    resource_id: ids.resources.get(values[3] as string),
    task_id: ids.tasks.get(`${values[4]}/${values[5]}`),
  };
  for (const [at, [, db]] of columns.entries()) row[db] = values[at];
  return row;
}
