import { refuse } from '../../domain/errors.ts';
import { foldKeyPart } from '../../domain/natural-key.ts';
import { type Caller, mayReach } from '../../platform/caller.ts';
import type { Body } from '../../platform/http/read-body.ts';
import { isComparable } from '../../records/derive/canonical-text.ts';
import { type ColumnModel, type EntityModel, models, procedureFor } from '../../records/derive/model.ts';
import type { Sender } from './reconcile-store.ts';

/** What a source system wants to have compared, before its keys. */
export interface ReconcileHead {
  readonly sender: Sender;
  /** As they were sent. */
  readonly sourceApp: string;
  readonly sourceType: string;
  /** The key columns that follow SourceApp and SourceType. */
  readonly keyed: readonly ColumnModel[];
  /** The columns that hashes and values are about, in this order. */
  readonly fields: readonly ColumnModel[];
  readonly repair: boolean;
}

const OF_SENDER = new Set(['sourceApp', 'sourceType']);

/** Records that a source system sends as its own and names by a key. */
export const reconcilable: readonly EntityModel[] = [...models.values()].filter(
  (model) =>
    [...OF_SENDER].every((property) => model.stored.some((column) => column.property === property)) &&
    model.keyColumns.every(({ spec }) => !spec.virtual) &&
    !model.entity.otherwiseKeyedBy &&
    !model.entity.module &&
    procedureFor(model, 'delete'),
);

export function readHead(caller: Caller, body: Body): ReconcileHead {
  const named = body.needText('entity');
  const model = reconcilable.find(({ name }) => name.toLowerCase() === named.toLowerCase());
  if (!model)
    throw refuse(
      'REQ014',
      `entity: ${named.slice(0, 60)} is not one of ${reconcilable.map(({ name }) => name).join(', ')}.`,
      'entity',
    );
  const [sourceApp, sourceType] = [body.needText('sourceApp'), body.needText('sourceType')];
  if (!mayReach(caller, sourceApp))
    throw refuse('USR004', `This key may not read records of SourceApp ${sourceApp.slice(0, 60)}.`, 'sourceApp');
  const repair = body.field('repair') ?? false;
  if (typeof repair !== 'boolean') throw refuse('REQ014', 'repair: must be true or false.', 'repair');
  return {
    sender: {
      tenantId: caller.tenantId,
      model,
      sourceApp: foldKeyPart(sourceApp),
      sourceType: foldKeyPart(sourceType),
    },
    sourceApp,
    sourceType,
    keyed: model.keyColumns.filter(({ property }) => !OF_SENDER.has(property)),
    fields: body.texts('fields').map((name) => fieldNamed(model, name)),
    repair,
  };
}

/** By its property or its import parameter. */
function fieldNamed(model: EntityModel, name: string): ColumnModel {
  const wanted = name.toLowerCase();
  const column = model.stored.find(
    ({ property, param }) => property.toLowerCase() === wanted || param.toLowerCase() === wanted,
  );
  if (!column || !isComparable(column))
    throw refuse('REQ014', `fields: ${model.name} has no ${name.slice(0, 60)} that can be compared.`, 'fields');
  return column;
}
