import type { Fields } from '../../../domain/undo.ts';
import { because, type Reason } from '../../../domain/undo-reasons.ts';
import { type EntityModel, identityOf, type ReferenceModel } from '../../../records/derive/model.ts';
import { visibleRows } from '../../../records/reading/visibility.ts';
import type { StoredChange } from '../../../records/storage/change-log.ts';
import { childIds, findByKeys, holdersOfGuids } from '../../../records/storage/record-store.ts';
import type { WriteContext } from '../../../records/writing/write-context.ts';
import { addTo, against, byModel, type Conflict, changesByRecord, idOf, type Plan, type Planned } from './plan.ts';
import { keySpelledBy, storedKey } from './stored-key.ts';

const ofKind = (plan: Plan, kind: Planned['reversal']['kind']): Planned[] =>
  plan.records.filter(({ reversal }) => reversal.kind === kind);

/** Whether a change of these fields may change what the record refers to. */
export const isMoved = ({ reference }: ReferenceModel, fields: Fields): boolean =>
  reference.by.some((property) => property in fields);

/** The ids that records will refer to, by record and name of the reference. Who is referred to is kept from being deleted. */
export type Referred = ReadonlyMap<Planned, ReadonlyMap<string, number | null>>;

/**
 * References are found by key, as in any write: among what comes back in the same undo, or among what is there and stays. What is missing
 * refuses the undo.
 */
export async function findReferred(context: WriteContext, plan: Plan): Promise<Referred> {
  const { tx, caller } = context;
  const returning = new Map(
    ofKind(plan, 'restore').map((each) => [`${each.model.name}|${storedKey(each.model, each.fields)}`, each.id]),
  );
  const leaving = new Set(ofKind(plan, 'remove').map(({ model, id }) => idOf({ entity: model.name, recordId: id })));
  const referred = new Map<Planned, Map<string, number | null>>(plan.records.map((each) => [each, new Map()]));
  for (const [model, own] of byModel(plan.records))
    for (const each of model.references) {
      const { target, reference, name } = each;
      const moved = own.filter(
        ({ reversal, row }) =>
          reversal.kind === 'restore' || (reversal.kind === 'revert' && row && isMoved(each, reversal.fields)),
      );
      const keys = new Map(
        moved.map((record) => {
          const { fields } = record;
          const none = reference.optional && reference.by.every((property) => (fields[property] ?? null) === null);
          return [record, none ? null : keySpelledBy(model, fields, reference.by)];
        }),
      );
      const absent = [...new Set(keys.values())].filter(
        (key) => key !== null && !returning.has(`${target.name}|${key}`),
      );
      const found = await findByKeys(
        tx,
        caller.tenantId,
        target,
        absent as string[],
        'hold',
        visibleRows(caller, target.name, 'r'),
      );
      for (const [record, key] of keys) {
        const there = key === null ? undefined : found.get(key)?.id;
        const stays = there !== undefined && !leaving.has(idOf({ entity: target.name, recordId: there }));
        const id = key === null ? null : (returning.get(`${target.name}|${key}`) ?? (stays ? there : undefined));
        if (id !== undefined) referred.get(record)?.set(name, id);
        else {
          const spelled = reference.by.map((property) => record.fields[property]).join('/');
          const text = `It belongs to the ${target.name} ${spelled}, which does not exist.`;
          const reason = because('missingReference', text, { entity: target.name, key: spelled });
          plan.conflicts.push(against(record, reason));
        }
      }
    }
  return referred;
}

/** The key or the GUID of a record that should come back may belong to another one by now. */
export async function findTaken(context: WriteContext, plan: Plan): Promise<void> {
  const { tx, caller } = context;
  const leaving = new Set(ofKind(plan, 'remove').map(({ model, id }) => idOf({ entity: model.name, recordId: id })));
  const taken: { planned: Planned; holder: number; what: string }[] = [];
  for (const [model, own] of byModel(ofKind(plan, 'restore'))) {
    const keys = new Map<string, Planned>();
    for (const each of own) {
      const key = storedKey(model, each.fields);
      // Deleted, created again by someone else, and deleted again.
      if (keys.has(key)) plan.conflicts.push(against(each, sameKey(model.name)));
      keys.set(key, each);
    }
    for (const [key, { id }] of await findByKeys(tx, caller.tenantId, model, [...keys.keys()]))
      taken.push({ planned: keys.get(key) as Planned, holder: id, what: 'key' });
    const reported = new Set(taken.map(({ planned }) => planned));
    for (const column of uniqueGuids(model)) {
      const guids = new Map(own.map((each) => [String(each.fields[column.property] ?? ''), each]));
      guids.delete('');
      for (const { id, guid } of await holdersOfGuids(tx, caller.tenantId, model, column, [...guids.keys()])) {
        const planned = guids.get(guid) as Planned;
        if (!reported.has(planned)) taken.push({ planned, holder: id, what: column.property });
      }
    }
  }
  const conflicting = taken.filter(
    // That the record itself is there again was said before.
    ({ planned, holder }) =>
      holder !== planned.id && !leaving.has(idOf({ entity: planned.model.name, recordId: holder })),
  );
  const since = await changesByRecord(
    context,
    conflicting.map(({ planned, holder }) => ({ entity: planned.model.name, id: holder })),
    plan.records.flatMap(({ changes }) => changes).sort((a, b) => a.no - b.no),
  );
  for (const { planned, holder, what } of conflicting)
    plan.conflicts.push(
      against(
        planned,
        takenByAnother(planned.model.name, what),
        since.get(idOf({ entity: planned.model.name, recordId: holder }))?.[0],
      ),
    );
}

const sameKey = (entity: string): Reason =>
  because('sameKey', `Two ${entity} records would be restored with the same key.`, { entity });
const takenByAnother = (entity: string, field: string): Reason =>
  because('takenByAnother', `Another ${entity} now has its ${field}.`, { entity, field });

/** Columns by which calls name such a record besides its key: no two records share one. */
const uniqueGuids = (model: EntityModel) =>
  (model.entity.identity ? (identityOf(model) ?? []) : [])
    .filter((way) => way.length === 1)
    .map(([property]) => model.column(property ?? ''))
    .filter(({ spec }) => spec.kind === 'guid');

interface Below {
  readonly planned: Planned;
  readonly child: EntityModel;
  readonly id: number;
}

/** A record goes only when nothing is left that refers to it. What the same undo takes away, or leads elsewhere, is not left. */
export async function findBelow(context: WriteContext, plan: Plan, undone: readonly StoredChange[]): Promise<void> {
  const { tx, caller } = context;
  const known = new Map(plan.records.map((each) => [idOf({ entity: each.model.name, recordId: each.id }), each]));
  const below: Below[] = [];
  for (const [model, own] of byModel(ofKind(plan, 'remove'))) {
    const byId = new Map(own.map((each) => [each.id, each]));
    for (const { child, reference } of model.children)
      for (const { id, parent } of await childIds(tx, caller.tenantId, child, reference, [...byId.keys()])) {
        const reversal = known.get(idOf({ entity: child.name, recordId: id }))?.reversal;
        const leaves =
          reversal?.kind === 'remove' || (reversal?.kind === 'revert' && isMoved(reference, reversal.fields));
        if (!leaves) below.push({ planned: byId.get(parent) as Planned, child, id });
      }
  }
  const since = await changesByRecord(
    context,
    below.map(({ child, id }) => ({ entity: child.name, id })),
    undone,
  );
  const byPlanned = new Map<Planned, Below[]>();
  for (const each of below) addTo(byPlanned, each.planned, each);
  for (const [planned, left] of byPlanned) plan.conflicts.push(inUse(plan.name, planned, left, since));
}

const NAMED = 3;

function inUse(
  name: string,
  planned: Planned,
  left: readonly Below[],
  since: Awaited<ReturnType<typeof changesByRecord>>,
): Conflict {
  const changesOf = ({ child, id }: Below) => since.get(idOf({ entity: child.name, recordId: id })) ?? [];
  const names = left
    .slice(0, NAMED)
    .map((each) => `${each.child.name} ${changesOf(each)[0]?.key ?? `with id ${each.id}`}`);
  const by = left.flatMap(changesOf).sort((a, b) => a.no - b.no)[0];
  const together = name === 'undo' && by && by.requestId === planned.changes[0]?.requestId;
  const count = left.length;
  const records = `${names.join(', ')}${count > NAMED ? ' …' : ''}`;
  const text = `${count} record${count === 1 ? ' that is' : 's that are'} not part of this ${name} belong${count === 1 ? 's' : ''} to it: ${records}.`;
  const reason = together
    ? because('inUseOfRequest', `${text} Undo the whole request instead.`, { count, records })
    : because('inUse', text, { count, records });
  return against(planned, reason, by);
}
