import { checkTimes, lockedFor } from '../../../domain/appointment.ts';
import { circularParents } from '../../../domain/calendar-tree.ts';
import { Refusal } from '../../../domain/errors.ts';
import { because, becauseOf } from '../../../domain/undo-reasons.ts';
import { foreignTo } from '../../../records/writing/source-app-limit.ts';
import type { WriteContext } from '../../../records/writing/write-context.ts';
import { isPlanning } from '../../appointments/appointment-lock.ts';
import { appointmentsNamed, tasksToPlan } from '../../appointments/appointment-store.ts';
import { calendarParents, defaultCalendars } from '../../calendars/calendar-store.ts';
import { against, type Plan, type Planned } from './plan.ts';
import { keySpelledBy, storedKey } from './stored-key.ts';
import type { Referred } from './surroundings.ts';

/** The rules of the writers, where going back could break them as well as a new write could. */
export async function keepRules(context: WriteContext, plan: Plan, referred: Referred): Promise<void> {
  checkAppointmentTimes(plan);
  await checkAppointmentLocks(context, plan, referred);
  await checkCalendars(context, plan);
}

const of = (plan: Plan, name: string): Planned[] => plan.records.filter(({ model }) => model.name === name);

/** One change may have moved the end and a later one the start: taking the first back can leave no time in between. */
function checkAppointmentTimes(plan: Plan): void {
  for (const planned of of(plan, 'Appointment')) {
    if (planned.reversal.kind !== 'revert' || !planned.row) continue;
    const { start, end } = planned.fields;
    const times = checkTimes({ start: Date.parse(String(start)), end: Date.parse(String(end)) });
    if ('code' in times) plan.conflicts.push(against(planned, becauseOf(times), planned.later.at(-1)));
  }
}

interface Lock {
  readonly locked: boolean;
  readonly taskLocked: boolean;
}

/** What is locked stays as it is for planners, with all that belongs to it; and a key that is limited stays within its source systems. */
async function checkAppointmentLocks(context: WriteContext, plan: Plan, referred: Referred): Promise<void> {
  const { tx, caller } = context;
  const planner = isPlanning(caller);
  if (!planner && !caller.sourceApps) return;
  const touched = plan.records.map((planned) => ({ planned, ids: appointmentsOf(planned, referred) }));
  const ids = [...new Set(touched.flatMap((each) => each.ids))];
  if (ids.length === 0) return;
  const locks = new Map<number, Lock>(await locksOfReturning(context, plan));
  for (const each of await appointmentsNamed(tx, caller.tenantId, { ids, guids: [], nos: [] })) {
    const foreign = foreignTo(context, each.sourceApp ?? '');
    if (foreign) throw new Refusal(foreign);
    locks.set(each.id, each);
  }
  for (const { planned, ids: own } of touched)
    for (const id of own) {
      const lock = locks.get(id);
      const refusal = lock && lockedFor(planner, lock);
      // Unlocking is the one change that a lock must let through; while the task is locked, nothing else with it.
      if (!refusal || unlocks(planned, lock?.taskLocked === true)) continue;
      plan.conflicts.push(against(planned, becauseOf(refusal)));
      break;
    }
}

const unlocks = ({ model, reversal }: Planned, only: boolean): boolean =>
  model.name === 'Appointment' &&
  reversal.kind === 'revert' &&
  reversal.fields['locked'] === false &&
  (!only || Object.keys(reversal.fields).length === 1);

/** The appointments that a record is, or belongs to, now or afterwards. */
function appointmentsOf(planned: Planned, referred: Referred): number[] {
  if (planned.reversal.kind === 'nothing') return [];
  if (planned.model.name === 'Appointment') return [planned.id];
  return planned.model.references
    .filter(({ target }) => target.name === 'Appointment')
    .flatMap(({ name }) => [planned.row?.refers[name] ?? [], referred.get(planned)?.get(name) ?? []].flat());
}

/** Appointments that come back are locked as they were, and by their task as it is or will be. */
async function locksOfReturning({ tx, caller }: WriteContext, plan: Plan): Promise<[number, Lock][]> {
  const returning = of(plan, 'Appointment')
    .filter(({ reversal }) => reversal.kind === 'restore')
    .map((planned) => {
      const { fields } = planned;
      const by = planned.model.references.find(({ target }) => target.name === 'Task')?.reference.by ?? [];
      return { id: planned.id, locked: fields['locked'] === true, task: keySpelledBy(planned.model, fields, by) };
    });
  if (returning.length === 0) return [];
  const tasks = new Map<string, boolean>();
  const keys = [...new Set(returning.map(({ task }) => task))];
  for (const [key, { locked }] of await tasksToPlan(tx, caller.tenantId, keys, { subject: false, times: false }))
    tasks.set(key, locked);
  for (const planned of of(plan, 'Task'))
    if (planned.reversal.kind === 'restore') {
      const { fields } = planned;
      tasks.set(storedKey(planned.model, fields), fields['locked'] === true);
    }
  return returning.map(({ id, locked, task }) => [id, { locked, taskLocked: tasks.get(task) ?? false }]);
}

const CIRCULAR = because('circularCalendar', 'The calendar would be its own ancestor.', {});
const ANOTHER_DEFAULT = because('anotherDefaultCalendar', 'Another calendar is now the default.', {});

/** A tenant has one default calendar, and no calendar is its own ancestor. */
async function checkCalendars({ tx, caller }: WriteContext, plan: Plan): Promise<void> {
  const planned = of(plan, 'Calendar').filter(({ reversal }) => reversal.kind !== 'nothing');
  if (planned.length === 0) return;
  const keyOf = (each: Planned): string => each.row?.key ?? storedKey(each.model, each.fields);
  const own = new Set(planned.map(keyOf));
  const staying = planned.filter(({ reversal }) => 'fields' in reversal);
  const parents = new Map([...(await calendarParents(tx, caller.tenantId))].filter(([key]) => !own.has(key)));
  const wanted = staying.map((each) => {
    const { fields } = each;
    const none = (fields['parentCode'] ?? null) === null;
    return { each, key: keyOf(each), parent: none ? null : keySpelledBy(each.model, fields, ['parentCode']) };
  });
  const circular = circularParents(parents, wanted);
  for (const { each, key } of wanted) if (circular.has(key)) plan.conflicts.push(against(each, CIRCULAR));
  const others = (await defaultCalendars(tx, caller.tenantId)).filter((key) => !own.has(key));
  const [first, ...more] = staying.filter((each) => each.fields['default'] === true);
  for (const each of others.length > 0 && first ? [first, ...more] : more)
    if ('fields' in each.reversal && each.reversal.fields['default'] === true)
      plan.conflicts.push(against(each, ANOTHER_DEFAULT));
}
