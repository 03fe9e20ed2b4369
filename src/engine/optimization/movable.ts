import type { Interval } from '../../domain/time/interval.ts';
import type { ResourceClock } from '../../domain/time/planned-time.ts';
import { dateOfInstant } from '../../domain/time/zone.ts';
import type { AppointmentToOptimize } from '../routing/work.ts';
import type { Crew } from './crew.ts';
import type { RunRequest } from './request.ts';
import type { Selected } from './selected.ts';

/** Which appointments may be moved, and which stay where they are. */
export function sortAppointments(
  { tasks, appointments, resources }: Selected,
  mayChange: (appointment: AppointmentToOptimize) => boolean,
  request: RunRequest,
  { clocks }: Crew,
  hasNoLocations: boolean,
  now: number,
): { movable: AppointmentToOptimize[]; fixed: AppointmentToOptimize[]; warnings: string[] } {
  const chosen = new Map(tasks.map((task) => [task.id, task]));
  const present = new Set(resources.map(({ id }) => id));
  const freeze = Math.max(now, request.freezeBefore ?? now, request.start);
  let outside = 0;
  const isMovable = (each: AppointmentToOptimize): boolean => {
    const task = each.taskId === null ? undefined : chosen.get(each.taskId);
    if (!request.movePlanned || !task || !mayChange(each)) return false;
    if (each.locked || each.isAllDay || each.isBound || each.start < freeze || each.end > request.end) return false;
    if (!hasNoLocations && each.lat === null) return false;
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

function isWorking(clock: ResourceClock | undefined, appointment: Interval, overtimeMinutes: number): boolean {
  if (!clock) return false;
  const { start, end } = appointment;
  if (dateOfInstant(clock.zone, start) !== dateOfInstant(clock.zone, end - 1)) return false;
  const [open, ...others] = clock.workingIn(appointment);
  if (!open || others.length > 0 || open.start > start) return false;
  return open.end >= end || (overtimeMinutes > 0 && end - open.end <= overtimeMinutes * 60_000);
}
