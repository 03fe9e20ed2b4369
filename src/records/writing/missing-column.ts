import { derived } from '../derive/derived.ts';
import type { ColumnModel } from '../derive/model.ts';
import type { CallShape } from './call.ts';

/** The first column that a new record must have and that calls of this shape do not send. */
export const missingColumn = derived(({ columns, model }: CallShape): ColumnModel | undefined => {
  const sent = new Set(columns.map(({ property }) => property));
  return model.columns.find(({ spec, property }) => spec.required && !sent.has(property));
});
