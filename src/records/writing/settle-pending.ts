import { showKey } from '../../domain/natural-key.ts';
import { PENDING_DAYS } from '../../domain/pending-part.ts';
import { beyondQuota } from '../../domain/quotas.ts';
import { dateOfInstant } from '../../domain/time/zone.ts';
import { mayReach } from '../../platform/caller.ts';
import { model as modelNamed, procedureFor } from '../derive/model.ts';
import { isNamedByGuid } from '../derive/parts.ts';
import type { RecordExtensions } from '../extensions.ts';
import {
  countPendingParts,
  doPartsWait,
  keepParts,
  lockPendingParts,
  noteArrived,
  type PartToKeep,
  type PendingPart,
  pendingPartsFor,
} from '../storage/pending-part-store.ts';
import type { Call, CallShape, Outcome } from './call.ts';
import { arrivedName, partKept } from './part-names.ts';
import { planGroups } from './plan-groups.ts';
import { recordKey } from './record-key.ts';
import type { ArrivedRecord, PendingCall, WriteContext } from './write-context.ts';
import { writeGroup } from './write-group.ts';

type Writers = RecordExtensions['writers'];

/**
 * Parts and the records that they belong to find each other, in whatever order they arrive: first those that were kept earlier and whose record
 * is new, then those of this batch that preceded their record. What still has no record is kept.
 */
export async function settlePending(context: WriteContext, writers: Writers): Promise<void> {
  // Before the last look for their records: one that arrives in another request is seen, or that request sees what is kept here.
  if (context.pending.length > 0) await lockPendingParts(context.tx, context.caller.tenantId);
  await attachToArrived(context, writers);
  const waiting = context.pending.splice(0);
  if (waiting.length === 0) return;
  await write(
    context,
    writers,
    waiting.map(({ call }) => call),
  );
  await keep(context, context.pending);
}

async function write(context: WriteContext, writers: Writers, calls: readonly Call[]): Promise<void> {
  for (const group of planGroups(calls))
    await (writers[group.shape.procedure.model.entity.writer ?? ''] ?? writeGroup)(context, group);
}

const MANY = 100;

const nameOf = (arrived: ArrivedRecord): string => arrived.name ?? arrivedName(arrived.call);

/** Stores the parts that waited for the new records. Their changes belong to the write that made the records. */
export async function attachToArrived(context: WriteContext, writers: Writers): Promise<void> {
  const { tx, caller, arrived } = context;
  if (arrived.length === 0) return;
  // Mostly nothing waits, and then the names of many records need not be put together.
  if (arrived.length >= MANY && !(await doPartsWait(tx, caller.tenantId))) return;
  const sourceApps = new Map(arrived.map((each) => [nameOf(each), each.sourceApp]));
  const found = await pendingPartsFor(tx, caller.tenantId, [...sourceApps.keys()]);
  // Who sent it may be limited to the records of some source systems.
  const parts = found.filter((part) => mayReach(part, sourceApps.get(part.waitsFor) ?? null));
  if (parts.length === 0) return;
  const shapes = new Map<string, CallShape>();
  const nested = context.nested(true);
  await write(
    nested,
    writers,
    parts.map((part, index) => keptCall(part, index, shapes)),
  );
  warnOfLost(context, nested, parts);
  const further = new Map(nested.pending.map(({ call, waitsFor }) => [call.index, waitsFor]));
  await noteArrived(
    tx,
    caller.tenantId,
    parts.map(({ id }, index) => {
      const waitsFor = further.get(index);
      // One that cannot be stored after all is done with, like one that is stored.
      return waitsFor === undefined ? { id, attachedId: nested.results[index]?.id ?? 0 } : { id, waitsFor };
    }),
  );
}

/** Parts that turn out not to belong to the record that they waited for, such as one of another source system. */
function warnOfLost(context: WriteContext, nested: WriteContext, parts: readonly PendingPart[]): void {
  const calls = new Map(context.arrived.map((each) => [nameOf(each), each.call]));
  const reasons = new Map(nested.warnings.map(({ index, message }) => [index, message]));
  for (const [at, { entity, waitsFor }] of parts.entries()) {
    const result = nested.results[at];
    const call = calls.get(waitsFor);
    if (!call || (result?.outcome !== 'ignored' && result?.outcome !== 'rejected')) continue;
    const { index, shape } = call;
    const message = `The ${entity} that waited for this record was not stored: ${result.message ?? reasons.get(at) ?? ''}`;
    context.warnings.push({ index, procedure: shape.procedure.name, message });
  }
}

/** The call that a part was kept of. */
function keptCall(part: PendingPart, index: number, shapes: Map<string, CallShape>): Call {
  const { fields, options, partOf } = part;
  const model = modelNamed(part.entity);
  const id = `${part.entity}|${Object.keys(fields).sort().join(',')}`;
  const columns = model.stored.filter(({ property }) => property in fields);
  const shape = shapes.get(id) ?? {
    procedure: procedureFor(model, 'upsert') as CallShape['procedure'],
    model,
    columns,
    references: model.references.filter(({ reference }) => reference.by.every((property) => property in fields)),
    id,
  };
  shapes.set(id, shape);
  const keyParts = model.keyColumns.map(({ property }) => fields[property] ?? null);
  return {
    index,
    shape,
    values: shape.columns.map(({ property }) => fields[property]),
    options,
    key: recordKey(keyParts),
    identity: part.key,
    shownKey: showKey(keyParts),
    referred: shape.references.map(({ reference }) => recordKey(reference.by.map((property) => fields[property]))),
    ...(isNamedByGuid(model) ? { owner: partOf.slice(partOf.indexOf('|') + 1) } : {}),
  };
}

interface Keeping extends PartToKeep {
  readonly sent: PendingCall[];
}

/** Keeps parts whose record is neither stored nor in the batch. */
async function keep(context: WriteContext, waiting: readonly PendingCall[]): Promise<void> {
  const parts = new Map<string, Keeping>();
  for (const each of waiting) {
    const { call, waitsFor, detail } = each;
    const kept = partKept(call);
    if (context.strict || !kept) {
      context.ignore(call, detail);
      continue;
    }
    const entity = call.shape.procedure.model.name;
    const id = `${entity}|${kept.key}`;
    const before = parts.get(id);
    parts.set(id, {
      entity,
      waitsFor,
      ...kept,
      fields: { ...before?.fields, ...kept.fields },
      options: { ...before?.options, ...call.options },
      sent: [...(before?.sent ?? []), each],
    });
  }
  if (parts.size === 0) return;
  await store(context, await withinQuota(context, parts));
}

async function store(context: WriteContext, parts: ReadonlyMap<string, Keeping>): Promise<void> {
  const { tx, caller, deps } = context;
  if (parts.size === 0) return;
  const expiresAt = new Date(deps.now().getTime() + PENDING_DAYS * 86_400_000);
  const rows = [...parts.values()].map(({ sent: _sent, ...row }) => row);
  const stored = await keepParts(tx, caller.tenantId, rows, { ...caller, expiresAt });
  const until = dateOfInstant(caller.timeZone, expiresAt.getTime());
  for (const { entity, key, outcome } of stored)
    for (const [i, { call, waitsFor, detail }] of (parts.get(`${entity}|${key}`)?.sent ?? []).entries()) {
      // A later call of the batch for the same part finds it kept.
      const own: Outcome = i === 0 ? outcome : 'unchanged';
      context.settleKept(call, own);
      context.warnings.push({
        index: call.index,
        procedure: call.shape.procedure.name,
        ...(detail.parameter === undefined ? {} : { parameter: detail.parameter }),
        message: `${detail.message} The ${entity} is kept until ${until} and stored when the ${waitsFor.slice(0, waitsFor.indexOf('|'))} arrives.`,
      });
    }
}

/** The parts that are kept already, and as many new ones as the quota allows. */
async function withinQuota(
  context: WriteContext,
  parts: ReadonlyMap<string, Keeping>,
): Promise<ReadonlyMap<string, Keeping>> {
  const { tx, caller, deps } = context;
  const { count, known } = await countPendingParts(tx, caller.tenantId, caller.actor, [...parts.values()]);
  let { tenant, credential } = count;
  const allowed = new Map<string, Keeping>();
  for (const [id, part] of parts) {
    const refusal = known.has(id)
      ? undefined
      : beyondQuota('pendingPart', deps.extensions.quotas, { tenant: ++tenant, credential: ++credential });
    if (!refusal) allowed.set(id, part);
    else for (const { call } of part.sent) context.reject(call, refusal);
  }
  return allowed;
}
