import { type ErrorDetail, errorDetail, refuse } from '../../domain/errors.ts';
import { type ColumnModel, type EntityModel, followersOf, namedBy } from '../derive/model.ts';
import { isNamedByGuid } from '../derive/parts.ts';
import { keyOfRecord } from '../derive/spelled-key.ts';
import { visibleRows } from '../reading/visibility.ts';
import {
  childIds,
  clearNames,
  type DeletedRecord,
  deleteByIds,
  idsMatching,
  idsMeeting,
  idsSpelling,
  idsWithin,
} from '../storage/record-store.ts';
import { type Call, sentValue } from './call.ts';
import { differences, fromBackOffice, shownName } from './change-detail.ts';
import { dropNamed, dropSpelling, dropWaitingFor, type GivenCalls } from './drop-pending.ts';
import { findVisible } from './find-visible.ts';
import type { Group } from './plan-groups.ts';
import { requireVersion } from './require-version.ts';
import type { WriteContext } from './write-context.ts';

/** Deletes by key, by the leading part of a key, or all records below one (clear). */
export async function deleteGroup(context: WriteContext, group: Group): Promise<void> {
  const { model } = group.shape.procedure;
  const named = await recordsNamed(context, group);
  const ids = new Set([...named.values()].flat());
  const conflicting = await restrictions(context, model, [...ids]);
  const planned = await plannedBelow(context, group, named);
  const dropped = isNamedByGuid(model)
    ? undefined
    : await dropNamed(context, model, byGiven(group, group.shape.exact === true));
  await dropWaitingFor(context, group);
  for (const call of group.calls) {
    const own = named.get(call) ?? [];
    const refusal = planned.get(call) ?? own.map((id) => conflicting.get(id)).find((each) => each !== undefined);
    if (refusal) {
      context.reject(call, refusal);
      for (const id of own) ids.delete(id);
    } else if (own.length === 0) {
      // A clear empties what there is: nothing is as good as something.
      if (dropped?.has(call)) context.settle(call, 'deleted');
      else if (group.shape.procedure.action === 'clear') context.settle(call, 'ignored');
      else context.notThere(call);
    }
  }
  const gone = new Map<number, DeletedRecord>();
  for (const flagged of [true, false, undefined]) {
    const own = group.calls.filter((call) => fromBackOffice(call).fromBackOffice === flagged);
    const doomed = own.flatMap((call) => named.get(call) ?? []).filter((id) => ids.has(id) && !gone.has(id));
    const back = flagged === undefined ? {} : { fromBackOffice: flagged };
    for (const record of await deleteTree(context, model, doomed, back)) gone.set(record.id, record);
  }
  for (const call of group.calls) {
    const first = (named.get(call) ?? []).map((id) => gone.get(id)).find((record) => record !== undefined);
    if (first && context.results[call.index] === undefined) context.settle(call, 'deleted', first);
  }
}

/** The ids of the records that each call of a delete or clear names, kept from being changed until the transaction ends. */
export async function recordsNamed(context: WriteContext, group: Group): Promise<Map<Call, number[]>> {
  const { procedure, columns, exact } = group.shape;
  const { model } = procedure;
  const { tenantId } = context.caller;
  const named = new Map<Call, number[]>();
  const wholeKey = model.keyColumns.every((key) => columns.some((column) => column.property === key.property));
  if (procedure.action === 'delete' && wholeKey && model.entity.deleteNeeds === undefined) {
    const keys = group.calls.map((call) => call.key);
    const known = await findVisible(context, model, keys, 'change');
    await requireVersion(context, model, group.calls, known);
    for (const call of group.calls) {
      const record = known.get(call.key);
      if (record) named.set(call, [record.id]);
    }
    return named;
  }
  if (group.calls.some((call) => call.expected !== undefined))
    throw refuse('REQ009', 'If-Match needs the whole key of one record.', 'If-Match');
  for (const { given, calls } of byGiven(group, exact === true)) {
    const values = calls.map((call) => given.map(({ property }) => sentValue(call, property) ?? null));
    for (const { row, id, key } of await idsMatching(context.tx, tenantId, model, given, values)) {
      const call = calls[row];
      if (call && !call.keeps?.has(key)) named.set(call, [...(named.get(call) ?? []), id]);
    }
  }
  return onlyVisible(context, model, await onlyOwn(context, model, named));
}

/** Nor what its caller does not see. */
async function onlyVisible(
  context: WriteContext,
  model: EntityModel,
  named: Map<Call, number[]>,
): Promise<Map<Call, number[]>> {
  const visible = visibleRows(context.viewer, model.name, 'r');
  if (!visible || named.size === 0) return named;
  const seen = await idsMeeting(context.tx, context.caller.tenantId, model, [...named.values()].flat(), visible);
  return new Map([...named].map(([call, ids]) => [call, ids.filter((id) => seen.has(id))]));
}

/** What a limited key left open must not reach into other source systems. */
async function onlyOwn(
  context: WriteContext,
  model: EntityModel,
  named: Map<Call, number[]>,
): Promise<Map<Call, number[]>> {
  const { sourceApps, tenantId } = context.caller;
  if (!sourceApps || named.size === 0 || !model.entity.columns['sourceApp']) return named;
  const own = await idsWithin(context.tx, tenantId, model, [...named.values()].flat(), sourceApps);
  return new Map([...named].map(([call, ids]) => [call, ids.filter((id) => own.has(id))]));
}

/** Calls by the columns that they really give a value for: what is left open matches anything. */
export function byGiven(group: Group, exact: boolean): GivenCalls[] {
  const parts = new Map<string, { given: readonly ColumnModel[]; calls: Call[] }>();
  for (const call of group.calls) {
    const given = group.shape.columns.filter(({ property }) => exact || (sentValue(call, property) ?? null) !== null);
    const id = given.map(({ property }) => property).join(',');
    const part = parts.get(id) ?? { given, calls: [] };
    part.calls.push(call);
    parts.set(id, part);
  }
  return [...parts.values()];
}

/** CheckAppointments: a job or task that is planned is not deleted by accident. */
async function plannedBelow(
  context: WriteContext,
  group: Group,
  named: ReadonlyMap<Call, readonly number[]>,
): Promise<Map<Call, ErrorDetail>> {
  const { name } = group.shape.procedure.model;
  const checking = group.calls.filter((call) => call.options['checkAppointments'] === true && named.has(call));
  const refused = new Map<Call, ErrorDetail>();
  if ((name !== 'Job' && name !== 'Task') || checking.length === 0) return refused;
  const below = await context.deps.extensions.plannedBelow(
    context.tx,
    context.caller.tenantId,
    name,
    checking.flatMap((call) => named.get(call) ?? []),
  );
  const byId = new Map(below.map((each) => [each.id, each]));
  for (const call of checking) {
    const found = (named.get(call) ?? []).map((id) => byId.get(id)).find((each) => each !== undefined);
    if (!found) continue;
    const few = `${found.first.join(', ')}${found.count > found.first.length ? ' …' : ''}`;
    refused.set(
      call,
      errorDetail(
        'APP006',
        `${name} ${call.shownKey} has ${found.count} appointment${found.count === 1 ? '' : 's'} (${few}).`,
        'CheckAppointments',
        { key: call.shownKey, count: found.count },
      ),
    );
  }
  return refused;
}

/** What keeps records from being deleted, anywhere below them, by the id of the record. */
async function restrictions(
  context: WriteContext,
  model: EntityModel,
  ids: readonly number[],
): Promise<Map<number, ErrorDetail>> {
  const found = new Map<number, ErrorDetail>();
  await lookBelow(context, model, new Map(ids.map((id) => [id, id])), (root, child, count) =>
    found.set(
      root,
      errorDetail(
        'APP005',
        `The ${model.name} is used by ${count} ${child.name} record${count === 1 ? '' : 's'}.`,
        undefined,
        {
          count,
        },
      ),
    ),
  );
  return found;
}

/** `roots` maps each record to the deleted record above it. */
async function lookBelow(
  context: WriteContext,
  model: EntityModel,
  roots: ReadonlyMap<number, number>,
  found: (root: number, child: EntityModel, count: number) => void,
): Promise<void> {
  if (roots.size === 0) return;
  for (const { child, reference } of model.children) {
    const below = await childIds(context.tx, context.caller.tenantId, child, reference, [...roots.keys()]);
    const rootOf = new Map(below.map(({ id, parent }) => [id, roots.get(parent) as number]));
    if (reference.reference.onDelete === 'cascade') {
      await lookBelow(context, child, rootOf, found);
      continue;
    }
    const counts = new Map<number, number>();
    for (const root of rootOf.values()) counts.set(root, (counts.get(root) ?? 0) + 1);
    for (const [root, count] of counts) found(root, child, count);
  }
}

/** Deletes records with everything below them, children first, and writes each into the log. */
export async function deleteTree(
  context: WriteContext,
  model: EntityModel,
  ids: readonly number[],
  back: { fromBackOffice?: boolean },
): Promise<DeletedRecord[]> {
  if (ids.length === 0) return [];
  const { tx, caller } = context;
  for (const { child, reference } of model.children.filter((each) => each.reference.reference.onDelete === 'cascade')) {
    const below = await childIds(tx, caller.tenantId, child, reference, ids);
    await deleteTree(
      context,
      child,
      below.map(({ id }) => id),
      back,
    );
  }
  const gone = await deleteByIds(tx, caller.tenantId, model, ids);
  for (const record of gone)
    context.note(model, 'deleted', record, keyOfRecord(model, record.id, record.before), {
      sourceApp: record.before['sourceApp'],
      before: JSON.stringify(withoutSecrets(model, record.before)),
      ...back,
    });
  await forget(context, model, gone, back);
  return gone;
}

/** What only repeated the name of a deleted record: cleared where it is a property, deleted where it is the record. */
async function forget(
  context: WriteContext,
  model: EntityModel,
  gone: readonly DeletedRecord[],
  back: { fromBackOffice?: boolean },
): Promise<void> {
  if (gone.length === 0) return;
  const { tx, caller } = context;
  for (const follower of followersOf(model.name)) {
    const spelled = gone.map((record) =>
      follower.of.map((property) => (property === 'id' ? record.id : record.before[property])),
    );
    await dropSpelling(context, follower.model, follower.columns, spelled);
    const ids = await idsSpelling(tx, caller.tenantId, follower.model, follower.columns, spelled);
    await deleteTree(
      context,
      follower.model,
      ids.map(({ id }) => id),
      back,
    );
  }
  const names = gone.map(({ before }) => String(before[model.keyColumns[0]?.property ?? '']));
  for (const { model: other, column } of namedBy(model.name)) {
    for (const record of await clearNames(tx, caller.tenantId, other, column, names, caller.actor))
      context.note(other, 'updated', record, shownName(other, record), {
        sourceApp: record.names['sourceApp'],
        ...differences(other, record.before, record.after),
        ...back,
      });
  }
}

export const withoutSecrets = (
  model: EntityModel,
  record: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> =>
  model.columns.some(({ spec }) => spec.kind === 'secret')
    ? Object.fromEntries(Object.entries(record).filter(([property]) => model.column(property).spec.kind !== 'secret'))
    : record;
