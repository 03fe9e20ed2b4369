import type { Times } from '../../domain/appointment.ts';
import {
  followsChange,
  isMoved,
  quantityAfter,
  quantityMeant,
  rulesAfter,
  timesAfter,
} from '../../domain/appointment-change.ts';
import type { QuantityRules } from '../../domain/planning-quantity.ts';
import { plannedTime } from '../../domain/time/planned-time.ts';
import { taskKey } from '../../records/entities/kit.ts';
import { type Call, sentValue } from '../../records/writing/call.ts';
import { withColumns } from '../../records/writing/reshape.ts';
import type { WriteContext } from '../../records/writing/write-context.ts';
import { appointmentClocks, type Doer } from '../calendars/appointment-clocks.ts';
import { isPlanner } from './appointment-lock.ts';
import { assignmentsOf, type NamedAppointment } from './appointment-store.ts';
import type { Named } from './name-appointments.ts';
import { refusalOfTask, staysWithoutTask } from './no-task.ts';

export const instantSent = (call: Call, property: string): number | null => {
  const value = sentValue(call, property);
  return typeof value === 'string' ? Date.parse(value) : null;
};

/** The quantity that a call means. */
export function quantitySent(call: Call, rules: QuantityRules): number | undefined {
  const sent = sentValue(call, 'planningQuantity') ?? undefined;
  return quantityMeant(sent === undefined ? undefined : Number(sent), rules, call.shape.procedure.action === 'upsert');
}

interface Move {
  readonly call: Call;
  readonly appointment: NamedAppointment;
  readonly times: Times;
}

/** Changes of existing appointments, under their keys; their names are not among what changes. */
export async function changedAppointments(
  context: WriteContext,
  calls: readonly Call[],
  named: Named,
): Promise<Call[]> {
  const moves = calls.flatMap((call): Move[] => {
    const appointment = named.get(call) as NamedAppointment;
    const sent = { start: instantSent(call, 'start'), end: instantSent(call, 'end') };
    const otherTask = refusalOfTask(call, appointment);
    const times = otherTask ?? timesAfter(sent, appointment, isPlanner(context, call));
    if (!('code' in times)) return [{ call, appointment, times }];
    context.reject(call, times);
    return [];
  });
  const planned = await plannedTimes(context, moves.filter(changesQuantity));
  return moves.map((move) => keyed(move, planned.get(move)));
}

function rulesOf(call: Call, appointment: NamedAppointment): QuantityRules {
  const sent = <T>(property: string, read: (value: unknown) => T): T | undefined => {
    const value = sentValue(call, property) ?? undefined;
    return value === undefined ? undefined : read(value);
  };
  return rulesAfter(
    {
      conversion: sent('unitOfMeasureConversion', Number),
      fixed: sent('useFixedPlanningQuantity', Boolean),
      round: sent('roundToUnitOfMeasure', Boolean),
    },
    appointment,
  );
}

function changesQuantity({ call, appointment, times }: Move): boolean {
  const rules = rulesOf(call, appointment);
  return quantitySent(call, rules) === undefined && followsChange(rules, appointment, times);
}

/** How long the moved appointments are on the clock of who was given them first. */
async function plannedTimes(context: WriteContext, moves: readonly Move[]): Promise<ReadonlyMap<Move, number>> {
  if (moves.length === 0) return new Map();
  const { tx, caller } = context;
  const staff = new Map<number, number>();
  const ids = moves.map(({ appointment }) => appointment.id);
  for (const { appointmentId, resourceId } of await assignmentsOf(tx, caller.tenantId, ids))
    if (!staff.has(appointmentId)) staff.set(appointmentId, resourceId);
  const doerOf = ({ appointment: { id, calendarId } }: Move): Doer => ({ resourceId: staff.get(id), calendarId });
  const clocks = await appointmentClocks(tx, caller, moves.map(doerOf));
  return new Map(
    moves.map((move) => {
      const { appointment, times, call } = move;
      const clock = clocks(doerOf(move));
      const isAllDay = Boolean(sentValue(call, 'isAllDay') ?? appointment.isAllDay);
      const rules = { ignoreCalendars: appointment.ignoreCalendars, isAllDay };
      return [move, clock ? plannedTime(times, clock, rules) : times.end - times.start];
    }),
  );
}

const NAMES = ['appointmentGuid', 'appointmentNo'];
const TIMES = ['start', 'end'];

function keyed({ call, appointment, times }: Move, plannedMs: number | undefined): Call {
  const rules = rulesOf(call, appointment);
  const quantity = quantitySent(call, rules);
  const dropped = [...NAMES, ...TIMES.filter((property) => instantSent(call, property) === null)];
  if (quantity === undefined) dropped.push('planningQuantity');
  if (staysWithoutTask(call, appointment)) dropped.push(...taskKey);
  const values: Record<string, unknown> = {
    appointmentNo: appointment.appointmentNo,
    ...(appointment.taskNo === null ? {} : restOfTask(call, appointment)),
  };
  if (appointment.seriesId !== null && isMoved(times, appointment)) values['isRecurrenceException'] = true;
  const changed = quantityAfter(plannedMs, quantity, rules);
  if (changed !== undefined) values['planningQuantity'] = changed;
  return withColumns(call, values, appointment.key, { shownKey: appointment.appointmentNo, dropped });
}

/** A call that names another task by a part of its key leaves the other parts as they are. */
function restOfTask(call: Call, appointment: NamedAppointment): Record<string, unknown> {
  const isSent = (property: string): boolean => sentValue(call, property) !== undefined;
  return taskKey.some(isSent)
    ? Object.fromEntries(
        taskKey.filter((property) => !isSent(property)).map((property) => [property, appointment[property]]),
      )
    : {};
}
