import type { LoggedText } from './joined-texts.ts';

export type ChangeAction = 'created' | 'updated' | 'deleted';

/** One change of one record. `before` and `after` are JSON texts with the public names of the fields. */
export interface Change {
  readonly entity: string;
  readonly recordId: number;
  readonly key: string;
  readonly sourceApp: string | null;
  readonly action: ChangeAction;
  readonly version: number;
  readonly fromBackOffice: boolean;
  readonly before: string | null;
  readonly after: string | LoggedText | null;
  /** Numbers of earlier changes of the record that this one takes back. */
  readonly undoes?: readonly number[];
  /** Of a delete: the ids of the records that the deleted one referred to. */
  readonly refers?: Readonly<Record<string, number | null>>;
}
