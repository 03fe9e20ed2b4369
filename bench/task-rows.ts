import { foldKey } from '../src/domain/natural-key.ts';

/** The rows of the import benchmark: tasks of 20 parameters, all values strings as clients send them. */
const columns = [
  ['SourceApp', 'source_app', 'text'],
  ['SourceType', 'source_type', 'text'],
  ['JobNo', 'job_no', 'text'],
  ['TaskNo', 'task_no', 'text'],
  ['ShortDescription', 'short_description', 'text'],
  ['Description', 'description', 'text'],
  ['Category', 'category', 'text'],
  ['Importance', 'importance', 'integer'],
  ['Status', 'status', 'text'],
  ['RequestedStartDate', 'requested_start_date', 'timestamp with time zone'],
  ['RequestedEndDate', 'requested_end_date', 'timestamp with time zone'],
  ['DurationInSeconds', 'duration_in_seconds', 'bigint'],
  ['Subject', 'subject', 'text'],
  ['Body', 'body', 'text'],
  ['RequiredNoResources', 'required_no_resources', 'integer'],
  ['Skill1', 'skill1', 'text'],
  ['FreeText1', 'free_text1', 'text'],
  ['FreeText2', 'free_text2', 'text'],
  ['FreeDecimal1', 'free_decimal1', 'numeric(18,6)'],
  ['FreeBit1', 'free_bit1', 'boolean'],
] as const;

const NAMES = columns.map(([parameter]) => parameter);
const KEY_PARTS = 4;

export interface SentCall {
  readonly StoredProcedureName: string;
  readonly ParameterNames: readonly string[];
  readonly ParameterValues: readonly string[];
}

export const jobNo = (number: number): string => `JOB-${String(number).padStart(5, '0')}`;

export const jobCalls = (count: number): SentCall[] =>
  Array.from({ length: count }, (_, number) => ({
    StoredProcedureName: 'mboc_upsertJob',
    ParameterNames: ['SourceApp', 'SourceType', 'JobNo', 'ShortDescription'],
    ParameterValues: ['ERP', 'SERVICE', jobNo(number), `Maintenance contract ${number}`],
  }));

const skills = ['HVAC', 'ELEC', 'PLUMB', 'LIFT', 'FIRE'];
const categories = ['Maintenance', 'Repair', 'Inspection', 'Installation'];

/** The values of one task. A higher revision of the same task differs in its status, dates, duration and one free text. */
export function taskValues(set: string, number: number, jobs: number, revision = 0): string[] {
  const day = String(1 + ((number + revision) % 28)).padStart(2, '0');
  const hour = 7 + (number % 9);
  const at = (h: number): string => `2026-03-${day}T${String(h).padStart(2, '0')}:30:00`;
  return [
    'ERP',
    'SERVICE',
    jobNo(number % jobs),
    `${set}-${number}`,
    `Yearly inspection of unit ${number}`,
    `Check the burner, the pump and the valves of unit ${number}; replace the filter when worn.`,
    categories[number % categories.length] as string,
    String(number % 3),
    revision % 2 === 0 ? 'Open' : 'Released',
    at(hour),
    at(hour + 2),
    String(1800 + (number % 12) * 900 + revision),
    `Unit ${number} at Rue de la Loi ${number % 200}`,
    `Ring at the porter's lodge. Contact: Mrs Peeters, +32 2 555 ${String(number % 10000).padStart(4, '0')}.`,
    '1',
    skills[number % skills.length] as string,
    `PO-${number * 7}`,
    `revision ${revision}`,
    `${number % 1000}.25`,
    number % 2 === 0 ? 'true' : 'false',
  ];
}

export const taskCall = (values: readonly string[]): SentCall => ({
  StoredProcedureName: 'mboc_upsertTask',
  ParameterNames: NAMES,
  ParameterValues: values,
});

/** What somebody would write who needs nothing but the rows in the table: $1 tenant, $2 rows, $3 actor. */
export const rawTaskStatement = (
  table: string,
): string => `insert into ${table} (tenant_id, key, job_id, ${columns.map(([, db]) => db).join(', ')}, created_by, updated_by)
select $1, i.key, i.job_id, ${columns.map(([, db]) => `i.${db}`).join(', ')}, $3, $3
from json_to_recordset($2) as i(key text, job_id bigint, ${columns.map(([, db, type]) => `${db} ${type}`).join(', ')})
on conflict (tenant_id, key) do update set job_id = excluded.job_id,
  ${columns
    .slice(KEY_PARTS)
    .map(([, db]) => `${db} = excluded.${db}`)
    .join(', ')},
  version = ${table}.version + 1, updated_at = now(), updated_by = excluded.updated_by`;

export function rawRow(values: readonly string[], jobIds: ReadonlyMap<string, number>): Record<string, unknown> {
  const row: Record<string, unknown> = {
    key: foldKey(values.slice(0, KEY_PARTS)),
    job_id: jobIds.get(values[2] as string),
  };
  for (const [at, [, db]] of columns.entries()) row[db] = values[at];
  return row;
}
