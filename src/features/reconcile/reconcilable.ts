import { type EntityModel, models, procedureFor } from '../../records/derive/model.ts';

/** The key columns that are the same for all records of a comparison. */
export const SENDER_COLUMNS: ReadonlySet<string> = new Set(['sourceApp', 'sourceType']);

/** Records that belong to a source system and have a key that the source system knows. */
export const reconcilable: readonly EntityModel[] = [...models.values()].filter(
  (model) =>
    [...SENDER_COLUMNS].every((property) => model.stored.some((column) => column.property === property)) &&
    model.keyColumns.every(({ spec }) => !spec.virtual) &&
    !model.entity.otherwiseKeyedBy &&
    !model.entity.module &&
    procedureFor(model, 'delete'),
);
