import type { ColumnModel, EntityModel } from '../../../records/derive/model.ts';
import { isAwaited, isPart } from '../../../records/derive/parts.ts';
import type { RecordExtensions } from '../../../records/extensions.ts';
import type { StoredChange } from '../../../records/storage/change-log.ts';
import { waitAgain } from '../../../records/storage/pending-part-store.ts';
import {
  deleteByIds,
  type LockedRecord,
  restoreRows,
  rowValues,
  updateRows,
} from '../../../records/storage/record-store.ts';
import type { CallResult, Outcome } from '../../../records/writing/call.ts';
import { withoutSecrets } from '../../../records/writing/delete-group.ts';
import { recordName } from '../../../records/writing/part-names.ts';
import { emptyValue } from '../../../records/writing/reading.ts';
import { attachToArrived } from '../../../records/writing/settle-pending.ts';
import type { WriteContext } from '../../../records/writing/write-context.ts';
import { versionStaff } from '../../appointments/version-staff.ts';
import { byModel, type Planned } from './plan.ts';
import { storedKey } from './stored-key.ts';
import { isMoved, type Referred } from './surroundings.ts';

/** What became of a record. */
export type Done = ReadonlyMap<Planned, Pick<CallResult, 'outcome' | 'version'>>;

/**
 * Writes the way back, one statement for each kind of record and way. What goes, goes first, for its key may be needed by what returns; what gets
 * fields back comes last, for they may lead to what returned. Names that point at what goes stay: they stood there before it came.
 */
export async function carryOut(
  context: WriteContext,
  records: readonly Planned[],
  referred: Referred,
  writers: RecordExtensions['writers'],
): Promise<Done> {
  const done = new Map<Planned, { outcome: Outcome; version?: number }>();
  const ways = (kind: Planned['reversal']['kind']) => byModel(records.filter(({ reversal }) => reversal.kind === kind));
  for (const [model, own] of ways('remove').reverse()) await remove(context, model, own, done);
  for (const [model, own] of ways('restore')) await restore(context, model, own, referred, done);
  for (const [model, own] of ways('revert')) await revert(context, model, own, referred, done);
  await keepPartsOfRemoved(context, records);
  await attachToArrived(context, writers);
  await versionAppointments(context, records, done);
  for (const planned of records) if (!done.has(planned)) done.set(planned, { outcome: 'unchanged' });
  return done;
}

/** Parts that were stored when a record arrived wait for it again when its arrival is undone together with them. */
async function keepPartsOfRemoved({ tx, caller }: WriteContext, records: readonly Planned[]): Promise<void> {
  const removed = records.filter(({ reversal }) => reversal.kind === 'remove');
  const names = removed
    .filter(({ model }) => isAwaited(model))
    .flatMap(({ model, row }) => (row ? nameOf(model, row) : []));
  const parts = removed
    .filter(({ model }) => isPart(model))
    .map(({ model, id }) => ({ entity: model.name, recordId: id }));
  if (names.length > 0 && parts.length > 0) await waitAgain(tx, caller.tenantId, names, parts);
}

const nameOf = (model: EntityModel, { key, fields }: LockedRecord): string =>
  recordName(model, key, fields['appointmentGuid']);

/** Resources that come back or go are a change of their appointment, as in any other write. */
async function versionAppointments(context: WriteContext, records: readonly Planned[], done: Filling): Promise<void> {
  const appointments = new Map(
    records.filter(({ model, row }) => model.name === 'Appointment' && row).map((planned) => [planned.id, planned]),
  );
  const versions = await versionStaff(context, (id) => {
    const planned = appointments.get(id);
    return planned && undoes(planned).undoes;
  });
  for (const [id, planned] of appointments) {
    const version = versions.get(id);
    if (version !== undefined) done.set(planned, { outcome: 'updated', version });
  }
}

type Filling = Map<Planned, { outcome: Outcome; version?: number }>;

const undoes = ({ changes, isDrafted }: Planned): { undoes?: number[] } =>
  isDrafted ? {} : { undoes: changes.map(({ no }) => no) };
const keyShown = ({ changes }: Planned): string => (changes.at(-1) as StoredChange).key;

async function remove(
  context: WriteContext,
  model: EntityModel,
  own: readonly Planned[],
  done: Filling,
): Promise<void> {
  const byId = new Map(own.map((each) => [each.id, each]));
  for (const gone of await deleteByIds(context.tx, context.caller.tenantId, model, [...byId.keys()])) {
    const planned = byId.get(gone.id) as Planned;
    context.note(model, 'deleted', gone, keyShown(planned), {
      sourceApp: gone.before['sourceApp'],
      before: JSON.stringify(withoutSecrets(model, gone.before)),
      ...undoes(planned),
    });
    done.set(planned, { outcome: 'deleted', version: gone.version });
  }
}

async function restore(
  context: WriteContext,
  model: EntityModel,
  own: readonly Planned[],
  referred: Referred,
  done: Filling,
): Promise<void> {
  const { tx, caller, deps } = context;
  const now = deps.now().toISOString();
  const columns = model.stored.filter(({ spec }) => spec.kind !== 'secret');
  const rows = own.map((planned) => {
    const ids = referred.get(planned);
    const fields = { ...planned.fields, ...idsStored(model, ids) };
    const record = Object.fromEntries(
      // A column that came later than the delete holds what it holds in every older record.
      columns.map((column) => [column.property, fields[column.property] ?? emptyValue(column, now, false)]),
    );
    const references = model.references.map(({ name }) => ids?.get(name) ?? null);
    const last = planned.changes.at(-1)?.version ?? 0;
    const version = planned.isDrafted ? last : last + 1;
    return {
      planned,
      record,
      key: storedKey(model, fields),
      references,
      values: rowValues(columns, record),
      id: planned.id,
      version,
    };
  });
  await restoreRows(tx, caller.tenantId, { model, columns, references: model.references }, rows, caller.actor);
  for (const { planned, record, id, version } of rows) {
    context.note(model, 'created', { id, version }, keyShown(planned), {
      sourceApp: record['sourceApp'],
      after: JSON.stringify(record),
      ...undoes(planned),
    });
    if (isAwaited(model))
      context.arrived.push({
        name: recordName(model, storedKey(model, planned.fields), record['appointmentGuid']),
        sourceApp: typeof record['sourceApp'] === 'string' ? record['sourceApp'] : null,
      });
    done.set(planned, { outcome: 'created', version });
  }
}

/** Some records repeat the id of the record that they belong to, which may be another one by now. */
const idsStored = (model: EntityModel, ids: ReadonlyMap<string, number | null> | undefined): Record<string, unknown> =>
  Object.fromEntries(
    model.references.flatMap(({ name, target }) =>
      target.columns
        .filter(({ spec, property }) => spec.virtual && model.stored.some((column) => column.property === property))
        .map(({ property }) => [property, ids?.get(name) ?? null]),
    ),
  );

async function revert(
  context: WriteContext,
  model: EntityModel,
  own: readonly Planned[],
  referred: Referred,
  done: Filling,
): Promise<void> {
  const { tx, caller } = context;
  const given = new Set(own.flatMap(({ reversal }) => ('fields' in reversal ? Object.keys(reversal.fields) : [])));
  const isGiven = ({ property, isKey }: ColumnModel): boolean => !isKey && given.has(property);
  const columns = model.stored.filter(isGiven);
  if (columns.length === 0) return;
  const all = Object.fromEntries(columns.map(({ property }) => [property, null]));
  const references = model.references.filter((each) => isMoved(each, all));
  const rows = own.map((planned) => {
    const { fields } = planned;
    const ids = referred.get(planned);
    return {
      key: planned.row?.key ?? '',
      references: references.map(({ name }) => (ids?.has(name) ? ids.get(name) : planned.row?.refers[name]) ?? null),
      values: rowValues(columns, fields),
    };
  });
  const changed = await updateRows(tx, caller.tenantId, { model, columns, references }, [rows], caller.actor);
  for (const planned of own) {
    const change = changed.get(planned.row?.key ?? '');
    done.set(planned, change ? { outcome: 'updated', version: change.version } : { outcome: 'unchanged' });
    if (change)
      context.note(model, 'updated', change, keyShown(planned), {
        sourceApp: change.names['sourceApp'],
        before: change.before,
        after: change.after,
        ...undoes(planned),
      });
  }
}
