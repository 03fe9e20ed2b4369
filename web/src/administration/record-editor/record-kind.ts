import type { Schemas } from '../../api/schema.ts';

/** The properties of every stored record. */
export interface Stored {
  readonly id: number;
  readonly version: number;
  readonly createdBy: string;
  readonly updatedBy: string;
  readonly sourceApp?: string | null;
}

type Written = Promise<Schemas['WriteAnswer']>;

/** A record type: its route and its key. */
export interface RecordKind<Row extends Stored> {
  /** Identifies the list in the query cache. */
  readonly name: string;
  readonly keys: readonly (keyof Row & string)[];
  list(): Promise<readonly Row[]>;
  write(row: Row, version: number | undefined): Written;
  remove(row: Row): Written;
}

type Kind =
  | { readonly kind: 'text'; readonly max: number; readonly suggestions?: readonly string[] }
  | { readonly kind: 'color' }
  | { readonly kind: 'flag' }
  | { readonly kind: 'number' }
  | { readonly kind: 'choice'; readonly choices: readonly Choice[] };

/** Numbers where the API expects numbers. */
interface Choice {
  readonly value: string | number;
  readonly text: string;
}

/** A field of a record: a column of the table and a line of the form. */
export type Field<Row extends Stored> = Kind & {
  readonly name: keyof Row & string;
  readonly label: string;
  readonly hint?: string;
  readonly required?: boolean;
  /** Left out of the table. */
  readonly formOnly?: boolean;
};

/** The fields of a record in a form, as far as they are filled in. */
export type Draft<Row extends Stored> = Partial<Row>;

export const keyOf = <Row extends Stored>({ keys }: RecordKind<Row>, row: Row): string =>
  keys.map((key) => row[key] ?? '').join(' · ');

/** The system that will overwrite a record: its source, or the program that wrote it last. Undefined for records that users maintain. */
export function backOfficeOf({ sourceApp, createdBy, updatedBy }: Stored): string | undefined {
  if (sourceApp) return sourceApp;
  return [updatedBy, createdBy].find((actor) => actor.startsWith('key:'))?.slice('key:'.length);
}
