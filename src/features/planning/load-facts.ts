import { foldKey, foldKeyPart } from '../../domain/natural-key.ts';
import type { ResourceClock } from '../../domain/time/planned-time.ts';
import { serviceTime } from '../../domain/time/working-time.ts';
import type { ResourceFacts, TaskDemands } from '../../domain/violations/facts.ts';
import { type AppointmentInPlan, NO_DEMANDS, taskDemands } from '../../engine/plan/appointment-plan.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Session } from '../../platform/postgres/database.ts';
import { clocksOf } from '../calendars/resource-clocks.ts';
import { clocksOfTasks } from '../calendars/task-clocks.ts';
import { appointmentsByIds, certificatesOf, demandsOf, offersOf, resourcesByIds, staffOf } from './plan-facts.ts';

export type Tenant = Pick<Caller, 'tenantId' | 'timeZone'>;

/** Appointments of which at most a few thousand are asked for; those that do not exist are left out. A fixed number of statements. */
export async function loadFacts(tx: Session, tenant: Tenant, ids: readonly number[]): Promise<AppointmentInPlan[]> {
  const { tenantId } = tenant;
  const appointments = await appointmentsByIds(tx, tenantId, ids);
  if (appointments.length === 0) return [];
  const staff = await staffOf(tx, tenantId, ids);
  const rows = await demandsOf(tx, tenantId, distinct(appointments.flatMap(({ taskId }) => taskId ?? [])));
  const tasks = new Map(rows.map((row) => [row.id, { row, demands: taskDemands(row) }]));
  const resourceIds = distinct(staff.map(({ resourceId }) => resourceId));
  const clocks = await clocksOf(tx, tenant, resourceIds);
  const resources = await loadResources(
    tx,
    tenant,
    resourceIds,
    clocks,
    [...tasks.values()].map((task) => task.demands),
  );
  const unassigned = await clocksOfTasks(tx, tenant, distinct(rows.flatMap(({ calendarId }) => calendarId ?? [])));
  const staffed = new Map<number, ResourceFacts[]>();
  const assigned = new Map<number, number>();
  for (const { appointmentId, resourceId } of staff) {
    assigned.set(appointmentId, (assigned.get(appointmentId) ?? 0) + 1);
    const resource = resources.get(resourceId);
    if (!resource) continue;
    const team = staffed.get(appointmentId);
    if (team) team.push(resource);
    else staffed.set(appointmentId, [resource]);
  }
  return appointments.flatMap((appointment): AppointmentInPlan[] => {
    const task = appointment.taskId === null ? WITHOUT_TASK : tasks.get(appointment.taskId);
    if (!task) return [];
    const team = staffed.get(appointment.id) ?? [];
    const own = team.flatMap(({ id }) => clocks.get(id) ?? []);
    const { start, end, isAllDay } = appointment;
    return [
      {
        appointment,
        task: task.row,
        staff: assigned.get(appointment.id) ?? 0,
        facts: { start, end, isAllDay, task: task.demands, resources: team, zone: tenant.timeZone },
        clocks: own.length > 0 ? own : [unassigned(task.row?.calendarId ?? null)],
      },
    ];
  });
}

const WITHOUT_TASK = { row: null, demands: NO_DEMANDS };

const distinct = (values: readonly number[]): number[] => [...new Set(values)];

/** What resources offer is loaded only where a task asks for it. */
async function loadResources(
  tx: Session,
  { tenantId, timeZone }: Tenant,
  ids: readonly number[],
  clocks: ReadonlyMap<number, ResourceClock>,
  asked: readonly TaskDemands[],
): Promise<ReadonlyMap<number, ResourceFacts>> {
  if (ids.length === 0) return new Map();
  const offers = new Map<number, Set<string>>();
  if (asked.some(({ requirements }) => requirements.length > 0))
    for (const { resourceId, group, value } of await offersOf(tx, tenantId, ids))
      offers.set(resourceId, (offers.get(resourceId) ?? new Set()).add(foldKey([group, value])));
  const certificates = new Map<number, Map<string, number | null>>();
  if (asked.some((task) => task.certificates.length > 0))
    for (const { resourceId, no, validUntil } of await certificatesOf(tx, tenantId, ids))
      certificates.set(resourceId, (certificates.get(resourceId) ?? new Map()).set(foldKeyPart(no), validUntil));
  const nothing = new Set<string>();
  const none = new Map<string, number | null>();
  return new Map(
    (await resourcesByIds(tx, tenantId, ids)).map((row) => [
      row.id,
      {
        id: row.id,
        doNotShow: row.doNotShow,
        inService: serviceTime(
          { from: row.inServiceFrom, till: row.inServiceTill },
          row.timeZone ?? timeZone,
          timeZone,
        ),
        workingIn: clocks.get(row.id)?.workingIn ?? (() => []),
        offers: offers.get(row.id) ?? nothing,
        certificates: certificates.get(row.id) ?? none,
      },
    ]),
  );
}
