import type { StoredViolation } from '../../domain/violations/present-violation.ts';
import type { Database, Session } from '../../platform/postgres/database.ts';
import { momentOf, violationOverlaps } from '../../platform/postgres/time-window.ts';
import type { Bind } from '../../records/reading/visibility.ts';
import { andVisible, binder, type Reader } from '../../records/reading/visible-rows.ts';

/** Reads of the projected plan. Who reads brings it up to date first. */

/** What is planned for a task, beside the columns of its row `t`. */
export const taskPlanColumns = {
  $plan: `(select json_build_object('appointments', p.appointments, 'plannedMs', p.planned_ms, 'resources', p.resources,
    'fullyPlanned', p.fully_planned) from task_plan p where p.tenant_id = t.tenant_id and p.task_id = t.id)`,
  $entrySeconds: `(select coalesce(sum(b.duration_in_seconds), 0)::bigint from task_budget_entry b
    where b.tenant_id = t.tenant_id and b.task_id = t.id)`,
};

/** What `isOpen` of domain/task-openness.ts says, of a row `t`. */
export function openTasks(now: Date): string {
  const moment = `timestamptz '${now.toISOString()}'`;
  return `not t.is_complete and (t.task_open_as_of is null or t.task_open_as_of <= ${moment})
    and (t.task_open_till is null or t.task_open_till >= ${moment})
    and (t.infinite_task or not exists (
      select from task_plan p where p.tenant_id = t.tenant_id and p.task_id = t.id and p.fully_planned))`;
}

export interface ViolationWindow {
  /** Epoch ms; a violation belongs to the window when it overlaps it. */
  readonly start: number;
  readonly end: number;
  readonly rules: readonly string[] | null;
  readonly severity: string | null;
  /** Folded resource numbers, null for all. */
  readonly resources: readonly string[] | null;
  readonly reader: Reader;
  /** Waivers that end before it do not count. */
  readonly now: Date;
}

const FROM = `from violation v
  left join appointment a on a.tenant_id = v.tenant_id and a.id = v.appointment_id
  left join appointment o on o.tenant_id = v.tenant_id and o.id = v.other_id
  left join task t on t.tenant_id = v.tenant_id and t.id = v.task_id
  left join job j on j.tenant_id = t.tenant_id and j.id = t.job_id
  left join resource r on r.tenant_id = v.tenant_id and r.id = v.resource_id`;

/** Changes when the conflict does: its appointments move, or more of a rule is broken. A travel time that the router corrects is no change. */
const FINGERPRINT = `md5(concat_ws('|', extract(epoch from a.start), extract(epoch from a."end"), extract(epoch from o.start),
  extract(epoch from o."end"), (v.detail - 'source' - 'travelInSeconds' - 'distanceInMetres')::text))`;

/** The waiver of a violation that is as it was when it was accepted. */
const waiverAt = (
  now: string,
): string => `left join violation_waiver w on w.tenant_id = v.tenant_id and w.violation_key = v.key
  and w.until > ${now}::timestamptz and w.fingerprint = ${FINGERPRINT}`;

const MS = (column: string): string => `extract(epoch from ${column}) * 1000`;
const WAIVER = `case when w.id is not null then json_build_object('reason', w.reason, 'until', ${MS('w.until')}, 'by', w.created_by,
  'at', ${MS('w.created_at')}) end as waiver`;

/** Whether the reader may see a record; what belongs to another source system stays out of sight, also beside one of his own. */
type Sees = (row: 'a' | 'o' | 't' | 'r') => string;

const KINDS = { a: 'Appointment', o: 'Appointment', t: 'Task', r: 'Resource' } as const;

const ofSourceApps = (row: string, sourceApps: string): string =>
  `(${sourceApps}::text[] is null or lower(${row}.source_app) = any(${sourceApps}))`;

/** `sourceApps`: the parameter with the source systems that the reader is limited to. */
const seenBy =
  (reader: Reader, sourceApps: string, bind: Bind): Sees =>
  (row) =>
    `${row === 'r' ? 'true' : ofSourceApps(row, sourceApps)}${andVisible(reader, KINDS[row], row, bind)}`;

const shown = (row: 'a' | 'o', sees: Sees): string =>
  `case when ${row}.id is not null and ${sees(row)} then json_build_object('id', ${row}.id, 'appointmentNo', ${row}.appointment_no,
     'appointmentGuid', ${row}.appointment_guid, 'start', ${row}.start, 'end', ${row}."end", 'subject', ${row}.subject) end`;

const columns = (sees: Sees): string =>
  `v.key, v.id, v.rule, v.severity, v.start, v."end", v.detail, ${shown('a', sees)} as appointment, ${shown('o', sees)} as other,
   case when t.id is not null and ${sees('t')} then json_build_object('sourceApp', t.source_app, 'sourceType', t.source_type,
     'jobNo', t.job_no, 'taskNo', t.task_no, 'shortDescription', t.short_description, 'subject', t.subject, 'customerName', j.customer_name) end as task,
   r.resource_no as "resourceNo", coalesce(r.display_name, r.resource_name, r.resource_no) as "resourceName"`;

/** The travel time to an appointment would tell where it is: both have to be visible. */
const withoutHiddenTravel = (sees: Sees): string =>
  ` and (v.rule <> 'travelTooShort' or ((a.id is not null and ${sees('a')}) and (o.id is not null and ${sees('o')})))`;

/**
 * What a reader with data filters sees of the violations: those about something visible. An overlap with a hidden appointment is one of them; of a
 * hidden resource nothing is shown.
 */
const aboutVisible = (reader: Reader, sees: Sees): string =>
  reader.visibility
    ? ` and case when v.appointment_id is null and v.other_id is null then ${sees('t')}
      else (a.id is not null and ${sees('a')}) or (o.id is not null and ${sees('o')}) end
    and (v.resource_id is null or ${sees('r')})`
    : '';

/** What names no resource concerns those of its appointments, or of all appointments of its task. */
function within(window: ViolationWindow, sees: Sees, bind: Bind): string {
  // Computed once for every window.
  const chosen = `any(array(select id from resource where tenant_id = $1 and key = any($6)${andVisible(window.reader, 'Resource', 'resource', bind)}))`;
  return `where v.tenant_id = $1 and ${violationOverlaps('v', momentOf('$2'), momentOf('$3'))}
  and ($4::text[] is null or v.rule = any($4)) and ($5::text is null or v.severity = $5)
  and (${ofSourceApps('t', '$7')} or ${ofSourceApps('o', '$7')})${withoutHiddenTravel(sees)}${aboutVisible(window.reader, sees)}
  and ($6::text[] is null or v.resource_id = ${chosen}
    or (v.resource_id is null and v.appointment_id is not null and exists (
      select from resource_plan m where m.tenant_id = $1 and m.appointment_id in (v.appointment_id, v.other_id) and m.resource_id = ${chosen}))
    or (v.resource_id is null and v.appointment_id is null and exists (
      select from appointment_plan p join resource_plan m on m.tenant_id = $1 and m.appointment_id = p.appointment_id
      where p.tenant_id = $1 and p.task_id = v.task_id and m.resource_id = ${chosen})))`;
}

const valuesOf = ({ reader, start, end, rules, severity, resources }: ViolationWindow): unknown[] => [
  reader.tenantId,
  start,
  end,
  rules,
  severity,
  resources,
  reader.sourceApps,
];

export async function countViolations(db: Database, window: ViolationWindow): Promise<number> {
  const values = valuesOf(window);
  const bind = binder(values);
  const where = within(window, seenBy(window.reader, '$7', bind), bind);
  const [row] = await db.query<{ total: number }>(`select count(*) as total ${FROM} ${where}`, values);
  return row?.total ?? 0;
}

/** In portions, by their start. */
export function violationsIn(
  db: Database,
  window: ViolationWindow,
  page: { readonly limit: number | undefined; readonly offset: number },
): AsyncGenerator<StoredViolation[], void, undefined> {
  const values = [...valuesOf(window), page.limit ?? null, page.offset, window.now.toISOString()];
  const bind = binder(values);
  const sees = seenBy(window.reader, '$7', bind);
  return db.stream<StoredViolation>(
    `select ${columns(sees)}, ${WAIVER} ${FROM} ${waiverAt('$10')} ${within(window, sees, bind)} order by v.start, v.key limit $8 offset $9`,
    values,
  );
}

/** Violations by their keys, for one who may see everything that he names; data filters leave out what is about something hidden. */
export function violationsByKeys(
  db: Pick<Database, 'query'>,
  reader: Reader,
  keys: readonly string[],
): Promise<StoredViolation[]> {
  const values: unknown[] = [reader.tenantId, keys, reader.sourceApps];
  const sees = seenBy(reader, '$3', binder(values));
  return db.query(
    `select ${columns(sees)}, null as waiver ${FROM} where v.tenant_id = $1 and v.key = any($2)${withoutHiddenTravel(sees)}${aboutVisible(reader, sees)} order by v.start, v.key`,
    values,
  );
}

export interface NamedViolation extends StoredViolation {
  readonly fingerprint: string;
}

/** The violation that clients know by an id, if the reader sees it. */
export async function violationNamed(
  db: Session,
  reader: Reader,
  id: string,
  now: Date,
): Promise<NamedViolation | undefined> {
  const values: unknown[] = [reader.tenantId, id, reader.sourceApps, now.toISOString()];
  const sees = seenBy(reader, '$3', binder(values));
  const [found] = await db.query<NamedViolation>(
    `select ${columns(sees)}, ${WAIVER}, ${FINGERPRINT} as fingerprint ${FROM} ${waiverAt('$4')} where v.tenant_id = $1 and v.id = $2
       and (${ofSourceApps('t', '$3')} or ${ofSourceApps('o', '$3')})${withoutHiddenTravel(sees)}${aboutVisible(reader, sees)}`,
    values,
  );
  return found;
}
