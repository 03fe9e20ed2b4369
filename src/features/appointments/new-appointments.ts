import { randomUUID } from 'node:crypto';
import { checkAllowed, defaultsOfNew, endsByCalendar, lockedFor, timesOfNew } from '../../domain/appointment.ts';
import { type ErrorDetail, errorDetail } from '../../domain/errors.ts';
import { followsTime, type QuantityRules, quantityOf, rounded } from '../../domain/planning-quantity.ts';
import { plannedTime, type ResourceClock } from '../../domain/time/planned-time.ts';
import { isoText } from '../../domain/values/moment.ts';
import { taskKey } from '../../records/entities/kit.ts';
import { type Call, sentValue } from '../../records/writing/call.ts';
import { recordKey } from '../../records/writing/record-key.ts';
import { withColumns } from '../../records/writing/reshape.ts';
import type { WriteContext } from '../../records/writing/write-context.ts';
import { appointmentClocks, type Doer } from '../calendars/appointment-clocks.ts';
import { isPlanner } from './appointment-lock.ts';
import { freeNames, type Names } from './appointment-numbers.ts';
import { type PlannedTask, tasksToPlan } from './appointment-store.ts';
import { instantSent, quantitySent } from './appointment-times.ts';
import { NO_TASK, refusalWithoutTask } from './no-task.ts';

interface Draft {
  readonly call: Call;
  /** Without an id where the appointment has no task. */
  readonly task: PlannedTask | typeof NO_TASK;
  readonly resourceId: number | undefined;
}

/** New appointments with everything that they get from their task, a number and a GUID. */
export async function newAppointments(
  context: WriteContext,
  calls: readonly Call[],
  resources: ReadonlyMap<Call, number | undefined>,
): Promise<Call[]> {
  if (calls.length === 0) return [];
  const reading = tasksOf(context, calls);
  // Its failure is reported below.
  reading.catch(() => {});
  await context.tx.sent();
  // Names are drawn while the database reads the tasks. It looks for numbers that are taken while what it read is put together.
  const naming = namesOf(context, calls);
  naming.catch(() => {});
  const drafts = draftsOf(context, calls, resources, await reading);
  const names = await naming;
  if (drafts.length === 0) return [];
  const waiting = drafts.filter(needsClock);
  const clocks = await appointmentClocks(context.tx, context.caller, waiting.map(doerOf));
  return drafts.flatMap((draft) => {
    const made = complete(draft, names.get(draft.call) as Names, isPlanner(context, draft.call), clocks(doerOf(draft)));
    if (!('code' in made)) return [made];
    context.reject(draft.call, made);
    return [];
  });
}

async function namesOf(context: WriteContext, calls: readonly Call[]): Promise<ReadonlyMap<Call, Names>> {
  const guids = calls.map((call) => (sentValue(call, 'appointmentGuid') as string | null | undefined) ?? randomUUID());
  const names = await freeNames(context, guids);
  return new Map(calls.map((call, i) => [call, names[i] as Names]));
}

const keyOf = (call: Call): string => recordKey(taskKey.map((property) => sentValue(call, property)));

const isWithoutTask = (call: Call): boolean => taskKey.every((property) => isUnset(call, property));

async function tasksOf(context: WriteContext, calls: readonly Call[]): Promise<ReadonlyMap<string, PlannedTask>> {
  const keys = new Set(calls.filter((call) => !isWithoutTask(call)).map(keyOf));
  if (keys.size === 0) return new Map();
  const wanted = {
    subject: calls.some((call) => isUnset(call, 'subject')),
    times: calls.some((call) => isUnset(call, 'start') || isUnset(call, 'end')),
  };
  return tasksToPlan(context.tx, context.caller.tenantId, [...keys].sort(), wanted, context.viewer);
}

const isUnset = (call: Call, property: string): boolean => (sentValue(call, property) ?? null) === null;

function draftsOf(
  context: WriteContext,
  calls: readonly Call[],
  resources: ReadonlyMap<Call, number | undefined>,
  tasks: ReadonlyMap<string, PlannedTask>,
): Draft[] {
  return calls.flatMap((call): Draft[] => {
    if (isWithoutTask(call)) {
      const refusal = refusalWithoutTask(context, call);
      if (refusal) context.reject(call, refusal);
      return refusal ? [] : [{ call, task: NO_TASK, resourceId: resources.get(call) }];
    }
    const task = tasks.get(keyOf(call));
    const missing = taskKey.find((property) => isUnset(call, property));
    if (!missing && task) return [{ call, task, resourceId: resources.get(call) }];
    const spelled = taskKey.map((property) => sentValue(call, property)).join('/');
    context.reject(
      call,
      missing
        ? errorDetail('REQ015', `${missing} is required to create an appointment.`, missing)
        : errorDetail('APP004', `TaskNo: there is no Task ${spelled}.`, 'TaskNo'),
    );
    return [];
  });
}

const doerOf = ({ resourceId, task }: Draft): Doer => ({ resourceId, calendarId: task.calendarId });

/** Whether it matters when somebody works. Most calls tell their end and count no units. */
const needsClock = ({ call, task }: Draft): boolean =>
  endsByCalendar(instantSent(call, 'end'), task) ||
  (followsTime(rulesOf(call, task)) && quantitySent(call, rulesOf(call, task)) === undefined);

const rulesOf = (call: Call, task: Draft['task']): QuantityRules => ({
  conversion: Number(sentValue(call, 'unitOfMeasureConversion') ?? task.conversion),
  fixed: Boolean(sentValue(call, 'useFixedPlanningQuantity') ?? task.fixed),
  round: Boolean(sentValue(call, 'roundToUnitOfMeasure') ?? task.round),
});

function complete(
  { call, task }: Draft,
  { guid, no, key }: Names,
  planner: boolean,
  clock: ResourceClock | undefined,
): Call | ErrorDetail {
  const locked = lockedFor(planner, { locked: false, taskLocked: task.locked });
  if (locked) return locked;
  const times = timesOfNew({ start: instantSent(call, 'start'), end: instantSent(call, 'end') }, task, clock);
  if ('code' in times) return times;
  const outside = checkAllowed(times, task, planner);
  if (outside) return outside;
  const values: Record<string, unknown> = {
    appointmentNo: no,
    appointmentGuid: guid,
    start: isoText(times.start),
    end: isoText(times.end),
    ...unitsOf(call, task, () =>
      clock
        ? plannedTime(times, clock, {
            ignoreCalendars: task.ignoreCalendars,
            isAllDay: sentValue(call, 'isAllDay') === true,
          })
        : times.end - times.start,
    ),
  };
  for (const [property, value] of Object.entries(defaultsOfNew(task)))
    values[property] = sentValue(call, property) ?? value;
  if (!('id' in task)) return withColumns(call, values, key, { shownKey: no, dropped: taskKey });
  return { ...withColumns(call, values, key, { shownKey: no }), held: { task: task.id } };
}

/** Unit and quantity of a new appointment; nothing where neither call nor task speaks of any. */
function unitsOf(call: Call, task: Draft['task'], planned: () => number): Record<string, unknown> {
  const rules = rulesOf(call, task);
  const sent = quantitySent(call, rules);
  if (rules.conversion <= 0 && !rules.fixed && task.unit === null) return {};
  const quantity =
    sent !== undefined ? rounded(sent, rules) : followsTime(rules) ? quantityOf(planned(), rules) : task.quantity;
  return {
    unitOfMeasure: sentValue(call, 'unitOfMeasure') ?? task.unit,
    unitOfMeasureConversion: rules.conversion,
    useFixedPlanningQuantity: rules.fixed,
    roundToUnitOfMeasure: rules.round,
    planningQuantity: quantity,
  };
}
