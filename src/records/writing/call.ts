import type { ErrorCode } from '../../domain/error-catalogue.ts';
import type { MessageParameters } from '../../domain/errors.ts';
import { derived } from '../derive/derived.ts';
import type { ColumnModel, EntityModel, Procedure, ReferenceModel } from '../derive/model.ts';

export type Outcome = 'created' | 'updated' | 'unchanged' | 'deleted' | 'ignored' | 'rejected';

/** What became of one call of a batch, as the answer shows it. */
export interface CallResult {
  readonly index: number;
  readonly procedure: string;
  readonly outcome: Outcome;
  readonly key?: string;
  readonly id?: number;
  readonly version?: number;
  readonly code?: ErrorCode;
  readonly parameter?: string;
  readonly message?: string;
  readonly parameters?: MessageParameters;
  /** It is a part that waits for the record that it belongs to. */
  readonly pending?: true;
  /** The change that was undone. */
  readonly undoes?: number;
}

export interface Warning {
  readonly index: number;
  readonly procedure?: string;
  readonly parameter?: string;
  readonly message: string;
}

/** The parameters that a call names. Calls of one procedure and one shape can be written by one statement. */
export interface CallShape {
  readonly procedure: Procedure;
  /** That of the procedure: statements take a shape as it is. */
  readonly model: EntityModel;
  readonly columns: readonly ColumnModel[];
  /** References whose columns are all sent. */
  readonly references: readonly ReferenceModel[];
  /** For a delete: a value that is empty must be empty in the record, instead of being left open. */
  readonly exact?: true;
  readonly id: string;
}

/** The option that every call has once it is parsed: whether its changes count as those of the back office. */
export const SENT_FROM_BACK_OFFICE = 'sentFromBackOffice';

/** A call whose values are parsed: ready to be planned and written. */
export interface Call {
  readonly index: number;
  readonly shape: CallShape;
  /** Stored values, in the order of shape.columns. */
  readonly values: readonly unknown[];
  /** Of a call whose values are read when they are asked for: those that name records, which are read already, at their places. */
  readonly naming?: readonly unknown[];
  readonly options: Readonly<Record<string, boolean | string>>;
  /** Folded natural key; of the scope that is emptied for a clear. */
  readonly key: string;
  /** Identifies the record while calls are put in order: the key, except for records with several names. */
  readonly identity: string;
  readonly shownKey: string;
  /** Folded keys of the referred records, in the order of shape.references; null for "none". */
  readonly referred: readonly (string | null)[];
  /** For records with several names: the one that the call uses, or uses for the record that its own belongs to; `new:…` for none. */
  readonly owner?: string | undefined;
  /** Names of further records that the call points at by any of their names, as `owner` spells them. */
  readonly pointsAt?: readonly string[] | undefined;
  /** For a clear: keys of records that the batch brings back later. */
  readonly keeps?: ReadonlySet<string>;
  /**
   * Ids of referred records that its writer has found and holds already, by the name of the reference. Parsed calls have the property without a
   * value: a copy that adds it would have a hidden class of its own (docs/decisions/0168).
   */
  readonly held?: Readonly<Record<string, number>> | undefined;
  /** The version that the caller saw last (If-Match). */
  readonly expected?: number | 'any' | undefined;
}

/** Where the columns of a shape stand. A batch has a thousand calls of one shape, and their values are asked for many times. */
const placesOf = derived(
  ({ columns }: CallShape): ReadonlyMap<string, number> =>
    // Of two columns with one name the first counts.
    new Map(columns.map((column, at) => [column.property, at] as const).reverse()),
);

/** Where the values of a property stand in calls of a shape. */
export const placeIn = (shape: CallShape, property: string): number | undefined => placesOf(shape).get(property);

export const sentValue = (call: Call, property: string): unknown => {
  const at = placeIn(call.shape, property);
  return at === undefined ? undefined : call.values[at];
};

/** The same for a value that names a record. The other values of the call need not be read for it. */
export const namingValue = (call: Call, property: string): unknown => {
  const at = placeIn(call.shape, property);
  return at === undefined ? undefined : (call.naming ?? call.values)[at];
};

/** The call for a record that is written on its behalf, whose version the caller did not see. */
export const onBehalfOf = (call: Call): Call => ({ ...call, expected: undefined });
