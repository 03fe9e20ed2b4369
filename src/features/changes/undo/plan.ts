import { type Fields, hindranceOf, neverUndone, type Reversal, reversalOf, standing } from '../../../domain/undo.ts';
import { because, type Reason } from '../../../domain/undo-reasons.ts';
import { type EntityModel, models } from '../../../records/derive/model.ts';
import { changesSince, type LaterChange, type StoredChange } from '../../../records/storage/change-log.ts';
import { type LockedRecord, lockByIds } from '../../../records/storage/record-store.ts';
import type { WriteContext } from '../../../records/writing/write-context.ts';

/** One record on its way back. */
export interface Planned {
  readonly model: EntityModel;
  readonly id: number;
  /** Its changes that are undone, in their order. */
  readonly changes: readonly StoredChange[];
  readonly reversal: Reversal;
  /** As it stands now, locked; undefined where it is gone. */
  readonly row: LockedRecord | undefined;
  /** What it will hold: of one that only gets some fields back, all others as they stand. */
  readonly fields: Fields;
  /** Other changes of it since, without those that cancel each other. */
  readonly later: readonly LaterChange[];
  /** It comes from a draft: the change undoes nothing, and a new record has the version that it had there. */
  readonly isDrafted?: true;
}

/** Why one change cannot be undone. */
export interface Conflict {
  readonly change: StoredChange;
  readonly reason: Reason;
  readonly by: LaterChange | undefined;
}

/** Conflicts name the first change of the record that is undone. */
export const against = ({ changes }: Planned, reason: Reason, by?: LaterChange): Conflict => ({
  change: changes[0] as StoredChange,
  reason,
  by,
});

export interface Plan {
  /** How messages name it: undo, draft. */
  readonly name: string;
  readonly records: readonly Planned[];
  readonly conflicts: Conflict[];
}

/** What has to become of each record, and what its own log has against it. The rows are locked first: what is decided then holds. */
export async function planUndo(context: WriteContext, changes: readonly StoredChange[]): Promise<Plan> {
  const conflicts: Conflict[] = [];
  const open = changes.filter((change) => {
    const model = models.get(change.entity);
    const never = model ? neverUndone(model.entity) : unsupported(change.entity);
    if (never) conflicts.push({ change, reason: never, by: undefined });
    return never === undefined;
  });
  const byRecord = new Map<string, StoredChange[]>();
  for (const change of open) addTo(byRecord, idOf(change), change);
  const wanted = [...byRecord.values()].map((own) => ({
    model: models.get(own[0]?.entity ?? '') as EntityModel,
    id: own[0]?.recordId ?? 0,
    changes: own,
    reversal: reversalOf(own),
  }));
  const rows = await lockRows(context, wanted);
  const later = await changesByRecord(
    context,
    wanted.map((each) => ({ entity: each.model.name, id: each.id })),
    changes,
  );
  const records = wanted.map((each): Planned => {
    const id = idOf(each.changes[0] as StoredChange);
    const since = (later.get(id) ?? []).filter(({ no }) => no > (each.changes[0]?.no ?? 0));
    const row = rows.get(id);
    const planned = { ...each, row, fields: fieldsAfter(each.reversal, row), later: standing(since) };
    const hindrance = hindranceOf(each.changes, each.reversal, since, row !== undefined) ?? secretOf(planned);
    if (hindrance) conflicts.push(against(planned, hindrance.reason, hindrance.by));
    return planned;
  });
  return { name: 'undo', records, conflicts };
}

const unsupported = (entity: string): Reason =>
  because('unsupportedEntity', `Records of the entity ${entity} are no longer supported.`, { entity });

export const fieldsAfter = (reversal: Reversal, row: LockedRecord | undefined): Fields => {
  if (!('fields' in reversal)) return {};
  return row ? { ...row.fields, ...reversal.fields } : reversal.fields;
};

export const idOf = ({ entity, recordId }: { readonly entity: string; readonly recordId: number }): string =>
  `${entity}|${recordId}`;

export function addTo<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/** The records of each kind, parents before children. */
export function byModel<T extends { readonly model: EntityModel }>(records: readonly T[]): [EntityModel, T[]][] {
  const parts = new Map<EntityModel, T[]>([...models.values()].map((model) => [model, []]));
  for (const each of records) parts.get(each.model)?.push(each);
  return [...parts].filter(([, own]) => own.length > 0);
}

export async function lockRows(
  { tx, caller }: WriteContext,
  wanted: readonly Pick<Planned, 'model' | 'id' | 'reversal'>[],
): Promise<Map<string, LockedRecord>> {
  const rows = new Map<string, LockedRecord>();
  for (const [model, own] of byModel(wanted)) {
    // A record that gets fields back is written as a whole: what other fields hold must be known.
    const columns = own.some(({ reversal }) => reversal.kind === 'revert')
      ? model.stored.filter(({ spec }) => spec.kind !== 'secret')
      : model.stored.filter(({ isKey, property }) => isKey || ['sourceApp', 'appointmentGuid'].includes(property));
    const ids = own.map(({ id }) => id);
    for (const [id, row] of await lockByIds(tx, caller.tenantId, model, columns, ids))
      rows.set(idOf({ entity: model.name, recordId: id }), row);
  }
  return rows;
}

/** What happened to records since the first change that is undone, without what is undone itself. */
export async function changesByRecord(
  { tx, caller }: WriteContext,
  records: readonly { readonly entity: string; readonly id: number }[],
  undone: readonly StoredChange[],
): Promise<Map<string, LaterChange[]>> {
  const found = new Map<string, LaterChange[]>();
  if (records.length === 0) return found;
  const own = new Set(undone.map(({ no }) => no));
  const entities = [...new Set(records.map(({ entity }) => entity))];
  const ids = [...new Set(records.map(({ id }) => id))];
  const first = undone[0]?.no ?? 0;
  for (const change of await changesSince(tx, caller.tenantId, first, entities, ids)) {
    if (!own.has(change.no)) addTo(found, idOf(change), change);
  }
  return found;
}

/** The log records that a secret changed, not its value. */
function secretOf({ model, reversal }: Planned): { reason: Reason; by: undefined } | undefined {
  if (reversal.kind !== 'revert') return undefined;
  const secret = model.columns.find(({ spec, property }) => spec.kind === 'secret' && property in reversal.fields);
  if (!secret) return undefined;
  const text = `The log does not store ${secret.property}, because it is secret: send it again.`;
  return { reason: because('secretNotLogged', text, { field: secret.property }), by: undefined };
}
