import type { PastRecord } from '../../domain/past.ts';
import type { Fields } from '../../domain/undo.ts';
import type { Session } from '../../platform/postgres/database.ts';
import { type EntityModel, model as modelNamed, models, type ReferenceModel } from '../../records/derive/model.ts';
import { findByKeys } from '../../records/storage/record-store.ts';
import { emptyValue } from '../../records/writing/reading.ts';
import { addTo } from '../changes/undo/plan.ts';
import { keySpelledBy, storedKey } from '../changes/undo/stored-key.ts';
import { isMoved } from '../changes/undo/surroundings.ts';
import { fieldsNow } from './past-fields.ts';
import { type RowsByTable, type Touched, touchedUpTo } from './past-store.ts';

/** Kinds of record that are never shown as they were: who may see what, how pages look, connections, and registered time. */
export const PRESENT_ONLY: readonly string[] = [
  'Caption',
  'ActionUri',
  'Connector',
  'TimeEntry',
  'TimeSession',
  'Role',
  'User',
  'Layout',
  'Profile',
  'ProfileLayout',
  'ConfigurationValue',
  'UserProfile',
  'UserFilterValue',
];

/** Kinds of record that are shown as they were. */
export const pastEntities: readonly string[] = [...models.keys()].filter((name) => !PRESENT_ONLY.includes(name));

type Row = Record<string, unknown>;

/**
 * The rows of records at a moment, by table. Called in a session that reads the moment as far as it is known: records that others referred to are
 * found there by their keys, as they are in any write, or among these records.
 */
export async function pastRows(
  tx: Session,
  tenant: { readonly tenantId: number; readonly beginning: string },
  no: number,
  records: readonly PastRecord[],
): Promise<RowsByTable> {
  const there = records.filter(({ reversal }) => reversal.kind !== 'remove');
  const touched = new Map<string, Touched>();
  for (const each of await touchedUpTo(tx, tenant.tenantId, no, there)) touched.set(nameOf(each), each);
  const byEntity = new Map<string, PastRecord[]>();
  for (const record of records) addTo(byEntity, record.entity, record);
  const whereabouts = whereaboutsOf(records);
  const rows: Record<string, Row[]> = {};
  for (const [entity, own] of byEntity) {
    const model = modelNamed(entity);
    const now = await fieldsNow(
      tx,
      tenant.tenantId,
      model,
      own.filter((each) => needsFields(model, each)),
    );
    const fields = new Map(own.map((each) => [each, { ...now.get(each.id), ...fieldsOf(each) }]));
    const references = await referencesOf(tx, tenant.tenantId, model, own, fields, whereabouts);
    rows[model.table] = own.map((record): Row => {
      const { id, reversal, version } = record;
      if (reversal.kind === 'remove') return { id, gone: true };
      const ids = Object.fromEntries(references.get(record) ?? []);
      const { updatedAt, updatedBy, createdAt, createdBy } = touched.get(nameOf(record)) ?? NEVER;
      const last = { updated_at: updatedAt ?? tenant.beginning, updated_by: updatedBy ?? UNKNOWN };
      const common = Object.assign({}, ids, { id, version: entity === 'Assignment' ? 1 : version }, last);
      if (reversal.kind === 'revert')
        return Object.assign({}, columnsOf(model, reversal.fields), common, { reverted: true });
      const first = { created_at: createdAt ?? tenant.beginning, created_by: createdBy ?? UNKNOWN };
      const whole = { ...emptyColumns(model), ...columnsOf(model, reversal.fields) };
      return { ...whole, ...repeatedIds(model, ids), ...common, ...first, key: storedKey(model, reversal.fields) };
    });
  }
  return rows;
}

/** Who wrote a record before the log begins. */
const UNKNOWN = 'unknown';
const NEVER = { updatedAt: null, updatedBy: null, createdAt: null, createdBy: null };

const nameOf = ({ entity, id }: { readonly entity: string; readonly id: number }): string => `${entity}|${id}`;
const fieldsOf = ({ reversal }: PastRecord): Fields => ('fields' in reversal ? reversal.fields : {});

/** What the log says, by the names of the columns. Of a secret it only says that it changed. */
const columnsOf = (model: EntityModel, fields: Fields): Row =>
  Object.fromEntries(
    model.stored.flatMap(({ property, db, spec }) =>
      property in fields && spec.kind !== 'secret' ? [[db, fields[property]]] : [],
    ),
  );

/** A column that came later than the delete holds what it holds in every older record. */
const emptyColumns = (model: EntityModel): Row =>
  Object.fromEntries(model.stored.map((column) => [column.db, emptyValue(column, new Date(0).toISOString(), false)]));

/** Some records repeat the id of the record that they belong to. */
const repeatedIds = (model: EntityModel, ids: Row): Row =>
  Object.fromEntries(
    model.references.flatMap(({ db, target }) =>
      target.columns.flatMap(({ spec, property }) => {
        const repeated = spec.virtual && model.stored.find((column) => column.property === property);
        return repeated ? [[repeated.db, ids[db] ?? null]] : [];
      }),
    ),
  );

/** Of a record that referred to another one than now, all names of the other one must be known. */
const needsFields = (model: EntityModel, { reversal }: PastRecord): boolean =>
  reversal.kind === 'revert' && model.references.some((each) => isMoved(each, reversal.fields));

interface Whereabouts {
  /** Ids of records that were there, by entity and key. */
  readonly returned: ReadonlyMap<string, number>;
  /** Records that were not there. */
  readonly absent: ReadonlySet<string>;
}

function whereaboutsOf(records: readonly PastRecord[]): Whereabouts {
  const returned = new Map<string, number>();
  const absent = new Set<string>();
  for (const { entity, id, reversal } of records)
    if (reversal.kind === 'restore') returned.set(`${entity}|${storedKey(modelNamed(entity), reversal.fields)}`, id);
    else if (reversal.kind === 'remove') absent.add(nameOf({ entity, id }));
  return { returned, absent };
}

/** The ids that records referred to, by column. */
async function referencesOf(
  tx: Session,
  tenantId: number,
  model: EntityModel,
  records: readonly PastRecord[],
  fields: ReadonlyMap<PastRecord, Fields>,
  { returned, absent }: Whereabouts,
): Promise<Map<PastRecord, [db: string, id: number | null][]>> {
  const found = new Map<PastRecord, [string, number | null][]>();
  for (const each of model.references) {
    const { target, db } = each;
    const keys = new Map<PastRecord, string | null>();
    for (const record of records)
      if (isReferredAgain(each, record)) keys.set(record, keyOf(model, each, fields.get(record) ?? {}));
    const elsewhere = [...new Set(keys.values())].filter(
      (key) => key !== null && !returned.has(`${target.name}|${key}`),
    );
    const present = await findByKeys(tx, tenantId, target, elsewhere as string[]);
    for (const [record, key] of keys) {
      const there = key === null ? undefined : present.get(key)?.id;
      const stood = there !== undefined && !absent.has(nameOf({ entity: target.name, id: there })) ? there : null;
      addTo(found, record, [db, key === null ? null : (returned.get(`${target.name}|${key}`) ?? stood)]);
    }
  }
  return found;
}

const isReferredAgain = (each: ReferenceModel, { reversal }: PastRecord): boolean =>
  reversal.kind === 'restore' || (reversal.kind === 'revert' && isMoved(each, reversal.fields));

function keyOf(model: EntityModel, { reference }: ReferenceModel, fields: Fields): string | null {
  const isNone = reference.optional && reference.by.every((property) => (fields[property] ?? null) === null);
  return isNone ? null : keySpelledBy(model, fields, reference.by);
}
