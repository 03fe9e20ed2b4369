import type pg from 'pg';
import { categoryCalls, range, resourceNo } from './appointment-rows.ts';
import { dropIndexes, makeIndexes } from './scale-indexes.ts';
import type { SentCall } from './task-rows.ts';

/**
 * A tenant that grows backwards in time: 250 resources with 20 appointments in each week. The last week, the one that is measured, comes through
 * the service, with all that follows from it. Weeks before it are copies of its rows, made by SQL, ten weeks at a time.
 */
export const RESOURCES = 250;
const A_DAY = 4;
export const PER_WEEK = RESOURCES * 5 * A_DAY;
/** Weeks that share their tasks, and customers: each task has so many appointments, and others come after it. */
const WEEKS_OF_A_TASK = 10;
export const TASKS_OF_A_JOB = 5;
const DAY_MS = 86_400_000;
const CALLS = 2000;
/** Above every id that the service has given. */
const COPIES_FROM = 1_000_000_000;
/** Tables with what a connection fills of them, one beside the other: the copied ones by the column that says which appointment they are of. */
const FILLED: readonly Readonly<Record<string, string>>[] = [
  { appointment: 'id' },
  { assignment: 'owner_id' },
  { appointment_plan: 'appointment_id', resource_plan: 'appointment_id', violation: 'appointment_id' },
  { appointment_search: 'id' },
];
export const CONNECTIONS = FILLED.length;
/** Few enough to come first. Triggers write their texts for searches. */
const WORK = ['job', 'task'];
const WORK_TEXTS = ['job_search', 'task_search'];

/** `insert … select` of all columns of a table, some of them replaced. `t` is the row that is copied. */
interface Copy {
  readonly table: string;
  readonly replaced: Readonly<Record<string, string>>;
  readonly rest: string;
}
interface Weeks {
  readonly block: number;
  readonly from: number;
  readonly till: number;
}

const call = (procedure: string, values: Readonly<Record<string, string | number>>): SentCall => ({
  StoredProcedureName: procedure,
  ParameterNames: Object.keys(values),
  ParameterValues: Object.values(values).map(String),
});
/** Knuth's multiplicative hash: spread without order, the same in every run. */
const scattered = (number: number, below: number): number => (Math.imul(number + 1, 2_654_435_761) >>> 0) % below;

export const resourceCall = (number: number): SentCall =>
  call('mboc_upsertResource', {
    ResourceNo: resourceNo(number),
    DisplayName: `Technician ${number}`,
    TeamCode: `T${number % 20}`,
    HomeAddressGeoLat: 50.8 + scattered(number, 100) / 1000,
    HomeAddressGeoLong: 4.3 + scattered(7 * number, 100) / 1000,
  });

const keyOf = (number: number) => ({
  SourceApp: 'ERP',
  SourceType: 'SERVICE',
  JobNo: `J${Math.floor(number / TASKS_OF_A_JOB)}`,
});

export const jobCall = (number: number): SentCall =>
  call('mboc_upsertJob', {
    ...keyOf(number * TASKS_OF_A_JOB),
    ShortDescription: `Maintenance contract ${number}`,
    Description: `Yearly maintenance of the heating and cooling of building ${number}, all floors.`,
    CustomerNo: `C${number % 1000}`,
    CustomerName: `Customer ${number % 1000} NV`,
    SiteName: `Building ${number}`,
    SiteAddress: `Rue de la Loi ${number % 200}, 1000 Brussels`,
    SiteCity: 'Brussels',
    SiteAddressGeoLat: 50.8 + scattered(3 * number, 100) / 1000,
    SiteAddressGeoLong: 4.3 + scattered(5 * number, 100) / 1000,
  });

export const taskCall = (number: number): SentCall =>
  call('mboc_upsertTask', {
    ...keyOf(number),
    TaskNo: `T${number}`,
    ShortDescription: `Inspection of unit ${number}`,
    Subject: `Unit ${number}: filters, pressure, safety valve`,
    Body: 'Call the caretaker on arrival. Parts are in the van.',
    DurationInSeconds: 4500,
    Category: ['Maintenance', 'Repair', 'Inspection', 'Installation'][number % 4] ?? '',
  });

/** The appointment of a number in a week that begins on a Monday. */
export function appointmentCall(number: number, monday: number, guid?: string): SentCall {
  const resource = Math.floor(number / (5 * A_DAY)) % RESOURCES;
  const date = new Date(monday + (Math.floor(number / A_DAY) % 5) * DAY_MS).toISOString().slice(0, 10);
  const hour = 8 + 2 * (number % A_DAY);
  const task = scattered(number, PER_WEEK);
  return call('mboc_upsertAppointment', {
    ...keyOf(task),
    TaskNo: `T${task}`,
    ...(guid === undefined ? {} : { AppointmentGuid: guid }),
    ResourceNo: resourceNo(resource),
    Start: `${date}T${String(hour).padStart(2, '0')}:00:00`,
    // One in twenty ends when the next one begins, somewhere else: a conflict to show.
    End: `${date}T${String(hour + (number % 20 === 0 ? 2 : 1)).padStart(2, '0')}:${number % 20 === 0 ? '00' : '15'}:00`,
    Subject: `Unit ${number}`,
  });
}

export class ScaleTenant {
  readonly #client: pg.Client;
  readonly #clients: readonly pg.Client[];
  readonly #columns = new Map<string, readonly string[]>();
  #tenantId = 0;
  /** Weeks that the tenant has, the measured one included. */
  weeks = 0;

  /** As many as CONNECTIONS says. */
  constructor(clients: readonly [pg.Client, ...pg.Client[]]) {
    this.#client = clients[0];
    this.#clients = clients;
  }

  /** The measured week, as a back office sends it. */
  async sendWeek(send: (calls: readonly SentCall[]) => Promise<unknown>, monday: number): Promise<void> {
    await send([...categoryCalls(), ...range(0, RESOURCES, resourceCall)]);
    const all = async (count: number, make: (number: number) => SentCall): Promise<void> => {
      for (let at = 0; at < count; at += CALLS) await send(range(at, Math.min(CALLS, count - at), make));
    };
    await all(PER_WEEK / TASKS_OF_A_JOB, jobCall);
    await all(PER_WEEK, taskCall);
    await all(PER_WEEK, (number) => appointmentCall(number, monday));
    this.weeks = 1;
  }

  /** Continues with what an earlier run has left in the database; answers the Monday of its measured week. */
  async resume(): Promise<number | undefined> {
    const { rows: known } = await this.#client.query<{ known: string }>(
      `select to_regclass('bench_appointment') as known`,
    );
    if (!known[0]?.known) return undefined;
    const { rows } = await this.#client.query<{ monday: string; id: string; earliest: string }>(
      `select tenant_id as id, extract(epoch from date_trunc('week', min(start))::date)::bigint as monday,
         (select extract(epoch from min(start)) from appointment) as earliest
       from bench_source_appointment group by 1`,
    );
    const [{ monday, earliest, id }] = rows as [(typeof rows)[number]];
    this.#tenantId = Number(id);
    this.weeks = 1 + Math.floor((Number(monday) + 7 * 86_400 - Number(earliest) - 86_400) / (7 * 86_400));
    return Number(monday) * 1000;
  }

  /** After the service has computed the plan of the measured week: remembers its rows in their order. */
  async remember(): Promise<void> {
    const { rows } = await this.#client.query<{ id: string }>('select id from tenant');
    this.#tenantId = Number(rows[0]?.id);
    for (const [table, order] of [
      ['appointment', 'start, id'],
      ['task', 'id'],
      ['job', 'id'],
    ])
      await this.#client.query(
        `create table bench_${table} as select id, row_number() over (order by ${order}) as rn from ${table}`,
      );
    // Now the tables have nothing else; later they are too large to find the week in them without an index.
    for (const table of WORK)
      await this.#client.query(`create table bench_source_${table} as table ${table} order by id`);
    for (const [table, id] of FILLED.flatMap((part) => Object.entries(part)))
      await this.#client.query(
        `create table bench_source_${table} as select t.* from ${table} t join bench_appointment a on a.id = t.${id} order by a.rn`,
      );
    await this.#client.query('analyze');
  }

  /** Adds weeks before the first one. */
  async growTo(weeks: number, report: (done: string) => void): Promise<void> {
    const blocks: Weeks[] = [];
    for (let from = this.weeks; from < weeks; from = blocks.at(-1)?.till ?? weeks) {
      const block = Math.floor(from / WEEKS_OF_A_TASK);
      blocks.push({ block, from, till: Math.min(weeks, (block + 1) * WEEKS_OF_A_TASK) });
    }
    for (const client of this.#clients) {
      await client.query('set synchronous_commit = off');
      await client.query("set work_mem = '64MB'");
      await client.query("set maintenance_work_mem = '512MB'");
    }
    const large = FILLED.flatMap((part) => Object.keys(part));
    await dropIndexes(this.#client, [...WORK, ...WORK_TEXTS, ...large]);
    for (const { block, from } of blocks) if (block > 0 && from % WEEKS_OF_A_TASK === 0) await this.#copyTasks(block);
    for (const table of [...WORK, ...WORK_TEXTS]) await makeIndexes(this.#client, table);
    report('jobs and tasks');
    await Promise.all(
      this.#clients.map(async (client, at) => {
        const own = Object.keys(FILLED[at] ?? {});
        // The texts for searches are copied too.
        await client.query('set session_replication_role = replica');
        for (const each of blocks) {
          for (const copy of this.#copiesOf(each)) if (own.includes(copy.table)) await this.#copy(client, copy);
          if (each.till % 200 === 0) report(`${own[0]}, ${each.till * PER_WEEK} appointments`);
        }
        await client.query('reset session_replication_role');
        for (const table of own) await makeIndexes(client, table);
        report(`indexes of ${own.join(', ')}`);
      }),
    );
    this.weeks = weeks;
    for (const each of blocks) await this.#totalTasks(each);
    await this.#client.query('vacuum analyze task_plan');
    for (const table of ['appointment', 'assignment', 'task', 'job'])
      await this.#client.query(
        `select setval(pg_get_serial_sequence('${table}', 'id'), max(id)) from ${table} where tenant_id = ${this.#tenantId}`,
      );
    await this.#client.query('drop table bench_index');
    for (const client of this.#clients) await client.query('reset all');
  }

  async #copy(client: pg.Client, { table, replaced, rest }: Copy): Promise<void> {
    let names = this.#columns.get(table);
    if (!names) {
      const { rows } = await client.query<{ name: string }>(
        `select attname as name from pg_attribute
         where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
        [table],
      );
      names = rows.map(({ name }) => name);
      this.#columns.set(table, names);
    }
    const quoted = names.map((name) => `"${name}"`);
    const values = names.map((name) => replaced[name] ?? `t."${name}"`);
    await client.query(
      `insert into ${table} (${quoted.join(', ')}) overriding system value select ${values.join(', ')} from bench_source_${table} t ${rest}`,
    );
  }

  async #copyTasks(block: number): Promise<void> {
    const jobId = `${COPIES_FROM + block * PER_WEEK} + j.rn`;
    const jobNo = `'B${block}-' || t.job_no`;
    const jobKey = `replace(t.key, lower(t.job_no), lower(${jobNo}))`;
    await this.#copy(this.#client, {
      table: 'job',
      replaced: { id: jobId, job_no: jobNo, key: jobKey, customer_no: `'B${block}-' || t.customer_no` },
      rest: 'join bench_job j on j.id = t.id',
    });
    await this.#copy(this.#client, {
      table: 'task',
      replaced: { id: `${COPIES_FROM + block * PER_WEEK} + k.rn`, job_id: jobId, job_no: jobNo, key: jobKey },
      rest: 'join bench_task k on k.id = t.id join bench_job j on j.id = t.job_id',
    });
  }

  #copiesOf({ block, from, till }: Weeks): Copy[] {
    // Days of the time zone of the connection, which is that of the tenant.
    const earlier = (moment: string): string => `${moment} - w * interval '7 days'`;
    const idOf = (row: string): string => `${COPIES_FROM} + w * ${PER_WEEK} + ${row}.rn`;
    const weeks = `cross join generate_series(${till - 1}, ${from}, -1) w`;
    const taskId = block === 0 ? 't.task_id' : `${COPIES_FROM + block * PER_WEEK} + k.rn`;
    const no = `upper(substr(md5(w || '/' || a.rn), 1, 13))`;
    const shifted = { start: earlier('t.start'), end: earlier('t."end"') };
    const task = 'join bench_task k on k.id = t.task_id';
    const own = 'join bench_appointment a on a.id = t.appointment_id';
    const assigned = `case when t.appointment_id is not null then ${idOf('a')} end`;
    return [
      {
        table: 'appointment',
        replaced: {
          ...{ id: idOf('a'), key: `lower(${no})`, appointment_no: no },
          appointment_guid: `md5('guid' || w || '/' || a.rn)::uuid`,
          task_id: taskId,
          ...(block === 0 ? {} : { job_no: `'B${block}-' || t.job_no` }),
          ...shifted,
        },
        rest: `join bench_appointment a on a.id = t.id ${task} ${weeks}`,
      },
      {
        table: 'appointment_search',
        replaced: { id: idOf('a'), task_id: taskId, own: `lower(concat_ws(' ', s.subject, ${no}))` },
        rest: `join bench_appointment a on a.id = t.id join bench_source_appointment s on s.id = t.id ${task} ${weeks}`,
      },
      {
        table: 'assignment',
        replaced: {
          ...{ id: idOf('a'), owner_id: idOf('a'), appointment_id: assigned, appointment_no: no },
          key: `lower(${no}) || substr(t.key, strpos(t.key, chr(31)))`,
        },
        rest: `join bench_appointment a on a.id = t.owner_id ${weeks}`,
      },
      {
        table: 'appointment_plan',
        replaced: { appointment_id: idOf('a'), task_id: taskId, ...shifted },
        rest: `${own} ${task} ${weeks}`,
      },
      {
        table: 'resource_plan',
        replaced: { appointment_id: idOf('a'), ...shifted },
        rest: `${own} ${weeks}`,
      },
      {
        table: 'violation',
        replaced: {
          ...{ key: `t.key || '/' || w`, appointment_id: idOf('a'), task_id: taskId, ...shifted },
          other_id: `case when t.other_id is not null then ${idOf('o')} end`,
        },
        rest: `${own} left join bench_appointment o on o.id = t.other_id ${task} ${weeks}`,
      },
    ];
  }

  /** The totals of the second block are those of every full block after it, so many weeks earlier. */
  async #totalTasks({ block, from, till }: Weeks): Promise<void> {
    if (block < 2 || till - from < WEEKS_OF_A_TASK) return this.#sumTasks(block);
    const first = COPIES_FROM + PER_WEEK;
    await this.#client.query(
      `create table if not exists bench_source_task_plan as
       select * from task_plan where tenant_id = ${this.#tenantId} and task_id > ${first} and task_id <= ${first + PER_WEEK}`,
    );
    const earlier = (moment: string): string => `t.${moment} - interval '${(block - 1) * WEEKS_OF_A_TASK * 7} days'`;
    const further = (block - 1) * WEEKS_OF_A_TASK * PER_WEEK;
    await this.#copy(this.#client, {
      table: 'task_plan',
      replaced: {
        ...{ task_id: `t.task_id + ${(block - 1) * PER_WEEK}`, first_id: `t.first_id + ${further}` },
        ...{ last_id: `t.last_id + ${further}`, first_start: earlier('first_start'), last_end: earlier('last_end') },
      },
      rest: '',
    });
  }

  async #sumTasks(block: number): Promise<void> {
    const [first, last] = [COPIES_FROM + block * PER_WEEK, COPIES_FROM + (block + 1) * PER_WEEK];
    const tasks = block === 0 ? 'in (select id from bench_task)' : `> ${first} and p.task_id <= ${last}`;
    await this.#client.query(
      `insert into task_plan (tenant_id, task_id, appointments, planned_ms, quantity, resources, fully_planned, first_start, first_id, last_end, last_id)
       select ${this.#tenantId}, p.task_id, count(*), sum(p.planned_ms), sum(p.quantity),
         (select count(distinct r.resource_id) from appointment_plan q join resource_plan r on r.tenant_id = q.tenant_id and r.appointment_id = q.appointment_id
          where q.tenant_id = ${this.#tenantId} and q.task_id = p.task_id), true,
         min(p.start), (array_agg(p.appointment_id order by p.start, p.appointment_id))[1], max(p."end"),
         (array_agg(p.appointment_id order by p."end" desc, p.appointment_id))[1]
       from appointment_plan p where p.tenant_id = ${this.#tenantId} and p.task_id ${tasks} group by p.task_id
       on conflict (tenant_id, task_id) do update set appointments = excluded.appointments, planned_ms = excluded.planned_ms,
         quantity = excluded.quantity, resources = excluded.resources, first_start = excluded.first_start, first_id = excluded.first_id,
         last_end = excluded.last_end, last_id = excluded.last_id`,
    );
  }
}
