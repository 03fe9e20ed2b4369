import type { Interval } from '../../domain/time/interval.ts';
import { dateOfInstant } from '../../domain/time/zone.ts';
import type { RunRequest } from '../../engine/optimization/request.ts';
import type { AppointmentToOptimize } from '../../engine/routing/work.ts';
import { mayReach } from '../../platform/caller.ts';
import type { ServiceClock } from '../calendars/resource-clocks.ts';
import type { Crew } from './resource-days.ts';
import type { Asker, Selected } from './select-work.ts';

/** Which appointments are up for planning, and which stay where they are. */
export function sortAppointments(
  { tasks, appointments, resources }: Selected,
  asker: Asker,
  request: RunRequest,
  { clocks }: Crew,
  isPlaceless: boolean,
  now: number,
): { movable: AppointmentToOptimize[]; fixed: AppointmentToOptimize[]; warnings: string[] } {
  const chosen = new Map(tasks.map((task) => [task.id, task]));
  const present = new Set(resources.map(({ id }) => id));
  const freeze = Math.max(now, request.freezeBefore ?? now, request.start);
  let outside = 0;
  const isMovable = (each: AppointmentToOptimize): boolean => {
    const task = chosen.get(each.taskId);
    if (!request.movePlanned || !task || !mayReach(asker, each.sourceApp)) return false;
    if (each.locked || each.isAllDay || each.isBound || each.start < freeze || each.end > request.end) return false;
    if (!isPlaceless && each.lat === null) return false;
    // The engine has no way to express which member of a team must be a required resource.
    const required = (task.wishes ?? []).filter(([, preference]) => preference === 1).length;
    if (required > 0 && required < each.resources.length) return false;
    if (!each.resources.every((id) => present.has(id))) return false;
    // Somebody has put it where nobody works, or across a break: that was on purpose.
    const works = each.resources.every((id) => isWorking(clocks.get(id), each, request.overtimeMinutes));
    if (!works) outside++;
    return works;
  };
  const movable = new Set(appointments.filter(isMovable));
  return {
    movable: [...movable],
    fixed: appointments.filter((each) => !movable.has(each)),
    warnings:
      outside === 0 ? [] : [`${outside} appointments are planned outside working time; they stay where they are.`],
  };
}

function isWorking(clock: ServiceClock | undefined, appointment: Interval, overtimeMinutes: number): boolean {
  if (!clock) return false;
  const { start, end } = appointment;
  if (dateOfInstant(clock.zone, start) !== dateOfInstant(clock.zone, end - 1)) return false;
  const [open, ...others] = clock.workingIn(appointment);
  if (!open || others.length > 0 || open.start > start) return false;
  return open.end >= end || (overtimeMinutes > 0 && end - open.end <= overtimeMinutes * 60_000);
}
