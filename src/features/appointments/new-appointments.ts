import { randomUUID } from 'node:crypto';
import { checkAllowed, defaultsOfNew, endsByCalendar, lockedFor, timesOfNew } from '../../domain/appointment.ts';
import { type ErrorDetail, errorDetail } from '../../domain/errors.ts';
import { followsTime, type QuantityRules, quantityOf, rounded } from '../../domain/planning-quantity.ts';
import { plannedTime, type ResourceClock } from '../../domain/time/planned-time.ts';
import { isoText } from '../../domain/values/moment.ts';
import { taskKey } from '../../records/entities/kit.ts';
import { type Call, sentValue } from '../../records/writing/call.ts';
import { recordKey } from '../../records/writing/record-key.ts';
import { withColumns, withMissing } from '../../records/writing/reshape.ts';
import type { WriteContext } from '../../records/writing/write-context.ts';
import { appointmentClocks, type Doer } from '../calendars/appointment-clocks.ts';
import { isPlanner } from './appointment-lock.ts';
import { drawNames, type Names } from './appointment-numbers.ts';
import { type PlannedTask, tasksToPlan } from './appointment-store.ts';
import { instantSent, quantitySent } from './appointment-times.ts';
import { NO_TASK, refusalWithoutTask } from './no-task.ts';

interface Draft {
  readonly call: Call;
  /** The place of the call among the new ones. */
  readonly at: number;
  /** Without an id where the appointment has no task. */
  readonly task: PlannedTask | typeof NO_TASK;
  readonly resourceId: number | undefined;
}

/** The resources of calls, by id. Calls without one that exists are missing: they are rejected. */
type Resources = ReadonlyMap<Call, number | undefined>;

/** New appointments with everything that they get from their task, a number and a GUID; as far as their resources, which are being looked for, exist. */
export async function newAppointments(
  context: WriteContext,
  calls: readonly Call[],
  finding: Promise<Resources>,
): Promise<Call[]> {
  if (calls.length === 0) return [];
  const keys = calls.map(taskKeyOf);
  const reading = tasksOf(context, calls, keys);
  // Its failure is reported below.
  reading.catch(() => {});
  await context.tx.sent();
  // What does not depend on the tasks is put together while the database reads them.
  const names = drawNames(calls.map(guidOf));
  const bare = withoutFactsOf(calls, names, keys);
  const [resources, tasks] = await Promise.all([finding, reading]);
  const drafts = draftsOf(context, calls, keys, resources, tasks);
  const clocks = await appointmentClocks(context.tx, context.caller, drafts.filter(needsClock).map(doerOf));
  const made: Call[] = [];
  for (const draft of drafts) {
    const planner = isPlanner(context, draft.call);
    const completed = complete(draft, bare[draft.at] as Bare, planner, clocks(doerOf(draft)));
    if ('code' in completed) context.reject(draft.call, completed);
    else made.push(completed);
  }
  return made;
}

const guidOf = (call: Call): string =>
  (sentValue(call, 'appointmentGuid') as string | null | undefined) ?? randomUUID();

/** The key of the task that a call names; null where it names none. */
function taskKeyOf(call: Call): string | null {
  const at = call.shape.references.findIndex(({ target }) => target.name === 'Task');
  if (at >= 0) return call.referred[at] ?? null;
  return taskKey.every((property) => isUnset(call, property)) ? null : recordKey(partsOfTask(call));
}

const partsOfTask = (call: Call): unknown[] => taskKey.map((property) => sentValue(call, property));

async function tasksOf(
  context: WriteContext,
  calls: readonly Call[],
  keys: readonly (string | null)[],
): Promise<ReadonlyMap<string, PlannedTask>> {
  const named = [...new Set(keys.filter(isNamed))].sort();
  if (named.length === 0) return new Map();
  const wanted = { subject: calls.some(lacksSubject), times: calls.some(lacksTime) };
  return tasksToPlan(context.tx, context.caller.tenantId, named, wanted, context.viewer);
}

const isNamed = (key: string | null): key is string => key !== null;
const isUnset = (call: Call, property: string): boolean => (sentValue(call, property) ?? null) === null;
const lacksSubject = (call: Call): boolean => isUnset(call, 'subject');
const lacksTime = (call: Call): boolean => isUnset(call, 'start') || isUnset(call, 'end');

function draftsOf(
  context: WriteContext,
  calls: readonly Call[],
  keys: readonly (string | null)[],
  resources: Resources,
  tasks: ReadonlyMap<string, PlannedTask>,
): Draft[] {
  const drafts: Draft[] = [];
  for (let at = 0; at < calls.length; at++) {
    const call = calls[at] as Call;
    if (!resources.has(call)) continue;
    const task = taskOf(context, call, keys[at] ?? null, tasks);
    if ('code' in task) context.reject(call, task);
    else drafts.push({ call, at, task, resourceId: resources.get(call) });
  }
  return drafts;
}

/** What a new appointment is for, or why it cannot be made. */
function taskOf(
  context: WriteContext,
  call: Call,
  key: string | null,
  tasks: ReadonlyMap<string, PlannedTask>,
): Draft['task'] | ErrorDetail {
  if (key === null) return refusalWithoutTask(context, call) ?? NO_TASK;
  for (const property of taskKey)
    if (isUnset(call, property))
      return errorDetail('REQ015', `${property} is required to create an appointment.`, property);
  const task = tasks.get(key);
  return task ?? errorDetail('APP004', `TaskNo: there is no Task ${partsOfTask(call).join('/')}.`, 'TaskNo');
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

/** A new appointment without what it gets from its task. */
interface Bare {
  readonly call: Call;
  /** As they were sent. */
  readonly start: number | null;
  readonly end: number | null;
}

function withoutFactsOf(calls: readonly Call[], names: readonly Names[], keys: readonly (string | null)[]): Bare[] {
  const bare: Bare[] = [];
  for (let at = 0; at < calls.length; at++)
    bare.push(withoutFacts(calls[at] as Call, names[at] as Names, keys[at] === null));
  return bare;
}

function withoutFacts(call: Call, { guid, no, key }: Names, isWithoutTask: boolean): Bare {
  const start = instantSent(call, 'start');
  const end = instantSent(call, 'end');
  const values = {
    appointmentNo: no,
    appointmentGuid: guid,
    start: start === null ? null : isoText(start),
    end: end === null ? null : isoText(end),
    subject: sentValue(call, 'subject') ?? null,
    body: sentValue(call, 'body') ?? null,
    category: sentValue(call, 'category') ?? null,
    timeMarker: sentValue(call, 'timeMarker') ?? null,
    importance: sentValue(call, 'importance') ?? null,
  };
  const more = isWithoutTask ? { shownKey: no, dropped: taskKey } : { shownKey: no };
  return { call: withColumns(call, values, key, more), start, end };
}

function complete(
  { call: sent, task }: Draft,
  bare: Bare,
  planner: boolean,
  clock: ResourceClock | undefined,
): Call | ErrorDetail {
  const locked = lockedFor(planner, { locked: false, taskLocked: task.locked });
  if (locked) return locked;
  const times = timesOfNew(bare, task, clock);
  if ('code' in times) return times;
  const outside = checkAllowed(times, task, planner);
  if (outside) return outside;
  const units = unitsOf(sent, task, () =>
    clock
      ? plannedTime(times, clock, {
          ignoreCalendars: task.ignoreCalendars,
          isAllDay: sentValue(sent, 'isAllDay') === true,
        })
      : times.end - times.start,
  );
  const call = withMissing(bare.call, 'id' in task ? { task: task.id } : undefined, {
    ...defaultsOfNew(task),
    ...(bare.start === null ? { start: isoText(times.start) } : {}),
    ...(bare.end === null ? { end: isoText(times.end) } : {}),
  });
  return units ? withColumns(call, units, call.key) : call;
}

/** Unit and quantity of a new appointment; undefined where neither call nor task speaks of any. */
function unitsOf(call: Call, task: Draft['task'], planned: () => number): Record<string, unknown> | undefined {
  const rules = rulesOf(call, task);
  const sent = quantitySent(call, rules);
  if (rules.conversion <= 0 && !rules.fixed && task.unit === null) return undefined;
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
