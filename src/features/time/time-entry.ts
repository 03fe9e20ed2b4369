import { timeRights } from '../../domain/access.ts';
import { type ErrorDetail, errorDetail } from '../../domain/errors.ts';
import { foreignTime } from '../../domain/own-time.ts';
import { type EntryStatus, lacksReason, statusName } from '../../domain/time-entry.ts';
import { timeRole } from '../../platform/caller.ts';
import { model as modelNamed } from '../../records/derive/model.ts';
import { type Call, sentValue, type Warning } from '../../records/writing/call.ts';
import { fromBackOffice } from '../../records/writing/change-detail.ts';
import { deleteTree } from '../../records/writing/delete-group.ts';
import { inSteps, type Work } from '../../records/writing/in-steps.ts';
import { otherSource } from '../../records/writing/other-source.ts';
import type { Group } from '../../records/writing/plan-groups.ts';
import { surrogateKeys } from '../../records/writing/reshape.ts';
import { foreignTo } from '../../records/writing/source-app-limit.ts';
import type { WriteContext } from '../../records/writing/write-context.ts';
import { writeGroup } from '../../records/writing/write-group.ts';
import { type Considered, consider, takenBy } from './consider-entry.ts';
import { DayHours } from './day-hours.ts';
import { EntryApproval } from './entry-approval.ts';
import { EntryClaims, releaseFrom } from './entry-claims.ts';
import { callsOfEdits, type EntryEdit } from './entry-edits.ts';
import { type EntryFacts, lockFacts } from './entry-facts.ts';
import { ReferenceHolders } from './reference-holders.ts';
import type { EntryRow } from './time-store.ts';
import { writeNewEntries } from './write-new-entries.ts';

/**
 * Time entries: facts are loaded with a fixed number of statements, the domain decides call by call in the order sent (the hours of
 * a day add up), and what is accepted is written as sets. Writers of one resource's time wait for each other at its row, so the
 * 24-hour cap holds on any number of nodes.
 */
export async function writeTimeEntries(context: WriteContext, group: Group): Promise<void> {
  const isDelete = group.shape.procedure.action === 'delete';
  const facts = await lockFacts(context, group.calls, isDelete);
  const calls = group.calls.filter((call) => {
    const stored = facts.found.get(call);
    const refusal = outOfReach(context, call, stored);
    const mistaken = stored && otherSource(call, stored, `time entry ${stored.id}`);
    if (refusal) context.reject(call, refusal);
    else if (mistaken) context.ignore(call, mistaken);
    return !refusal && !mistaken;
  });
  return isDelete ? removeEntries(context, calls, facts.found) : upsertEntries(context, calls, facts);
}

/** Of another source system, or of a resource whose time the caller may not write: what it is now, or what it would be. */
const outOfReach = (context: WriteContext, call: Call, stored: EntryRow | undefined): ErrorDetail | undefined =>
  foreignTo(context, stored?.sourceApp ?? null) ??
  foreignTime(context.caller, [stored?.resourceNo, sentValue(call, 'resourceNo')]);

/**
 * Most of what there is to decide depends on the call and its entry alone. It is decided while the database looks for tasks and adds up the hours of
 * days; only then calls follow one another.
 */
async function upsertEntries(context: WriteContext, calls: readonly Call[], facts: EntryFacts): Promise<void> {
  const { found, tasks } = facts;
  const day = new DayHours(context);
  for (const call of calls) day.expect(takenBy(call, facts), found.get(call));
  // Of several that fail the first one says why.
  const [, , { claims, approval, considered }] = await Promise.all([
    tasks,
    day.load(),
    considerAll(context, calls, facts),
  ]);
  const fresh: Call[] = [];
  const edits: EntryEdit[] = [];
  const holders = new ReferenceHolders(facts.entries);
  for (const { call, taken, stored, made } of considered) {
    const resourceNo = String(sentValue(call, 'resourceNo') ?? stored?.resourceNo);
    if (!stored) {
      const decided = 'code' in made ? made : (day.take(taken, resourceNo, stored) ?? made);
      if ('code' in decided) context.reject(call, decided);
      else fresh.push(decided);
      continue;
    }
    const held = claims.refusal(call, stored) ?? holders.refusal(call, stored);
    if (!held) approval.warn(call, stored);
    const changes = held ?? ('code' in made ? made : (day.take(taken, resourceNo, stored) ?? made));
    if ('code' in changes) context.reject(call, changes);
    else if (Object.keys(changes).length === 0 && call.expected === undefined)
      context.settle(call, 'unchanged', stored);
    else {
      if (changes.status !== undefined && lacksReason({ ...stored, ...changes }))
        context.warnings.push(missingReason(call, changes.status));
      edits.push({ call, stored, changes });
      if (changes.backofficeID) holders.add({ ...stored, backofficeID: changes.backofficeID });
    }
  }
  await writeNewEntries(context, fresh, facts);
  await writeEdits(context, edits);
  await claims.release(context, calls[0] ? fromBackOffice(calls[0]) : {});
  await approval.takeIn(calls);
}

async function considerAll(context: WriteContext, calls: readonly Call[], facts: EntryFacts) {
  const claims = await EntryClaims.of(context, facts.found);
  const approval = await EntryApproval.of(context, calls);
  const considering = new Considering(facts, approval, surrogateKeys(context.deps.now()));
  await inSteps(calls, considering);
  return { claims, approval, considered: considering.considered };
}

class Considering implements Work<Call> {
  readonly considered: Considered[] = [];
  readonly #facts: EntryFacts;
  readonly #approval: EntryApproval;
  readonly #newKey: (index: number) => string;

  constructor(facts: EntryFacts, approval: EntryApproval, newKey: (index: number) => string) {
    this.#facts = facts;
    this.#approval = approval;
    this.#newKey = newKey;
  }

  do(call: Call): void {
    this.considered.push(consider(call, this.#facts, this.#approval, this.#newKey));
  }
}

async function writeEdits(context: WriteContext, edits: readonly EntryEdit[]): Promise<void> {
  const calls = callsOfEdits(edits);
  const [first] = calls;
  if (!first) return;
  const locked = new Map(edits.map(({ stored }) => [stored.key, stored]));
  await writeGroup(context, { shape: first.shape, calls }, { locked });
}

/** The back office refuses an entry with a reason, but not every one of them has one. */
const missingReason = ({ index, shape }: Call, status: EntryStatus): Warning => ({
  index,
  procedure: shape.procedure.name,
  parameter: 'Message',
  message: `Message: status ${statusName(status)} was set without a reason.`,
});

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
