import { grouped } from '../../domain/grouped.ts';
import { formatInstant } from '../../domain/time/zone.ts';
import type { Caller } from '../../platform/caller.ts';
import type { HasClock } from '../../platform/clock.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { visibleAssignmentsOf } from '../appointments/visible-assignments.ts';
import type { SearchQuery } from './contract.ts';
import { findAppointments, findCustomers, findJobs, findResources, findTasks, type Visit } from './search-store.ts';

/** GET /search: one statement for each kind, and one for the resources of the appointments. */
export async function searchRecords(
  deps: HasDatabase & HasClock,
  caller: Caller,
  { q: words, limit }: SearchQuery,
): Promise<Record<string, unknown>> {
  const question = { words, limit, now: deps.now() };
  const [jobs, tasks, customers, resources, appointments] = await Promise.all([
    findJobs(deps.db, caller, question),
    findTasks(deps.db, caller, question),
    findCustomers(deps.db, caller, question),
    findResources(deps.db, caller, question),
    findAppointments(deps.db, caller, question),
  ]);
  const staff = grouped(
    await visibleAssignmentsOf(
      deps.db,
      caller,
      appointments.map(({ id }) => id),
    ),
    ({ appointmentId, resourceNo }) => [appointmentId, resourceNo],
  );
  const moment = (instant: number): string => formatInstant(caller.timeZone, instant);
  const withVisit = <Found extends Visit>({ visitId, visitStart, ...found }: Found) => ({
    ...found,
    visit: visitId === null || visitStart === null ? null : { id: visitId, start: moment(visitStart) },
  });
  return {
    jobs: jobs.map(withVisit),
    tasks: tasks.map(withVisit),
    customers,
    resources,
    appointments: appointments.map((each) => ({
      ...each,
      start: moment(each.start),
      end: moment(each.end),
      resources: staff.get(each.id) ?? [],
    })),
  };
}
