import { model as modelNamed } from '../../records/derive/model.ts';
import { findByKeys } from '../../records/storage/record-store.ts';
import { type Call, namingValue } from '../../records/writing/call.ts';
import { inSteps, type Work } from '../../records/writing/in-steps.ts';
import { Interrupted } from '../../records/writing/interrupted.ts';
import { recordKey } from '../../records/writing/record-key.ts';
import type { WriteContext } from '../../records/writing/write-context.ts';
import { referencesOf, wantedReferencesOf } from './source-references.ts';
import { type EntryRow, entriesNamed, lockResources, ownersOfEntries } from './time-store.ts';

/** What the database knows about the calls of a batch. */
export interface EntryFacts {
  /** Those that calls name, and those that have a reference which calls want to give to others. */
  readonly entries: readonly EntryRow[];
  /** The entry that each call names. */
  readonly found: ReadonlyMap<Call, EntryRow>;
  /** Ids of the resources that calls name, by folded number. They are locked. */
  readonly resources: ReadonlyMap<string, number>;
  /** The tasks that calls of new entries name, by folded key, kept from being deleted. They are still being looked for. */
  readonly tasks: Promise<ReadonlyMap<string, { readonly id: number }>>;
}

/** For a delete no tasks are looked for. */
export async function lockFacts(context: WriteContext, calls: readonly Call[], isDelete: boolean): Promise<EntryFacts> {
  const { tx, caller } = context;
  const by = namesIn(calls);
  const naming = by ? ownersOfEntries(tx, caller.tenantId, by) : Promise.resolve([]);
  // Its failure is reported below, and so are those of others that are asked for before they are waited for.
  naming.catch(() => {});
  await tx.sent();
  // The values of a large batch are read while the database looks for what they name.
  const reading = inSteps(calls, readingValues);
  reading.catch(() => {});
  const keys = new Set(calls.flatMap((call) => resourceKey(call) ?? []));
  const owners = await naming;
  const locked = await lockResources(tx, caller.tenantId, owners, [...keys]);
  const touched = new Set(locked.map(({ id }) => id));
  // Where there was no entry, one that came to be since meets us at its reference, and the batch is done again.
  const finding = (by && owners.length > 0 ? entriesNamed(tx, caller.tenantId, by) : Promise.resolve([])).then(
    (entries) => {
      if (entries.some(({ resourceId }) => !touched.has(resourceId)))
        throw new Interrupted('a time entry moved to another resource while it was being locked');
      return { entries, found: entriesOf(calls, entries) };
    },
  );
  const tasks = finding.then(({ found }) => (isDelete ? new Map() : tasksOfNew(context, calls, found)));
  tasks.catch(() => {});
  const { entries, found } = await finding;
  await reading;
  return {
    entries,
    found,
    resources: new Map(locked.filter(({ key }) => keys.has(key)).map(({ key, id }) => [key, id])),
    tasks,
  };
}

const readingValues: Work<Call> = { do: ({ values }) => values };

/** How calls name entries; undefined where none does. */
function namesIn(calls: readonly Call[]): Parameters<typeof entriesNamed>[2] | undefined {
  const ids = calls.flatMap((call) => {
    const id = namingValue(call, 'timeEntryId');
    return typeof id === 'number' ? [id] : [];
  });
  const references = referencesOf(calls, 'backofficeID');
  if (ids.length + references.length === 0) return undefined;
  return { ids, references, wanted: ids.length === 0 ? [] : wantedReferencesOf(calls, 'timeEntryId', 'backofficeID') };
}

const keyReferred = ({ shape, referred }: Call, reference: string): string | undefined =>
  referred[shape.references.findIndex(({ name }) => name === reference)] ?? undefined;

export const resourceKey = (call: Call): string | undefined => keyReferred(call, 'resource');
export const taskKeyOf = (call: Call): string | undefined => keyReferred(call, 'task');

/** What a caller with data filters sees is asked with the other references. */
async function tasksOfNew(
  { tx, caller, viewer }: WriteContext,
  calls: readonly Call[],
  found: ReadonlyMap<Call, EntryRow>,
): Promise<ReadonlyMap<string, { readonly id: number }>> {
  const fresh = viewer ? [] : calls.filter((call) => !found.has(call));
  const keys = new Set(fresh.flatMap((call) => taskKeyOf(call) ?? []));
  return findByKeys(tx, caller.tenantId, modelNamed('Task'), [...keys], 'hold');
}

const BY_REFERENCE = 'backofficeID:';

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
      : byId.get(namingValue(call, 'timeEntryId') as number);
    if (entry) found.set(call, entry);
  }
  return found;
}
