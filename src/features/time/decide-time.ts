import { errorDetail, Refusal, refuse } from '../../domain/errors.ts';
import { statusName } from '../../domain/time-entry.ts';
import type { Caller } from '../../platform/caller.ts';
import type { HasClock } from '../../platform/clock.ts';
import type { Transaction } from '../../platform/postgres/database.ts';
import type { HasSealer } from '../../platform/sealer.ts';
import { visibleAmong } from '../../records/reading/visible-rows.ts';
import type { CallResult } from '../../records/writing/call.ts';
import { fromObject } from '../../records/writing/from-object.ts';
import type { WriteAnswer } from '../../records/writing/write-answer.ts';
import {
  parseFor,
  type Work,
  type WriteGuard,
  type WriteOptions,
  writeWork,
} from '../../records/writing/write-calls.ts';
import type { WriteDeps } from '../../records/writing/write-deps.ts';
import type { DecideBody } from './approval-contract.ts';
import { approvalOf, writersOf } from './approval-store.ts';
import { type EntryRow, entriesNamed, lockResources, ownersOfEntries } from './time-store.ts';

const UPSERT = 'mboc_upsertTimeEntry';

/**
 * POST /timeEntry/decide: a team lead approves or rejects entries. They are written as calls of `mboc_upsertTimeEntry`, so that the transition
 * table holds; all of them or none, in a number of statements that does not depend on how many there are.
 */
export const decideTime = (
  deps: WriteDeps,
  caller: Caller,
  body: DecideBody,
  options: WriteOptions,
  guard?: WriteGuard,
): Promise<WriteAnswer> => writeWork(deps, caller, options, (tx) => findDecision(deps, caller, body, tx), guard);

async function findDecision(
  deps: HasClock & HasSealer,
  caller: Caller,
  body: DecideBody,
  tx: Transaction,
): Promise<Work> {
  const { tenantId } = caller;
  if ((await approvalOf(tx, tenantId)) !== 'teamLead')
    throw refuse('APP063', 'Time entries of this tenant are approved in the back office, not by team leads.');
  const ids = body.entries.map(({ timeEntryId }) => timeEntryId);
  if (new Set(ids).size < ids.length) throw refuse('REQ014', 'entries: names a time entry twice.', 'entries');
  await lockResources(tx, tenantId, await ownersOfEntries(tx, tenantId, byIds(ids)));
  // Writers of these entries wait from here on: what is read now is what the decision changes.
  const seen = await visibleAmong(tx, caller, 'TimeEntry', ids);
  const stored = new Map((await entriesNamed(tx, tenantId, byIds([...seen]))).map((entry) => [entry.id, entry]));
  await refuseStale(tx, caller, body, stored);
  const message = body.message ?? null;
  const sent = ids.map((timeEntryId) => fromObject(UPSERT, { timeEntryId, status: body.status, message }));
  const parsed = await parseFor(deps, caller, sent, 'property');
  const missing = ids.flatMap((id, index): CallResult[] => (stored.has(id) ? [] : [notThere(id, index)]));
  return {
    parsed: {
      ...parsed,
      calls: parsed.calls.filter(({ index }) => stored.has(ids[index] as number)),
      results: [...parsed.results, ...missing],
    },
    size: ids.length,
  };
}

const byIds = (ids: readonly number[]) => ({ ids, references: [], wanted: [] });

const notThere = (id: number, index: number): CallResult => ({
  index,
  procedure: UPSERT,
  outcome: 'rejected',
  key: String(id),
  ...errorDetail('APP007', `There is no time entry ${id}.`, 'timeEntryId'),
});

const MOST_NAMED = 5;

/** An entry that already is what the decision makes of it may be sent with an old version: a request that is repeated changes nothing. */
async function refuseStale(
  tx: Transaction,
  caller: Caller,
  { entries, status, message }: DecideBody,
  stored: ReadonlyMap<number, EntryRow>,
): Promise<void> {
  const stale = entries.flatMap(({ timeEntryId, version }) => {
    const entry = stored.get(timeEntryId);
    const isDone = entry?.status === status && entry.message === (message ?? null);
    return entry && !isDone && entry.version !== version ? [entry] : [];
  });
  if (stale.length === 0) return;
  const ids = stale.map(({ id }) => id);
  const writers = new Map((await writersOf(tx, caller.tenantId, ids)).map(({ id, updatedBy }) => [id, updatedBy]));
  const names = stale
    .slice(0, MOST_NAMED)
    .map((entry) => `${entry.id} is ${statusName(entry.status)} (${writers.get(entry.id) ?? 'unknown'})`);
  const more = stale.length > MOST_NAMED ? ` and ${stale.length - MOST_NAMED} more` : '';
  throw new Refusal(
    errorDetail(
      'APP003',
      `Nothing was decided: ${stale.length} of ${entries.length} time entries changed since you read them: ${names.join(', ')}${more}.`,
      'entries',
    ),
  );
}
