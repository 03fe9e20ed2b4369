import type { EntityModel } from '../../derive/model.ts';
import { hasOwnColumns } from '../../derive/statements.ts';
import { problem } from '../../domain/errors.ts';
import { type FoundRecord, findByKeys, insertRows, type Row, updateRows } from '../../storage/record-store.ts';
import { type Call, sentValue } from './call.ts';
import { differences, fromBackOffice, shownName } from './change-detail.ts';
import { deleteGroup } from './delete-group.ts';
import { ensureNamed } from './ensure-named.ts';
import type { Group } from './plan-groups.ts';
import { requireVersion } from './require-version.ts';
import { resolveReferences } from './resolve-references.ts';
import { withinLimit } from './source-app-limit.ts';
import type { WriteContext } from './write-context.ts';

/** The generic way of one group of calls into the database. Entities with a rule of their own go through operations/writers. */
export async function writeGroup(context: WriteContext, sent: Group): Promise<void> {
  const group = { ...sent, calls: await withinLimit(context, sent.shape.procedure.model, sent.calls) };
  switch (group.shape.procedure.action) {
    case 'upsert':
      return upsertGroup(context, group);
    case 'set':
      return setGroup(context, group);
    default:
      return deleteGroup(context, group);
  }
}

async function upsertGroup(context: WriteContext, group: Group): Promise<void> {
  await ensureNamed(context, group);
  const resolved = await resolveReferences(context, group);
  const known = await existing(
    context,
    group.shape.procedure.model,
    resolved.map(({ call }) => call),
  );
  const rows = resolved.map(({ call, ids }) => ({ call, row: rowOf(call, ids) }));

  const fresh = rows.filter(({ call }) => !known.has(call.key) && complete(context, call));
  const raced = await insertFresh(context, group, fresh);
  const present = [...rows.filter(({ call }) => known.has(call.key)), ...raced];
  if (raced.length > 0)
    for (const [key, record] of await existing(
      context,
      group.shape.procedure.model,
      raced.map(({ call }) => call),
    ))
      known.set(key, record);
  await updatePresent(context, group, present, known);
}

/** A `set` call changes what exists and never creates. */
async function setGroup(context: WriteContext, group: Group): Promise<void> {
  const { model } = group.shape.procedure;
  const known = await existing(context, model, group.calls);
  for (const call of group.calls)
    if (!known.has(call.key))
      context.ignore(call, problem('APP007', `There is no ${model.name} ${call.shownKey}; nothing was set.`));
  const present = group.calls.filter((call) => known.has(call.key)).map((call) => ({ call, row: rowOf(call, []) }));
  await updatePresent(context, group, present, known);
}

async function existing(
  context: WriteContext,
  model: EntityModel,
  calls: readonly Call[],
): Promise<Map<string, FoundRecord>> {
  const versioned = calls.some((call) => call.expected !== undefined);
  const known = await findByKeys(
    context.tx,
    context.caller.tenantId,
    model,
    calls.map((call) => call.key),
    versioned ? 'change' : 'none',
  );
  if (versioned) await requireVersion(context, model, calls, known);
  return known;
}

interface Pending {
  readonly call: Call;
  readonly row: Row;
}

const rowOf = (call: Call, references: readonly (number | null)[]): Row => {
  const columns: Record<string, unknown> = {};
  for (const [i, column] of call.shape.columns.entries()) columns[column.property] = call.values[i];
  return { key: call.key, references, text: JSON.stringify(columns).slice(1, -1) };
};

/** Required columns apply when a record is created. */
function complete(context: WriteContext, call: Call): boolean {
  const { model } = call.shape.procedure;
  const missing = model.columns.find(
    (column) => column.spec.required && !call.shape.columns.some((sent) => sent.property === column.property),
  );
  if (!missing) return true;
  context.reject(
    call,
    problem('REQ015', `${missing.param} is required to create the ${model.name} ${call.shownKey}.`, missing.param),
  );
  return false;
}

/** Answers the rows that another transaction inserted in the meantime: they exist now. */
async function insertFresh(context: WriteContext, group: Group, fresh: readonly Pending[]): Promise<Pending[]> {
  if (fresh.length === 0) return [];
  const { model } = group.shape.procedure;
  const made = await insertRows(
    context.tx,
    context.caller.tenantId,
    { ...group.shape, model },
    fresh.map(({ row }) => row),
    context.caller.actor,
  );
  const raced: Pending[] = [];
  for (const each of fresh) {
    const id = made.get(each.call.key);
    if (id === undefined) {
      raced.push(each);
      continue;
    }
    const record = { id, version: 1 };
    context.settle(each.call, 'created', record);
    context.note(model, 'created', record, each.call.shownKey, {
      sourceApp: sentValue(each.call, 'sourceApp'),
      after: `{${publicText(each)}}`,
      ...fromBackOffice(each.call),
    });
  }
  return raced;
}

/** Secrets do not go into the log, not even sealed. */
function publicText({ call, row }: Pending): string {
  if (!call.shape.columns.some((column) => column.spec.kind === 'secret')) return row.text;
  const columns: Record<string, unknown> = {};
  for (const [i, column] of call.shape.columns.entries())
    columns[column.property] = column.spec.kind === 'secret' ? '[hidden]' : call.values[i];
  return JSON.stringify(columns).slice(1, -1);
}

async function updatePresent(
  context: WriteContext,
  group: Group,
  present: readonly Pending[],
  known: ReadonlyMap<string, FoundRecord>,
): Promise<void> {
  if (present.length === 0) return;
  const { model } = group.shape.procedure;
  const changed = hasOwnColumns({ ...group.shape, model })
    ? await updateRows(
        context.tx,
        context.caller.tenantId,
        { ...group.shape, model },
        present.map(({ row }) => row),
        context.caller.actor,
      )
    : new Map<string, never>();
  for (const { call } of present) {
    const change = changed.get(call.key);
    if (!change) {
      context.settle(call, 'unchanged', known.get(call.key));
      continue;
    }
    context.settle(call, 'updated', change);
    context.note(model, 'updated', change, shownName(model, change), {
      sourceApp: change.names['sourceApp'],
      ...differences(model, change.before, change.after),
      ...fromBackOffice(call),
    });
  }
}
