import { refuse } from '../../domain/errors.ts';
import { foldKeyPart } from '../../domain/natural-key.ts';
import { type Caller, mayReach } from '../../platform/caller.ts';
import { isComparable } from '../../records/derive/canonical-text.ts';
import type { ColumnModel, EntityModel } from '../../records/derive/model.ts';
import type { HeadBody } from './contract.ts';
import { SENDER_COLUMNS } from './reconcilable.ts';
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

export function headOf(
  caller: Caller,
  { entity: model, sourceApp, sourceType, fields, repair }: HeadBody,
): ReconcileHead {
  if (!mayReach(caller, sourceApp))
    throw refuse('USR004', `This key may not read records of SourceApp ${sourceApp.slice(0, 60)}.`, 'sourceApp');
  return {
    sender: {
      tenantId: caller.tenantId,
      model,
      sourceApp: foldKeyPart(sourceApp),
      sourceType: foldKeyPart(sourceType),
    },
    sourceApp,
    sourceType,
    keyed: model.keyColumns.filter(({ property }) => !SENDER_COLUMNS.has(property)),
    fields: fields.map((name) => fieldNamed(model, name)),
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
