import { createHash, randomUUID } from 'node:crypto';
import { model as modelNamed, procedureFor } from '../../derive/model.ts';
import { checkTimes, defaultsOfNew, lockedFor, type Times, timesOfNew } from '../../domain/appointment.ts';
import { type Problem, problem } from '../../domain/errors.ts';
import {
  assignmentsOf,
  type NamedAppointment,
  type PlannedTask,
  tasksToPlan,
} from '../../storage/appointment-store.ts';
import { findByKeys } from '../../storage/record-store.ts';
import { type Call, type CallShape, sentValue } from '../writing/call.ts';
import { fromBackOffice } from '../writing/change-detail.ts';
import { deleteTree } from '../writing/delete-group.ts';
import type { Group } from '../writing/plan-groups.ts';
import { recordKey } from '../writing/record-key.ts';
import { foreignTo } from '../writing/source-app-limit.ts';
import type { WriteContext } from '../writing/write-context.ts';
import { writeGroup } from '../writing/write-group.ts';
import { type Named, nameAppointments, unnamed } from './name-appointments.ts';
import { byShape, withColumns } from './reshape.ts';

/**
 * Appointments: named by id, GUID or number; new ones take what is missing from their task and job; a resource joins or replaces those
 * assigned; what is locked stays as it is for planners. What is left then goes the generic way.
 */
export async function writeAppointments(context: WriteContext, group: Group): Promise<void> {
  const named = await nameAppointments(context, group.calls);
  const open = group.calls.filter((call) => !isRefused(context, call, named));
  switch (group.shape.procedure.action) {
    case 'upsert':
      return upsert(context, open, named);
    case 'delete':
      return remove(context, open, named);
    default:
      return set(context, open, named);
  }
}

/** Locked for this caller, or another source system's. */
function isRefused(context: WriteContext, call: Call, named: Named): boolean {
  const appointment = named.get(call);
  const foreign = appointment && foreignTo(context, appointment.sourceApp);
  if (foreign) {
    context.reject(call, foreign);
    return true;
  }
  const refusal = appointment && lockedFor(isPlanner(context), appointment);
  // Unlocking is the one change that a lock must let through.
  const unlocks = call.shape.procedure.action !== 'delete' && sentValue(call, 'locked') === false;
  if (!refusal || (unlocks && !appointment?.taskLocked)) return false;
  context.reject(call, refusal);
  return true;
}

const isPlanner = ({ caller }: WriteContext): boolean => caller.origin !== 'import' && caller.origin !== 'system';

async function upsert(context: WriteContext, calls: readonly Call[], named: Named): Promise<void> {
  const withResource = await resourcesKnown(context, calls);
  const known = withResource.filter((call) => named.has(call));
  const fresh = await completed(
    context,
    withResource.filter((call) => !named.has(call)),
  );
  const changed = known.flatMap((call) => keyed(context, call, named.get(call) as NamedAppointment));
  const ready = [...fresh, ...changed];
  const guids = new Map([...named].map(([call, { appointmentGuid }]) => [call.index, appointmentGuid]));
  for (const part of byShape(ready)) await writeGroup(context, part);
  await assign(context, ready);
  for (const call of ready) {
    const id = settledId(context, call);
    const guid = guids.get(call.index) ?? String(sentValue(call, 'appointmentGuid'));
    if (id !== undefined) context.appointments.push({ index: call.index, id, guid });
  }
}

/** An unknown resource refuses the call before anything of it is written. */
async function resourcesKnown(context: WriteContext, calls: readonly Call[]): Promise<Call[]> {
  const keyOf = (call: Call): string | undefined => {
    const no = call.options['resourceNo'];
    return typeof no === 'string' ? recordKey([no]) : undefined;
  };
  const numbers = [...new Set(calls.map(keyOf).filter((key) => key !== undefined))];
  const found = await findByKeys(context.tx, context.caller.tenantId, modelNamed('Resource'), numbers, 'hold');
  return calls.filter((call) => {
    const key = keyOf(call);
    if (key === undefined || found.has(key)) return true;
    context.reject(
      call,
      problem('APP004', `ResourceNo: there is no Resource ${call.options['resourceNo']}.`, 'ResourceNo'),
    );
    return false;
  });
}

/** New appointments with everything that they get from their task, a number and a GUID. */
async function completed(context: WriteContext, calls: readonly Call[]): Promise<Call[]> {
  if (calls.length === 0) return [];
  const taskKey = (call: Call): string => recordKey(TASK.map((property) => sentValue(call, property)));
  const tasks = new Map(
    (await tasksToPlan(context.tx, context.caller.tenantId, [...new Set(calls.map(taskKey))])).map((task) => [
      task.key,
      task,
    ]),
  );
  const guids = calls.map((call) => (sentValue(call, 'appointmentGuid') as string | null | undefined) ?? randomUUID());
  const numbers = await newNumbers(context, guids);
  return calls.flatMap((call, i) => {
    const missing = TASK.find((property) => (sentValue(call, property) ?? null) === null);
    const task = tasks.get(taskKey(call));
    const made = missing
      ? problem('REQ015', `${missing} is required to create an appointment.`, missing)
      : task
        ? newCall(call, task, { guid: guids[i] ?? '', no: numbers[i] ?? '' }, isPlanner(context))
        : problem(
            'APP004',
            `TaskNo: there is no Task ${TASK.map((property) => sentValue(call, property)).join('/')}.`,
            'TaskNo',
          );
    if (!('code' in made)) return [made];
    context.reject(call, made);
    return [];
  });
}

const TASK = ['sourceApp', 'sourceType', 'jobNo', 'taskNo'];

function newCall(call: Call, task: PlannedTask, names: { guid: string; no: string }, planner: boolean): Call | Problem {
  const locked = lockedFor(planner, { locked: false, taskLocked: task.locked });
  if (locked) return locked;
  const times = timesOfNew({ start: instantOf(call, 'start'), end: instantOf(call, 'end') }, task);
  if ('code' in times) return times;
  const values: Record<string, unknown> = {
    appointmentNo: names.no,
    appointmentGuid: names.guid,
    start: new Date(times.start).toISOString(),
    end: new Date(times.end).toISOString(),
  };
  for (const [property, value] of Object.entries(defaultsOfNew(task)))
    values[property] = sentValue(call, property) ?? value;
  return withColumns(call, values, recordKey([names.no]), { shownKey: names.no });
}

/** Letters and digits that nobody mistakes for each other on the phone. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

/** The number follows from the GUID, so that the same appointment, made again, has the same number. */
function numberOf(guid: string, attempt: number): string {
  const digest = createHash('sha256').update(`${guid}/${attempt}`).digest();
  return Array.from({ length: 8 }, (_, i) => ALPHABET[digest.readUInt16BE(2 * i) % ALPHABET.length]).join('');
}

/** With a million appointments one in a million new numbers is taken: those are drawn again. */
async function newNumbers(context: WriteContext, guids: readonly string[]): Promise<string[]> {
  const numbers: string[] = [];
  const used = new Set<string>();
  for (let attempt = 0; numbers.filter((number) => number !== undefined).length < guids.length; attempt++) {
    const drawn = guids.map((guid, i) => (numbers[i] === undefined ? numberOf(guid, attempt) : undefined));
    const taken = await findByKeys(
      context.tx,
      context.caller.tenantId,
      modelNamed('Appointment'),
      drawn.filter((number) => number !== undefined).map((number) => recordKey([number])),
    );
    for (const [i, number] of drawn.entries()) {
      if (number === undefined || taken.has(recordKey([number])) || used.has(number)) continue;
      numbers[i] = number;
      used.add(number);
    }
  }
  return numbers;
}

const instantOf = (call: Call, property: string): number | null => {
  const value = sentValue(call, property);
  return typeof value === 'string' ? Date.parse(value) : null;
};

/** A change of an existing appointment, under its key; its names are not among what changes. */
function keyed(context: WriteContext, call: Call, appointment: NamedAppointment): Call[] {
  const times: Times | Problem = checkTimes({
    start: instantOf(call, 'start') ?? appointment.start,
    end: instantOf(call, 'end') ?? appointment.end,
  });
  if ('code' in times) {
    context.reject(call, times);
    return [];
  }
  return [
    withColumns(call, { appointmentNo: appointment.appointmentNo }, appointment.key, {
      shownKey: appointment.appointmentNo,
      dropped: ['appointmentGuid'],
    }),
  ];
}

/** Adds the named resources; with ReplaceResource the others go. */
async function assign(context: WriteContext, calls: readonly Call[]): Promise<void> {
  const assignments = modelNamed('Assignment');
  const procedure = procedureFor(assignments, 'upsert');
  const written = calls.filter(
    (call) => typeof call.options['resourceNo'] === 'string' && settledId(context, call) !== undefined,
  );
  if (!procedure || written.length === 0) return;
  const replacing = written.filter((call) => call.options['replaceResource'] === true);
  if (replacing.length > 0) {
    const keep = new Map(replacing.map((call) => [settledId(context, call), recordKey([call.options['resourceNo']])]));
    const others = (await assignmentsOf(context.tx, context.caller.tenantId, [...keep.keys()] as number[])).filter(
      (each) => keep.get(each.appointmentId) !== recordKey([each.resourceNo]),
    );
    await deleteTree(
      context,
      assignments,
      others.map(({ id }) => id),
      {},
    );
  }
  const columns = ['appointmentId', 'appointmentNo', 'resourceNo'].map(assignments.column);
  const shape: CallShape = { procedure, columns, references: assignments.references, id: 'assign' };
  const nested = context.nested();
  await writeGroup(nested, {
    shape,
    calls: written.map((call): Call => {
      const resourceNo = call.options['resourceNo'];
      return {
        ...call,
        shape,
        values: [settledId(context, call), call.shownKey, resourceNo],
        key: recordKey([call.shownKey, resourceNo]),
        shownKey: `${call.shownKey}/${resourceNo}`,
        referred: [call.key, recordKey([resourceNo])],
      };
    }),
  });
  // An appointment whose fields stayed the same but who got a resource has changed all the same.
  for (const call of written)
    if (nested.results[call.index]?.outcome === 'created') context.upgrade(call, 'unchanged', 'updated');
}

const settledId = (context: WriteContext, call: Call): number | undefined => {
  const result = context.results[call.index];
  return result?.outcome === 'rejected' ? undefined : result?.id;
};

async function set(context: WriteContext, calls: readonly Call[], named: Named): Promise<void> {
  const known = calls.flatMap((call) => {
    const appointment = named.get(call);
    if (appointment) return keyed(context, call, appointment);
    context.ignore(call, unnamed(call));
    return [];
  });
  for (const part of byShape(known)) await writeGroup(context, part);
}

/** With ResourceNo only that assignment goes, and the appointment when it was the last; without it the whole appointment. */
async function remove(context: WriteContext, calls: readonly Call[], named: Named): Promise<void> {
  const { tx, caller } = context;
  const present = calls.filter((call) => {
    if (named.has(call)) return true;
    if (call.owner?.startsWith('new:')) context.ignore(call, unnamed(call));
    else context.settle(call, 'ignored');
    return false;
  });
  const staffed = await assignmentsOf(
    tx,
    caller.tenantId,
    present.map((call) => (named.get(call) as NamedAppointment).id),
  );
  const doomed: number[] = [];
  const released: number[] = [];
  for (const call of present) {
    const { id, version } = named.get(call) as NamedAppointment;
    const resourceNo = call.options['resourceNo'];
    const own = staffed.filter((each) => each.appointmentId === id);
    const leaving = own.filter(
      (each) => typeof resourceNo !== 'string' || recordKey([each.resourceNo]) === recordKey([resourceNo]),
    );
    if (typeof resourceNo === 'string' && leaving.length === 0) {
      context.settle(call, 'ignored');
      continue;
    }
    if (typeof resourceNo !== 'string' || leaving.length === own.length) doomed.push(id);
    else released.push(...leaving.map((each) => each.id));
    context.settle(call, 'deleted', { id, version });
  }
  const back = present[0] ? fromBackOffice(present[0]) : {};
  await deleteTree(context, modelNamed('Assignment'), released, back);
  await deleteTree(context, modelNamed('Appointment'), doomed, back);
}
