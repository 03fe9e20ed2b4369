import { errorDetail } from '../../domain/errors.ts';
import type { EntityModel } from '../derive/model.ts';
import { isAwaited } from '../derive/parts.ts';
import { hasOwnColumns } from '../derive/statements.ts';
import type { Change } from '../storage/change.ts';
import type { LoggedText } from '../storage/joined-texts.ts';
import { prepareColumns } from '../storage/logged-columns.ts';
import { compareRows, type FoundRecord, inOrder, type Row, updateRows } from '../storage/record-store.ts';
import { type Call, type CallResult, type CallShape, sentValue } from './call.ts';
import { fromBackOffice, shownName } from './change-detail.ts';
import { deleteGroup } from './delete-group.ts';
import { ensureNamed } from './ensure-named.ts';
import { findVisible } from './find-visible.ts';
import { namesOfIds, withIdsOfNames } from './ids-of-names.ts';
import { missingColumn } from './missing-column.ts';
import { type CallRow, isCopied, storeNew, toRow } from './new-rows.ts';
import type { Group } from './plan-groups.ts';
import { requireVersion } from './require-version.ts';
import { byShape } from './reshape.ts';
import { type Resolved, resolveReferences } from './resolve-references.ts';
import { loggedTexts, RowTexts } from './row-text.ts';
import { withinLimit } from './source-app-limit.ts';
import { untilAnswered } from './until-answered.ts';
import { keyOfStored, resultOf, type WriteContext } from './write-context.ts';

/** What a writer with a rule of its own knows or does beside the generic way. */
export interface WriterKnows {
  /** What exists already, by key. The writer has locked it, and it is not looked for again. */
  readonly locked?: ReadonlyMap<string, FoundRecord>;
  /** Is called while many new records are being stored, with the ids that they get by key: what follows from them can be prepared. */
  readonly meanwhile?: (ids: ReadonlyMap<string, number>) => void;
  /** Is called when they are stored under these ids, before they are noted: what follows from them can be asked for. */
  readonly stored?: () => void;
  /** A new record under another name, because its own is taken. Without it, what has the name is changed instead. */
  readonly renamed?: (call: Call) => Call;
}

/** The generic way of one group of calls into the database. Entities with a rule of their own go through operations/writers. */
export async function writeGroup(context: WriteContext, sent: Group, knows: WriterKnows = {}): Promise<void> {
  const group = { ...sent, calls: await withinLimit(context, sent.shape.procedure.model, sent.calls) };
  switch (group.shape.procedure.action) {
    case 'upsert': {
      const calls = await namesOfIds(context, group);
      for (const part of calls === group.calls ? [group] : byShape(calls)) await upsertGroup(context, part, knows);
      return;
    }
    case 'set':
    case 'reset':
      return setGroup(context, group);
    default:
      return deleteGroup(context, group);
  }
}

async function upsertGroup(context: WriteContext, sent: Group, { locked, ...knows }: WriterKnows): Promise<void> {
  const { model } = sent.shape.procedure;
  const group = await withIdsOfNames(context, await ensureNamed(context, sent));
  const versioned = group.calls.some(expectsVersion);
  const texts = new RowTexts(group.shape);
  const looked: Looked = locked && !versioned ? { known: new Map(locked) } : await look(context, group, texts);
  const { known, differing, presumed } = looked;
  // Only what is written must hold what it refers to; what stays as it is has done so before.
  const written = writtenOf(group.calls, looked);
  const resolving = resolveReferences(context, { ...group, calls: written });
  // Its failure is reported below.
  resolving.catch(() => {});
  await context.tx.sent();
  // What will be stored is written out while the database looks for what it refers to.
  await new WrittenAhead(written, looked, texts).until(resolving);
  const resolved = await resolving;
  const rows = presumed ? await changeDiffering(context, group, resolved, texts) : resolved;
  if (presumed) for (const [key, record] of await existing(context, model, rows)) known.set(key, record);
  const { fresh, present } = parted(context, rows, known);
  let raced = await insertFresh(context, group, fresh, texts, knows);
  for (const { renamed } = knows; renamed && raced.length > 0; ) {
    const others = raced.map(({ call, ids }) => ({ call: renamed(call), ids }));
    raced = await insertFresh(context, group, others, texts);
  }
  if (raced.length > 0) for (const [key, record] of await existing(context, model, raced)) known.set(key, record);
  if (context.viewer) for (const { call } of raced) if (!known.has(call.key)) rejectTaken(context, call);
  const toUpdate = raced.length > 0 ? rows.filter(({ call }) => known.has(call.key)) : present;
  await updatePresent(context, group, toUpdate, known, texts);
  for (const call of group.calls)
    if (differing && !context.results[call.index]) context.settle(call, 'unchanged', known.get(call.key));
}

const expectsVersion = (call: Call): boolean => call.expected !== undefined;

/** The calls whose records do not stay as they are. */
function writtenOf(calls: readonly Call[], { known, differing }: Looked): readonly Call[] {
  if (!differing) return calls;
  const written: Call[] = [];
  for (const call of calls) if (!known.has(call.key) || differing.has(call.key)) written.push(call);
  return written;
}

/** Writes out what will be stored, ahead of it. */
class WrittenAhead {
  readonly #calls: readonly Call[];
  readonly #looked: Looked;
  readonly #texts: RowTexts;
  /** New records are stored by COPY, which needs their values and no text. */
  readonly #isCopied: boolean;

  constructor(calls: readonly Call[], looked: Looked, texts: RowTexts) {
    this.#calls = calls;
    this.#looked = looked;
    this.#texts = texts;
    let count = 0;
    for (const call of calls) if (!this.#isKnown(call)) count++;
    this.#isCopied = isCopied(count);
  }

  #isKnown({ key }: Call): boolean {
    return this.#looked.presumed === true || this.#looked.known.has(key);
  }

  /** Until what is waited for has arrived. */
  until(answer: Promise<unknown>): Promise<void> {
    return untilAnswered(answer, this.#calls, this);
  }

  do(call: Call): unknown {
    return this.#isCopied && !this.#isKnown(call) ? call.values : this.#texts.of(call);
  }
}

/** The rows whose records do not exist, without those that are refused, and the rows whose records do. */
function parted(
  context: WriteContext,
  rows: readonly Resolved[],
  known: ReadonlyMap<string, FoundRecord>,
): { fresh: Resolved[]; present: Resolved[] } {
  const [fresh, present]: [Resolved[], Resolved[]] = [[], []];
  for (const row of rows)
    if (known.has(row.call.key)) present.push(row);
    else if (complete(context, row.call)) fresh.push(row);
  return { fresh, present };
}

/** Stores records that are new and that refer to records which their writer holds. */
export async function writeNew(context: WriteContext, shape: CallShape, rows: readonly Resolved[]): Promise<void> {
  const raced = await insertFresh(context, { shape, calls: [] }, rows, new RowTexts(shape));
  if (raced.length > 0) await writeGroup(context, { shape, calls: raced.map(({ call }) => call) });
}

/** The one place where a hidden record cannot be kept from being noticed: two records cannot have the same key. */
function rejectTaken(context: WriteContext, call: Call): void {
  const { model } = call.shape.procedure;
  const parameter = model.keyColumns.at(-1)?.param ?? '';
  const message = `${parameter}: the key ${call.shownKey} is already in use by a ${model.name} that your data filters hide. Choose another one.`;
  context.reject(call, errorDetail('APP035', message, parameter));
}

/** What is there already. `differing` is left out where the update has to find out for itself. */
interface Looked {
  readonly known: Map<string, FoundRecord>;
  readonly differing?: ReadonlySet<string>;
  /** All records probably exist and differ: they are changed at once, and only what that leaves is looked for. */
  readonly presumed?: boolean;
}

const SAMPLE = 8;
const WORTH_A_SAMPLE = 100;

/**
 * A large group is mostly all new (a first import), or all known and the same (every night after), or all changed. A few rows tell which, and
 * the work that then would be for nothing is not done: looking for keys, or preparing to change what stays as it is. Where the sample was
 * wrong nothing is lost: an insert leaves alone what exists, what differs is changed, and what an update did not find is looked for.
 */
async function look(context: WriteContext, { shape, calls }: Group, texts: RowTexts): Promise<Looked> {
  const { model } = shape.procedure;
  const { tx, caller } = context;
  const plain = !missingColumn(shape) && !calls.some(expectsVersion);
  if (calls.length < WORTH_A_SAMPLE || !plain || context.viewer)
    return { known: await existing(context, model, calls.map(itself)) };
  const step = Math.floor(calls.length / SAMPLE);
  const sample = Array.from({ length: SAMPLE }, (_, i) => rowOf(calls[i * step] as Call, texts));
  const samples = [...(await compareRows(tx, caller.tenantId, shape, [sample])).values()];
  if (samples.length === 0) return { known: new Map() };
  if (samples.length === SAMPLE && samples.every(({ differs }) => differs) && !context.createsOnly)
    return { known: new Map(), presumed: true };
  if (samples.length < SAMPLE || samples.some(({ differs }) => differs))
    return { known: await existing(context, model, calls.map(itself)) };
  const known = await compareRows(tx, caller.tenantId, shape, inParts(calls, rowOf, texts));
  const differing = new Set<string>();
  for (const { differs, key } of known.values()) if (differs) differing.add(key);
  return { known, differing };
}

const rowOf = (call: Call, texts: RowTexts): { key: string; values: string } => ({
  key: call.key,
  values: texts.of(call),
});

/** Fewer rows are written out in no time. */
const WORTH_PARTS = 200;

/**
 * A third of many items, and the rest. The rest is made when it is asked for: while the database works on the first part. More parts gain nothing,
 * because a statement takes time of its own.
 */
function* inParts<T, Row>(
  items: readonly T[],
  make: (item: T, texts: RowTexts) => Row,
  texts: RowTexts,
): Generator<Row[]> {
  const first = items.length < WORTH_PARTS ? items.length : Math.ceil(items.length / 3);
  yield made(items, 0, first, make, texts);
  if (items.length > first) yield made(items, first, items.length, make, texts);
}

function made<T, Row>(
  items: readonly T[],
  from: number,
  to: number,
  make: (item: T, texts: RowTexts) => Row,
  texts: RowTexts,
): Row[] {
  const rows: Row[] = [];
  for (let at = from; at < to; at++) rows.push(make(items[at] as T, texts));
  return rows;
}

const itself = (call: Call): { call: Call } => ({ call });

/** A `set` call changes what exists and never creates. */
async function setGroup(context: WriteContext, group: Group): Promise<void> {
  const { model } = group.shape.procedure;
  const known = await existing(context, model, group.calls.map(itself));
  for (const call of group.calls)
    if (!known.has(call.key))
      context.ignore(call, errorDetail('APP007', `There is no ${model.name} ${call.shownKey}; nothing was set.`));
  const present = group.calls.filter((call) => known.has(call.key)).map((call) => ({ call, ids: [] }));
  await updatePresent(context, group, present, known, new RowTexts(group.shape));
}

async function existing(
  context: WriteContext,
  model: EntityModel,
  rows: readonly { readonly call: Call }[],
): Promise<Map<string, FoundRecord>> {
  const calls = rows.map(callOf);
  const versioned = calls.some(expectsVersion);
  const keys = calls.map(keyOf);
  const known = await findVisible(context, model, keys, versioned ? 'change' : 'none');
  if (versioned) await requireVersion(context, model, calls, known);
  return known;
}

const callOf = ({ call }: { readonly call: Call }): Call => call;
const keyOf = ({ key }: Call): string => key;

/** Required columns apply when a record is created. */
function complete(context: WriteContext, call: Call): boolean {
  const { model } = call.shape.procedure;
  const missing = missingColumn(call.shape);
  if (!missing) return true;
  context.reject(
    call,
    errorDetail('REQ015', `${missing.param} is required to create the ${model.name} ${call.shownKey}.`, missing.param),
  );
  return false;
}

/** Answers the rows that another transaction inserted in the meantime: they exist now. */
async function insertFresh(
  context: WriteContext,
  group: Group,
  fresh: readonly Resolved[],
  texts: RowTexts,
  { meanwhile, stored }: WriterKnows = {},
): Promise<readonly Resolved[]> {
  if (fresh.length === 0) return [];
  const ids = new Map<string, number>();
  const inserting = storeNew(context, group.shape, fresh, texts, ids);
  // Its failure is reported below.
  inserting.catch(() => {});
  await context.tx.sent();
  // What the log will say is put together while the database inserts, and so is what follows from ids that are known already.
  const after = loggedTexts(fresh.map(callOf));
  const expected = ids.size === 0 ? undefined : createdRecords(context, fresh, after, ids);
  if (expected) {
    meanwhile?.(ids);
    prepareColumns(expected.map(changeOf));
  }
  const made = await inserting;
  const asExpected = made === ids && expected;
  if (asExpected) stored?.();
  const created = asExpected || createdRecords(context, fresh, after, made);
  const isAwaitedByParts = isAwaited(group.shape.procedure.model);
  for (const { call, result, change } of created) {
    context.results[call.index] = result;
    context.changes.push(change);
    if (isAwaitedByParts) context.arrived.push({ call, sourceApp: change.sourceApp });
  }
  return created.length === fresh.length ? [] : fresh.filter(({ call }) => !made.has(call.key));
}

interface Created {
  readonly call: Call;
  readonly result: CallResult;
  readonly change: Change;
}

const changeOf = ({ change }: Created): Change => change;

/** What is to be said of the records that have got an id. */
function createdRecords(
  context: WriteContext,
  fresh: readonly Resolved[],
  after: readonly LoggedText[],
  ids: ReadonlyMap<string, number>,
): Created[] {
  const created: Created[] = [];
  for (let at = 0; at < fresh.length; at++) {
    const { call } = fresh[at] as Resolved;
    const id = ids.get(call.key);
    if (id === undefined) continue;
    const record = { id, version: 1 };
    const { model } = call.shape.procedure;
    const detail = { sourceApp: sentValue(call, 'sourceApp'), after: after[at] ?? null, ...fromBackOffice(call) };
    const change = context.changeOf(model, 'created', record, keyOfStored(call, id), detail);
    created.push({ call, result: resultOf(call, 'created', record), change });
  }
  return created;
}

async function updatePresent(
  context: WriteContext,
  group: Group,
  present: readonly Resolved[],
  known: ReadonlyMap<string, FoundRecord>,
  texts: RowTexts,
): Promise<void> {
  const changes = !context.createsOnly && hasOwnColumns(group.shape);
  const same = changes ? await changeDiffering(context, group, present, texts) : present;
  for (const { call } of same) context.settle(call, 'unchanged', known.get(call.key));
}

/** Changes the records that exist and differ from what was sent; answers the other rows. */
async function changeDiffering(
  context: WriteContext,
  group: Group,
  rows: readonly Resolved[],
  texts: RowTexts,
): Promise<readonly Resolved[]> {
  if (rows.length === 0) return rows;
  const { model } = group.shape.procedure;
  const ordered = inOrder(rows.map(toRow));
  const changed = await updateRows(
    context.tx,
    context.caller.tenantId,
    group.shape,
    inParts(ordered, withValues, texts),
    context.caller.actor,
  );
  const others: Resolved[] = [];
  for (const row of rows) {
    const { call } = row;
    const change = changed.get(call.key);
    if (!change) {
      others.push(row);
      continue;
    }
    context.settle(call, 'updated', change);
    context.note(model, 'updated', change, shownName(model, change), {
      sourceApp: change.names['sourceApp'],
      before: change.before,
      after: change.after,
      ...fromBackOffice(call),
    });
  }
  return others;
}

const withValues = ({ key, references, call }: CallRow, texts: RowTexts): Row => ({
  key,
  references,
  values: texts.of(call),
});
