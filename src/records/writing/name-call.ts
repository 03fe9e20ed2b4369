import { type ErrorDetail, errorDetail } from '../../domain/errors.ts';
import { showKey } from '../../domain/natural-key.ts';
import { mayReach } from '../../platform/caller.ts';
import type { ColumnModel } from '../derive/model.ts';
import { isBlankKey, spelledKey } from '../derive/spelled-key.ts';
import { spelledNames } from './appointment-names.ts';
import type { Call } from './call.ts';
import type { NamedForm, Reading } from './reading.ts';
import { recordKey, valuesAt } from './record-key.ts';
import type { ParseContext } from './sent-call.ts';

/** What a call is about: its record, and the records that it refers to. */
export type CallNames = Pick<Call, 'key' | 'identity' | 'owner' | 'pointsAt' | 'shownKey' | 'referred'>;

/** The names in the values of a call, of which the key and the references must have been read. */
export function nameCall(
  index: number,
  reading: Reading,
  values: readonly unknown[],
  context: ParseContext,
): CallNames | { readonly detail: ErrorDetail; readonly key: string } {
  const { shape, otherwise } = reading;
  const keyParts = valuesAt(reading.keyPlaces, values);
  if (otherwise?.without.every((place) => values[place] === null)) keyParts.push(values[otherwise.column]);
  const shownKey = shownKeyOf(reading, values, keyParts);
  const foreign = reading.sourceAppPlace < 0 ? undefined : foreignSourceApp(values[reading.sourceAppPlace], context);
  if (foreign) return { detail: foreign, key: shownKey };
  const key = recordKey(keyParts);
  const owner = reading.ways && nameSent(reading.ways, values, index);
  return {
    key,
    identity: owner === undefined ? key : shape.procedure.model.entity.identity ? owner : `${owner}|${key}`,
    owner,
    pointsAt:
      reading.pointingPlaces.length === 0
        ? undefined
        : reading.pointingPlaces.flatMap((place) => spelledNames(String(values[place]))),
    shownKey,
    referred: referredKeys(reading, values),
  };
}

function referredKeys({ shape, referencePlaces }: Reading, values: readonly unknown[]): (string | null)[] {
  const keys: (string | null)[] = [];
  for (let i = 0; i < referencePlaces.length; i++) {
    const parts = valuesAt(referencePlaces[i] as readonly number[], values);
    const none = shape.references[i]?.reference.optional && parts.every(isNull);
    keys.push(none ? null : recordKey(parts));
  }
  return keys;
}

const isNull = (value: unknown): boolean => value === null;

/** How results call the record: by its key, else by the name that was sent, else by what a new record belongs to. */
function shownKeyOf(reading: Reading, values: readonly unknown[], keyParts: readonly unknown[]): string {
  const { ways = [], referencePlaces } = reading;
  const own = reading.hasPlainKey ? showKey(keyParts) : wholeKey(reading, values);
  if (!isBlankKey(own)) return own;
  for (const { places } of ways)
    if ((values[places.at(-1) as number] ?? null) !== null) return spelledAt(reading, places, values);
  return spelledAt(reading, referencePlaces.at(-1) ?? [], values);
}

function spelledAt({ shape }: Reading, places: readonly number[], values: readonly unknown[]): string {
  const columns: ColumnModel[] = [];
  for (const place of places) columns.push(shape.columns[place] as ColumnModel);
  return spelledKey(columns, valuesAt(places, values));
}

/** A delete may name a part of the key only. */
function wholeKey({ shape }: Reading, values: readonly unknown[]): string {
  const { keyColumns } = shape.procedure.model;
  return spelledKey(
    keyColumns,
    keyColumns.map(({ property }) => values[shape.columns.findIndex((column) => column.property === property)]),
  );
}

/** The first of its names that was sent; a record that is not named is new. */
function nameSent(ways: readonly NamedForm[], values: readonly unknown[], index: number): string {
  for (const { name, places } of ways) {
    const last = values[places.at(-1) as number];
    if (last !== null && last !== undefined) return `${name}:${recordKey(places.map((place) => values[place]))}`;
  }
  return `new:${index}`;
}

const foreignSourceApp = (sourceApp: unknown, context: ParseContext): ErrorDetail | undefined =>
  typeof sourceApp !== 'string' || mayReach(context, sourceApp)
    ? undefined
    : errorDetail('USR004', `This key may not write records of SourceApp ${sourceApp}.`, 'SourceApp');
