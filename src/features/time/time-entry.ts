import { timeRights } from '../../domain/access.ts';
import { type ErrorDetail, errorDetail } from '../../domain/errors.ts';
import { foldKey } from '../../domain/natural-key.ts';
import { foreignTime } from '../../domain/own-time.ts';
import {
  changeOfEntry,
  type EntryStatus,
  isEditable,
  lacksReason,
  overCap,
  statusName,
  statusOfNew,
} from '../../domain/time-entry.ts';
import { timeRole } from '../../platform/caller.ts';
import { model as modelNamed } from '../../records/derive/model.ts';
import { findByKeys } from '../../records/storage/record-store.ts';
import { type Call, sentValue, type Warning } from '../../records/writing/call.ts';
import { fromBackOffice } from '../../records/writing/change-detail.ts';
import { deleteTree } from '../../records/writing/delete-group.ts';
import { Interrupted } from '../../records/writing/interrupted.ts';
import { otherSource } from '../../records/writing/other-source.ts';
import type { Group } from '../../records/writing/plan-groups.ts';
import { recordKey } from '../../records/writing/record-key.ts';
import { byShape, surrogateKey, withColumns } from '../../records/writing/reshape.ts';
import { foreignTo } from '../../records/writing/source-app-limit.ts';
import type { WriteContext } from '../../records/writing/write-context.ts';
import { writeGroup } from '../../records/writing/write-group.ts';
import { DayHours } from './day-hours.ts';
import { EntryApproval } from './entry-approval.ts';
import { CLAIMED_BY, EntryClaims, releaseFrom } from './entry-claims.ts';
import { callsOfEdits, type EntryEdit } from './entry-edits.ts';
import { referencesOf, wantedReferencesOf } from './source-references.ts';
import { type EntryRow, entriesByIds, entriesNamed, lockResources } from './time-store.ts';

/**
 * Time entries: facts are loaded with a fixed number of statements, the domain decides call by call in the order sent (the hours of
 * a day add up), and what is accepted is written as sets. Writers of one resource's time wait for each other at its row, so the
 * 24-hour cap holds on any number of nodes.
 */
export async function writeTimeEntries(context: WriteContext, group: Group): Promise<void> {
  const remove = group.shape.procedure.action === 'delete';
  const facts = await lockFacts(context, group.calls, remove ? [] : group.calls);
  const { entries } = facts;
  const found = entriesOf(group.calls, entries);
  const calls = group.calls.filter((call) => {
    const stored = found.get(call);
    const refusal = outOfReach(context, call, stored);
    const mistaken = stored && otherSource(call, stored, `time entry ${stored.id}`);
    if (refusal) context.reject(call, refusal);
    else if (mistaken) context.ignore(call, mistaken);
    return !refusal && !mistaken;
  });
  return remove ? removeEntries(context, calls, found) : upsertEntries(context, calls, found, facts);
}

/** Of another source system, or of a resource whose time the caller may not write: what it is now, or what it would be. */
const outOfReach = (context: WriteContext, call: Call, stored: EntryRow | undefined): ErrorDetail | undefined =>
  foreignTo(context, stored?.sourceApp ?? null) ??
  foreignTime(context.caller, [stored?.resourceNo, sentValue(call, 'resourceNo')]);

const idsOf = (calls: readonly Call[], property: string): number[] =>
  calls.flatMap((call) => {
    const id = sentValue(call, property);
    return typeof id === 'number' ? [id] : [];
  });

interface Facts {
  readonly entries: readonly EntryRow[];
  /** Ids of the resources that calls name, by folded number. */
  readonly resources: ReadonlyMap<string, number>;
  /** The days that calls name. */
  readonly day: DayHours;
}

/** `dated`: the calls whose days will be needed. */
async function lockFacts(context: WriteContext, calls: readonly Call[], dated: readonly Call[]): Promise<Facts> {
  const { tx, caller } = context;
  const [ids, references] = [idsOf(calls, 'timeEntryId'), referencesOf(calls, 'backofficeID')];
  const keys = new Set(calls.flatMap((call) => resourceKey(call) ?? []));
  const wanted = wantedReferencesOf(calls, 'timeEntryId', 'backofficeID');
  const naming = ids.length + references.length > 0;
  const named = naming ? await entriesNamed(tx, caller.tenantId, ids, references, wanted) : [];
  const owners = [...new Set(named.map(({ resourceId }) => resourceId))];
  const locked = await lockResources(tx, caller.tenantId, owners, [...keys]);
  const resources = new Map(locked.filter(({ key }) => keys.has(key)).map(({ key, id }) => [key, id]));
  const day = new DayHours(context);
  for (const call of dated) day.expect(resources.get(resourceKey(call) ?? ''), sentValue(call, 'date'));
  // One that came to be since it was looked for meets us at its reference, and the batch is done again. The hours of days are added up while
  // the entries are read.
  const [entries] = await Promise.all([
    entriesByIds(
      tx,
      caller.tenantId,
      named.map(({ id }) => id),
    ),
    day.load(),
  ]);
  const touched = new Set(locked.map(({ id }) => id));
  if (entries.some(({ resourceId }) => !touched.has(resourceId)))
    throw new Interrupted('a time entry moved to another resource while it was being locked');
  return { entries, resources, day };
}

const keyReferred = ({ shape, referred }: Call, reference: string): string | undefined =>
  referred[shape.references.findIndex(({ name }) => name === reference)] ?? undefined;

const resourceKey = (call: Call): string | undefined => keyReferred(call, 'resource');

/** The tasks of new entries, kept from being deleted. What a caller with data filters sees is asked with the other references. */
async function tasksOfNew(
  { tx, caller, viewer }: WriteContext,
  calls: readonly Call[],
  found: ReadonlyMap<Call, EntryRow>,
): Promise<ReadonlyMap<string, { readonly id: number }>> {
  const fresh = viewer ? [] : calls.filter((call) => !found.has(call));
  const keys = new Set(fresh.flatMap((call) => keyReferred(call, 'task') ?? []));
  return findByKeys(tx, caller.tenantId, modelNamed('Task'), [...keys], 'hold');
}

/** The call with the ids of what is held already. What was not found is looked for with the other references, and refused. */
function withHeld(
  call: Call,
  resources: ReadonlyMap<string, number>,
  tasks: ReadonlyMap<string, { readonly id: number }>,
): Call {
  const resource = resources.get(resourceKey(call) ?? '');
  const task = tasks.get(keyReferred(call, 'task') ?? '')?.id;
  return { ...call, held: { ...(resource !== undefined && { resource }), ...(task !== undefined && { task }) } };
}

const BACKOFFICE_ID = 'backofficeID';
const BY_REFERENCE = `${BACKOFFICE_ID}:`;

/** The entry that each call names; TimeEntryId comes before BackofficeID. */
function entriesOf(calls: readonly Call[], entries: readonly EntryRow[]): Map<Call, EntryRow> {
  const found = new Map<Call, EntryRow>();
  if (entries.length === 0) return found;
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const byReference = new Map(
    entries.map((entry) => [recordKey([entry.sourceApp, entry.sourceType, entry.backofficeID]), entry]),
  );
  for (const call of calls) {
    const entry = call.owner?.startsWith(BY_REFERENCE)
      ? byReference.get(call.owner.slice(BY_REFERENCE.length))
      : byId.get(sentValue(call, 'timeEntryId') as number);
    if (entry) found.set(call, entry);
  }
  return found;
}

const EDITABLE = ['resourceNo', 'jobNo', 'taskNo', 'date', 'durationInSeconds', 'description', 'isBillable'] as const;

async function upsertEntries(
  context: WriteContext,
  calls: readonly Call[],
  found: ReadonlyMap<Call, EntryRow>,
  { entries, resources, day }: Facts,
): Promise<void> {
  const holders = new Map(entries.flatMap((entry) => (entry.backofficeID === null ? [] : [holding(entry, entry.id)])));
  for (const call of calls) {
    const stored = found.get(call);
    if (!stored) continue;
    day.expect(stored.resourceId, stored.date);
    day.expect(resources.get(resourceKey(call) ?? '') ?? stored.resourceId, sentValue(call, 'date') ?? stored.date);
  }
  await day.load();
  const isMoved = (call: Call, stored: EntryRow): boolean =>
    CLAIMED_BY.some((property) => differs(property, sentValue(call, property), stored[property]));
  const claims = await EntryClaims.of(
    context,
    [...found].filter(([call, stored]) => isMoved(call, stored)).map(([, stored]) => stored),
  );
  const approval = await EntryApproval.of(context, calls);
  // Asked for now, so that the database finds them while the calls are decided on.
  const findingTasks = tasksOfNew(context, calls, found);
  // Its failure is reported below.
  findingTasks.catch(() => {});
  const fresh: Call[] = [];
  const edits: EntryEdit[] = [];
  for (const call of calls) {
    const stored = found.get(call);
    if (!stored) {
      const decided = created(call, resources, day);
      if ('code' in decided) context.reject(call, decided);
      else fresh.push(decided);
      continue;
    }
    const locked = isMoved(call, stored) && isEditable(stored.status) ? claims.refusal(call, stored) : undefined;
    const taken = takenReference(call, stored, holders);
    const changes = locked ?? taken ?? changed(call, stored, resources, day, approval);
    if ('code' in changes) context.reject(call, changes);
    else if (Object.keys(changes).length === 0 && call.expected === undefined)
      context.settle(call, 'unchanged', stored);
    else {
      if (changes.status !== undefined && lacksReason({ ...stored, ...changes }))
        context.warnings.push(missingReason(call, changes.status));
      edits.push({ call, stored, changes });
      if (changes.backofficeID) holders.set(...holding({ ...stored, backofficeID: changes.backofficeID }, stored.id));
    }
  }
  const locked = new Map([...found.values()].map((entry) => [entry.key, entry]));
  const tasks = await findingTasks;
  const ready = context.viewer ? fresh : fresh.map((call) => withHeld(call, resources, tasks));
  for (const part of byShape([...ready, ...callsOfEdits(edits)])) await writeGroup(context, part, { locked });
  await claims.release(context, calls[0] ? fromBackOffice(calls[0]) : {});
  await approval.takeIn(calls);
}

/** The back office refuses an entry with a reason, but not every one of them has one. */
const missingReason = ({ index, shape }: Call, status: EntryStatus): Warning => ({
  index,
  procedure: shape.procedure.name,
  parameter: 'Message',
  message: `Message: status ${statusName(status)} was set without a reason.`,
});

const holding = (
  { sourceApp, sourceType, backofficeID }: Pick<EntryRow, 'sourceApp' | 'sourceType' | 'backofficeID'>,
  id: number,
): [string, number] => [recordKey([sourceApp, sourceType, backofficeID]), id];

/** A call by TimeEntryId gives an entry its BackofficeID, unless another entry of that source has it. */
function takenReference(
  call: Call,
  { id, sourceApp, sourceType, ...stored }: EntryRow,
  holders: ReadonlyMap<string, number>,
): ErrorDetail | undefined {
  const reference = sentValue(call, BACKOFFICE_ID);
  if (typeof reference !== 'string' || stored.backofficeID !== null) return undefined;
  const holder = holders.get(recordKey([sourceApp, sourceType, reference]));
  if (holder === undefined || holder === id) return undefined;
  return errorDetail('APP035', `BackofficeID: time entry ${holder} already has ${reference}.`, 'BackofficeID');
}

function created(call: Call, resources: ReadonlyMap<string, number>, day: DayHours): Call | ErrorDetail {
  if (typeof sentValue(call, 'timeEntryId') === 'number')
    return errorDetail('APP007', `There is no time entry ${sentValue(call, 'timeEntryId')}.`, 'TimeEntryId');
  const missing = [...EDITABLE.slice(0, 5), 'sourceApp', 'sourceType'].find(
    (property) => (sentValue(call, property) ?? null) === null,
  );
  if (missing) return errorDetail('REQ015', `${missing} is required to create a time entry.`, missing);
  const status = statusOfNew(sentValue(call, 'status') as EntryStatus | undefined);
  if (typeof status === 'object') return status;
  const seconds = sentValue(call, 'durationInSeconds') as number;
  const wrong = wrongLength(seconds);
  if (wrong) return wrong;
  const resourceId = resources.get(resourceKey(call) ?? '');
  const date = sentValue(call, 'date') as string;
  // An unknown resource is refused with the other references when the group is written.
  if (resourceId !== undefined) {
    const refusal = overCap(day.of(resourceId, date), seconds, String(sentValue(call, 'resourceNo')), date);
    if (refusal) return refusal;
    day.add(resourceId, date, seconds);
  }
  return withColumns(call, { status }, surrogateKey(call.index));
}

const wrongLength = (seconds: number): ErrorDetail | undefined =>
  seconds < 0
    ? errorDetail('REQ014', `DurationInSeconds: must not be negative (${seconds}).`, 'DurationInSeconds')
    : undefined;

/** What a call changes about an entry, or why it may not. */
function changed(
  call: Call,
  stored: EntryRow,
  resources: ReadonlyMap<string, number>,
  day: DayHours,
  approval: EntryApproval,
): Partial<EntryRow> | ErrorDetail {
  const edits = EDITABLE.filter((property) => differs(property, sentValue(call, property), stored[property]));
  const next = changeOfEntry(stored, {
    status: approval.wanted(call, stored),
    message: sentValue(call, 'message') as string | null | undefined,
    edits,
  });
  if ('code' in next) return next;
  const forbidden = approval.refusal(stored, next);
  if (forbidden) return forbidden;
  const reference = sentValue(call, 'backofficeID');
  if (
    typeof reference === 'string' &&
    stored.backofficeID !== null &&
    differs('backofficeID', reference, stored.backofficeID)
  )
    return errorDetail(
      'APP016',
      `BackofficeID: the entry already has ${stored.backofficeID}, which cannot be changed.`,
      'BackofficeID',
    );
  const seconds = (sentValue(call, 'durationInSeconds') as number | undefined) ?? stored.durationInSeconds;
  const wrong = wrongLength(seconds);
  if (wrong) return wrong;
  const date = (sentValue(call, 'date') as string | undefined) ?? stored.date;
  const resourceId = resources.get(resourceKey(call) ?? '') ?? stored.resourceId;
  day.add(stored.resourceId, stored.date, -stored.durationInSeconds);
  const refusal = overCap(
    day.of(resourceId, date),
    seconds,
    String(sentValue(call, 'resourceNo') ?? stored.resourceNo),
    date,
  );
  if (refusal) {
    day.add(stored.resourceId, stored.date, stored.durationInSeconds);
    return refusal;
  }
  day.add(resourceId, date, seconds);
  const sent = [...edits, ...(typeof reference === 'string' && stored.backofficeID === null ? [BACKOFFICE_ID] : [])];
  return {
    ...Object.fromEntries(sent.map((property) => [property, sentValue(call, property)])),
    ...(next.status === stored.status ? {} : { status: next.status }),
    ...(next.message === stored.message ? {} : { message: next.message }),
  };
}

/** Numbers of records compare as keys do: what is the same under another spelling keeps the spelling first stored. */
const differs = (property: string, sent: unknown, stored: unknown): boolean =>
  sent !== undefined &&
  sent !== stored &&
  (!NUMBERS.includes(property) || foldKey([sent as string]) !== foldKey([stored as string]));

const NUMBERS = ['resourceNo', 'jobNo', 'taskNo', 'backofficeID'];

/** Deleting an entry releases the sessions claimed into it first; they become claimable again. */
async function removeEntries(
  context: WriteContext,
  calls: readonly Call[],
  found: ReadonlyMap<Call, EntryRow>,
): Promise<void> {
  const doomed: EntryRow[] = [];
  const { deletes } = timeRights[timeRole(context.caller)];
  for (const call of calls) {
    const entry = found.get(call);
    if (entry && !deletes.includes(entry.status))
      context.reject(
        call,
        errorDetail('USR004', 'You may only delete entries that are Draft or Failed.', 'TimeEntryId'),
      );
    else if (entry) {
      doomed.push(entry);
      context.settle(call, 'deleted', entry);
    } else if (call.owner?.startsWith('new:'))
      context.ignore(
        call,
        errorDetail('REQ015', 'The call identifies no time entry: send TimeEntryId or BackofficeID.', 'TimeEntryId'),
      );
    else context.notThere(call);
  }
  if (doomed.length === 0) return;
  const back = calls[0] ? fromBackOffice(calls[0]) : {};
  const ids = doomed.map(({ id }) => id);
  await releaseFrom(context, ids, back);
  await deleteTree(context, modelNamed('TimeEntry'), ids, back);
}
