import { DAY_MS } from '../../domain/time/day.ts';
import type { Interval } from '../../domain/time/interval.ts';
import { MINUTE_MS } from '../../engine/availability/stretches.ts';
import { LATER_MINUTES } from '../../engine/recommendation/relax.ts';
import type { VisiblePart } from '../../engine/recommendation/visible-part.ts';
import type { Session } from '../../platform/postgres/database.ts';
import { appointmentOverlaps, momentOf } from '../../platform/postgres/time-window.ts';
import { folded } from '../../records/derive/statements.ts';
import type { Viewer } from '../../records/reading/visibility.ts';
import { andVisible, binder, isHidden } from '../../records/reading/visible-rows.ts';

/** Days of resources in other zones begin and end at other moments. */
const AROUND_MS = 2 * DAY_MS;

/** What a caller with data filters sees of the plan around a window. Undefined: everything. */
export async function visiblePart(db: Session, caller: Viewer, window: Interval): Promise<VisiblePart | undefined> {
  if (!caller.visibility) return undefined;
  const [resources, hidden] = await Promise.all([resourcesSeen(db, caller), appointmentsHidden(db, caller, window)]);
  return {
    resources: new Set(resources.map(({ id }) => id)),
    hidden: new Set(hidden.map(({ id }) => id)),
  };
}

function resourcesSeen(db: Session, caller: Viewer): Promise<{ id: number }[]> {
  const values: unknown[] = [caller.tenantId];
  const visible = andVisible(caller, 'Resource', 'r', binder(values));
  return db.query(`select r.id from resource r where r.tenant_id = $1${visible}`, values);
}

function appointmentsHidden(db: Session, caller: Viewer, { start, end }: Interval): Promise<{ id: number }[]> {
  const till = end + LATER_MINUTES * MINUTE_MS + AROUND_MS;
  const values: unknown[] = [caller.tenantId, start - AROUND_MS, till];
  const hidden = isHidden(caller, 'Appointment', 'a', binder(values));
  return db.query(
    `select a.id from appointment a where a.tenant_id = $1 and ${appointmentOverlaps('a', momentOf('$2'), momentOf('$3'))} and ${hidden}`,
    values,
  );
}

/**
 * Who has worked for a customer, by appointments that the caller sees. Read for each question: it costs what the customer has of history, while
 * the customers of every resource would be all the history there is.
 */
export async function resourcesServing(
  db: Session,
  caller: Viewer,
  customer: string | undefined,
): Promise<ReadonlySet<number>> {
  if (customer === undefined) return new Set();
  const values: unknown[] = [caller.tenantId, customer];
  const visible = andVisible(caller, 'Appointment', 'a', binder(values));
  const rows = await db.query<{ id: number }>(
    `select distinct s.resource_id as id from job j
     join task t on t.tenant_id = j.tenant_id and t.job_id = j.id
     join appointment a on a.tenant_id = t.tenant_id and a.task_id = t.id
     join assignment s on s.tenant_id = a.tenant_id and s.owner_id = a.id
     where j.tenant_id = $1 and ${folded('j.customer_no')} = $2${visible}`,
    values,
  );
  return new Set(rows.map(({ id }) => id));
}
