import type { Session } from '../../platform/postgres/database.ts';
import { andVisible, binder, type Reader } from '../../records/reading/visible-rows.ts';
import { customerFound, foundAppointments, foundTasks, jobFound } from './texts.ts';

/** Every word is in one of these texts, for the few rows that are read anyway. */
const found = (texts: readonly string[], words: readonly string[]): string =>
  words.map((word) => `strpos(lower(concat_ws(' ', ${texts.join(', ')})), ${word}) > 0`).join(' and ');

const ofSourceApps = (row: string, parameter: string): string =>
  `(${parameter}::text[] is null or ${row}.source_app is null or lower(${row}.source_app) = any(${parameter}))`;

interface Question {
  readonly words: readonly string[];
  readonly limit: number;
  readonly now: Date;
}

/** A statement with the tenant, the source systems and the limit as its first parameters, and the words in lower case. */
function parameters(reader: Reader, { words, limit }: Question) {
  const values: unknown[] = [reader.tenantId, reader.sourceApps, limit];
  const bind = binder(values);
  return { values, bind, words: words.map((word) => `lower(${bind(word)}::text)`) };
}

export interface Visit {
  readonly visitId: number | null;
  readonly visitStart: number | null;
}

/** The appointment nearest to now of what `where` names, as a lateral join. */
const nearest = (reader: Reader, where: string, bind: (value: unknown) => string, now: Date): string =>
  `left join lateral (
     select a.id, a.start from appointment a join task s on s.tenant_id = a.tenant_id and s.id = a.task_id
     where a.tenant_id = $1 and ${where}${andVisible(reader, 'Appointment', 'a', bind)}
     order by abs(extract(epoch from a.start - ${bind(now)}::timestamptz)), a.id limit 1
   ) v on true`;

export interface FoundJob extends Visit {
  readonly id: number;
  readonly sourceApp: string;
  readonly sourceType: string;
  readonly jobNo: string;
  readonly description: string;
  readonly customerName: string | null;
  readonly city: string | null;
}

/** The newest first. */
export function findJobs(db: Session, reader: Reader, question: Question): Promise<FoundJob[]> {
  const { values, bind, words } = parameters(reader, question);
  const visible = andVisible(reader, 'Job', 'j', bind);
  return db.query(
    `with f as (
       select j.* from job_search t join job j on j.tenant_id = t.tenant_id and j.id = t.id
       where t.tenant_id = $1 and ${ofSourceApps('j', '$2')} and ${jobFound('t', words)}${visible}
       order by t.id desc limit $3
     )
     select f.id, f.source_app as "sourceApp", f.source_type as "sourceType", f.job_no as "jobNo", left(f.short_description, 200) as description,
       f.customer_name as "customerName", f.site_city as city, v.id as "visitId", v.start as "visitStart"
     from f ${nearest(reader, 's.job_id = f.id', bind, question.now)} order by f.id desc`,
    values,
  );
}

export interface FoundTask extends FoundJob {
  readonly taskNo: string;
}

export function findTasks(db: Session, reader: Reader, question: Question): Promise<FoundTask[]> {
  const { values, bind, words } = parameters(reader, question);
  const visible = andVisible(reader, 'Task', 't', bind);
  return db.query(
    `with ${foundTasks(words)}, f as (
       select t.id, t.source_app, t.source_type, t.job_no, t.task_no, coalesce(t.subject, t.short_description) as description,
         j.customer_name, j.site_city
       from (select id from found order by id desc) found
       cross join lateral (
         select * from task t where t.tenant_id = $1 and t.id = found.id and ${ofSourceApps('t', '$2')}${visible} offset 0
       ) t
       join job j on j.tenant_id = $1 and j.id = t.job_id
       order by found.id desc limit $3
     )
     select f.id, f.source_app as "sourceApp", f.source_type as "sourceType", f.job_no as "jobNo", f.task_no as "taskNo",
       left(f.description, 200) as description, f.customer_name as "customerName", f.site_city as city,
       v.id as "visitId", v.start as "visitStart"
     from f ${nearest(reader, 'a.task_id = f.id', bind, question.now)} order by f.id desc`,
    values,
  );
}

export interface FoundCustomer {
  readonly customerNo: string | null;
  readonly name: string;
  readonly jobs: number;
}

/** Customers are texts of jobs: only those of visible jobs are found. */
export function findCustomers(db: Session, reader: Reader, question: Question): Promise<FoundCustomer[]> {
  const { values, bind, words } = parameters(reader, question);
  return db.query(
    `select j.customer_no as "customerNo", coalesce(j.customer_name, j.customer_no) as name, count(*)::integer as jobs
     from job_search t join job j on j.tenant_id = t.tenant_id and j.id = t.id
     where t.tenant_id = $1 and ${customerFound('t', words)} and ${ofSourceApps('j', '$2')}
       and coalesce(j.customer_name, j.customer_no) is not null${andVisible(reader, 'Job', 'j', bind)}
     group by 1, 2 order by 3 desc, 2 limit $3`,
    values,
  );
}

export interface FoundResource {
  readonly resourceNo: string;
  readonly name: string;
  readonly teamName: string | null;
}

export function findResources(db: Session, reader: Reader, question: Question): Promise<FoundResource[]> {
  const { values, bind, words } = parameters(reader, question);
  return db.query(
    `select r.resource_no as "resourceNo", coalesce(r.display_name, r.resource_name, r.resource_no) as name, r.team_name as "teamName"
     from resource r where r.tenant_id = $1 and ${ofSourceApps('r', '$2')} and not r.do_not_show
       and ${found(['r.resource_no', 'r.display_name', 'r.resource_name', 'r.team_name', 'r.department'], words)}
       ${andVisible(reader, 'Resource', 'r', bind)}
     order by 2, 1 limit $3`,
    values,
  );
}

export interface FoundAppointment {
  readonly id: number;
  readonly start: number;
  readonly end: number;
  readonly subject: string | null;
  readonly jobNo: string | null;
  readonly taskNo: string | null;
  readonly customerName: string | null;
  readonly city: string | null;
}

const ofAppointment = [
  ...['a.subject', 'a.appointment_no', 't.job_no', 't.task_no', 't.short_description', 't.subject'],
  ...['j.customer_no', 'j.customer_name', 'j.site_address', 'j.site_city'],
];
const COLUMNS = `a.id, a.start, a."end", coalesce(a.subject, t.subject, t.short_description) as subject, a.job_no as "jobNo", a.task_no as "taskNo",
       j.customer_name as "customerName", j.site_city as city`;
const WITH_JOB = `left join task t on t.tenant_id = a.tenant_id and t.id = a.task_id
     left join job j on j.tenant_id = t.tenant_id and j.id = t.job_id`;
const distance = (now: string): string => `greatest(a.start - ${now}, ${now} - a.start)`;

/** So many before and after now are looked at one by one. */
const AROUND = 200;

/**
 * Of any date, the nearest to now first. A word that many appointments have is found close to now, without reading the others; what is not found
 * there is looked for everywhere.
 */
export async function findAppointments(db: Session, reader: Reader, question: Question): Promise<FoundAppointment[]> {
  const near = await appointmentsNearNow(db, reader, question);
  return near.length >= question.limit ? near : allAppointments(db, reader, question);
}

/** Only what is nearer than everything that was not looked at. */
function appointmentsNearNow(db: Session, reader: Reader, question: Question): Promise<FoundAppointment[]> {
  const { values, bind, words } = parameters(reader, question);
  const visible = andVisible(reader, 'Appointment', 'a', bind);
  const now = `${bind(question.now)}::timestamptz`;
  const side = (which: string, order: string): string =>
    `(select id, start from appointment where tenant_id = $1 and start ${which} ${now} order by start ${order} limit ${AROUND})`;
  const reach = (side: string): string =>
    `(select case when count(*) < ${AROUND} then interval '500000 years' else max(greatest(start - ${now}, ${now} - start)) end from ${side})`;
  return db.query(
    `with later as materialized ${side('>=', '')}, earlier as materialized ${side('<', 'desc')}
     select ${COLUMNS} from (select id from later union all select id from earlier) s
     join appointment a on a.tenant_id = $1 and a.id = s.id ${WITH_JOB}
     where ${distance(now)} < least(${reach('later')}, ${reach('earlier')})
       and ${ofSourceApps('a', '$2')} and ${found(ofAppointment, words)}${visible}
     order by ${distance(now)}, a.id limit $3`,
    values,
  );
}

function allAppointments(db: Session, reader: Reader, question: Question): Promise<FoundAppointment[]> {
  const { values, bind, words } = parameters(reader, question);
  const visible = andVisible(reader, 'Appointment', 'a', bind);
  const now = `${bind(question.now)}::timestamptz`;
  return db.query(
    `with ${foundAppointments(words)}, nearest as (
       select a.id from found cross join lateral (
         select a.id, a.start from appointment a
         where a.tenant_id = $1 and a.id = found.id and ${ofSourceApps('a', '$2')}${visible} offset 0
       ) a
       order by ${distance(now)}, a.id limit $3
     )
     select ${COLUMNS} from nearest join appointment a on a.tenant_id = $1 and a.id = nearest.id ${WITH_JOB}
     order by ${distance(now)}, a.id`,
    values,
  );
}
