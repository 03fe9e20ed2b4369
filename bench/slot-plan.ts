import type pg from 'pg';
import type { SentCall } from './task-rows.ts';

/**
 * A field service in the middle of its quarter: every resource has some fifty appointments in thirteen weeks, of an hour to three, around
 * Brussels. Everything follows from numbers, so that two runs ask the same of the same plan, in the weeks after their day.
 */
export const RESOURCES = 1000;
export const APPOINTMENTS = 50_000;
const JOBS = 5000;
const SKILLS = 20;
const DAY_MS = 86_400_000;

/** The Monday after a day: plans lie ahead of those who ask. */
export const mondayAfter = (now: number): number => {
  const day = Math.floor(now / DAY_MS);
  return (day + 7 - ((day + 3) % 7)) * DAY_MS;
};

const call = (procedure: string, values: Readonly<Record<string, string | number>>): SentCall => ({
  StoredProcedureName: procedure,
  ParameterNames: Object.keys(values),
  ParameterValues: Object.values(values).map(String),
});

/** Knuth's multiplicative hash: spread without order, the same in every run. */
const scattered = (number: number, below: number): number => (Math.imul(number + 1, 2_654_435_761) >>> 0) % below;
const resourceNo = (number: number): string => `R${String(number).padStart(4, '0')}`;
export const skill = (number: number): string => `Skill ${number % SKILLS}`;

/** Some 150 km in each direction. */
const resourceCall = (number: number): SentCall =>
  call('mboc_upsertResource', {
    ResourceNo: resourceNo(number),
    DisplayName: `Technician ${number}`,
    HomeAddressGeoLat: 50.2 + scattered(number, 1400) / 1000,
    HomeAddressGeoLong: 3.4 + scattered(7 * number, 2100) / 1000,
  });

const jobCalls = (number: number): SentCall[] => {
  const key = { SourceApp: 'ERP', SourceType: 'SERVICE', JobNo: `J${number}` };
  return [
    call('mboc_upsertJob', {
      ...key,
      ShortDescription: `Contract ${number}`,
      CustomerNo: `C${number % 3000}`,
      SiteAddressGeoLat: 50.2 + scattered(3 * number, 1400) / 1000,
      SiteAddressGeoLong: 3.4 + scattered(5 * number, 2100) / 1000,
    }),
    call('mboc_upsertTask', { ...key, TaskNo: 'T', ShortDescription: `Visit ${number}`, DurationInSeconds: 5400 }),
  ];
};

/** Appointments by two statements: what it costs to import them is another benchmark's question. */
const FILL_APPOINTMENTS = `insert into appointment (tenant_id, key, task_id, appointment_no, appointment_guid, source_app, source_type,
  job_no, task_no, start, "end", created_by, updated_by)
select t.tenant_id, 'a' || n, t.id, 'A' || n, gen_random_uuid(), t.source_app, t.source_type, t.job_no, t.task_no, s.start,
  s.start + make_interval(mins => 60 + 15 * (n * 7 % 9)), 'bench', 'bench'
from generate_series(0, $2 - 1) n
join task t on t.job_no = 'J' || n * 7919 % $3
cross join lateral (select ($1::date + make_interval(days => n / $4 * 91 / ($2 / $4), mins => 480 + 15 * (n * 31 % 25)))
  at time zone 'Europe/Brussels' as start) s`;
const FILL_ASSIGNMENTS = `insert into assignment (tenant_id, key, owner_id, resource_id, appointment_id, appointment_no, resource_no,
  created_by, updated_by)
select a.tenant_id, a.key || chr(31) || r.key, a.id, r.id, a.id, a.appointment_no, r.resource_no, 'bench', 'bench'
from appointment a join resource r on r.resource_no = 'R' || lpad((substr(a.key, 2)::int % $1)::text, 4, '0')`;

export async function fillPlan(
  client: pg.Client,
  send: (calls: readonly SentCall[]) => Promise<unknown>,
  monday: number,
): Promise<number> {
  const numbers = (count: number): number[] => Array.from({ length: count }, (_, number) => number);
  await send(numbers(RESOURCES).map(resourceCall));
  await send(
    numbers(RESOURCES * 3).map((number) =>
      call('mboc_upsertResourceFilterValue', {
        ResourceNo: resourceNo(number % RESOURCES),
        FilterGroup: 'Skill',
        FilterValue: skill(scattered(number % RESOURCES, SKILLS) + 7 * Math.floor(number / RESOURCES)),
      }),
    ),
  );
  for (let at = 0; at < JOBS; at += 1000) await send(numbers(1000).flatMap((number) => jobCalls(at + number)));
  const date = new Date(monday).toISOString().slice(0, 10);
  await client.query(FILL_APPOINTMENTS, [date, APPOINTMENTS, JOBS, RESOURCES]);
  await client.query(FILL_ASSIGNMENTS, [RESOURCES]);
  await client.query('vacuum analyze');
  const { rows } = await client.query<{ id: string; n: string }>(
    'select t.id, (select count(*) from assignment) as n from tenant t',
  );
  if (Number(rows[0]?.n) !== APPOINTMENTS) throw new Error(`${rows[0]?.n} appointments were planned`);
  return Number(rows[0]?.id);
}
