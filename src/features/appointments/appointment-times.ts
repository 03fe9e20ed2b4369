import { checkAllowed, checkTimes, type Times } from '../../domain/appointment.ts';
import type { Problem } from '../../domain/errors.ts';
import { followsTime, type QuantityRules, quantityOf, rounded } from '../../domain/planning-quantity.ts';
import { plannedTime } from '../../domain/time/planned-time.ts';
import { taskKey } from '../../records/entities/kit.ts';
import { type Call, sentValue } from '../../records/writing/call.ts';
import { withColumns } from '../../records/writing/reshape.ts';
import type { WriteContext } from '../../records/writing/write-context.ts';
import { appointmentClocks, type Doer } from '../calendars/appointment-clocks.ts';
import { isPlanner } from './appointment-lock.ts';
import { assignmentsOf, type NamedAppointment } from './appointment-store.ts';
import type { Named } from './name-appointments.ts';

export const instantSent = (call: Call, property: string): number | null => {
  const value = sentValue(call, property);
  return typeof value === 'string' ? Date.parse(value) : null;
};

/** The quantity that a call means. Clients send 0 with every appointment: where it follows from the time, that is no quantity. */
export function quantitySent(call: Call, rules: QuantityRules): number | undefined {
  const sent = sentValue(call, 'planningQuantity');
  if (sent === undefined || sent === null) return undefined;
  const quantity = Number(sent);
  return quantity === 0 && call.shape.procedure.action === 'upsert' && followsTime(rules) ? undefined : quantity;
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
    const times = timesAfter(call, appointment, isPlanner(context));
    if (!('code' in times)) return [{ call, appointment, times }];
    context.reject(call, times);
    return [];
  });
  const planned = await plannedTimes(context, moves.filter(changesQuantity));
  return moves.map((move) => keyed(move, planned.get(move)));
}

const isMoved = (times: Times, before: Times): boolean => times.start !== before.start || times.end !== before.end;

/** A time that is sent empty stays as it is: an appointment is never without. */
function timesAfter(call: Call, appointment: NamedAppointment, planner: boolean): Times | Problem {
  const times = checkTimes({
    start: instantSent(call, 'start') ?? appointment.start,
    end: instantSent(call, 'end') ?? appointment.end,
  });
  if ('code' in times) return times;
  return (isMoved(times, appointment) && checkAllowed(times, appointment, planner)) || times;
}

const rulesOf = (call: Call, { conversion, fixed, round }: NamedAppointment): QuantityRules => ({
  conversion: Number(sentValue(call, 'unitOfMeasureConversion') ?? conversion),
  fixed: Boolean(sentValue(call, 'useFixedPlanningQuantity') ?? fixed),
  round: Boolean(sentValue(call, 'roundToUnitOfMeasure') ?? round),
});

/** A quantity that follows the time changes with it, and with the way it is counted. */
function changesQuantity({ call, appointment, times }: Move): boolean {
  const rules = rulesOf(call, appointment);
  if (!followsTime(rules) || quantitySent(call, rules) !== undefined) return false;
  const { conversion, fixed, round } = appointment;
  const recounted = rules.conversion !== conversion || rules.fixed !== fixed || rules.round !== round;
  return recounted || isMoved(times, appointment);
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
  const values: Record<string, unknown> = {
    appointmentNo: appointment.appointmentNo,
    ...restOfTask(call, appointment),
  };
  if (appointment.seriesId !== null && isMoved(times, appointment)) values['isRecurrenceException'] = true;
  if (plannedMs !== undefined) values['planningQuantity'] = quantityOf(plannedMs, rules);
  else if (quantity !== undefined && rules.round) values['planningQuantity'] = rounded(quantity, rules);
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
