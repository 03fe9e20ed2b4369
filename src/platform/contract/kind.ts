import type { ErrorCode } from '../../domain/error-catalogue.ts';
import { errorDetail, type MessageParameters, Refusal } from '../../domain/errors.ts';
import type { TakeNote } from '../../domain/values/value-note.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** Something in a request that was ignored, or accepted although it is not as documented. */
export interface ContractWarning {
  readonly parameter: string;
  readonly message: string;
}

/** What reading a request needs and collects. */
export interface Reading {
  /** The zone of dates and times without an offset. */
  readonly zone: string;
  readonly warnings: ContractWarning[];
  /** Whatever is wrong in a query string has one error code: REQ008. */
  readonly isQuery?: boolean;
}

/** A position in a body, for messages: `options.limit`. */
export class Position {
  readonly path: string;
  readonly reading: Reading;

  constructor(path: string, reading: Reading) {
    this.path = path;
    this.reading = reading;
  }

  within(name: string): Position {
    return new Position(this.path === '' ? name : `${this.path}.${name}`, this.reading);
  }

  /** Notes a value that is accepted although it is not as documented. */
  get note(): TakeNote {
    return ({ message }) => {
      this.reading.warnings.push({ parameter: this.path, message: `${this.path}: ${message}` });
    };
  }

  item(index: number): Position {
    return new Position(`${this.path}[${index}]`, this.reading);
  }

  refuse(code: ErrorCode, message: string, parameters?: MessageParameters): Refusal {
    if (this.path === '') return new Refusal(errorDetail(code, `The body ${message}`, undefined, parameters));
    const shown = this.reading.isQuery ? 'REQ008' : code;
    return new Refusal(errorDetail(shown, `${this.path}: ${message}`, this.path, parameters));
  }
}

/**
 * A kind of value in a body or a query: how it is read, and how the API description shows it. Bodies are read leniently, as imports are: names in
 * any case, numbers as texts.
 */
export interface Kind<T> {
  readonly schema: JsonSchema;
  /** In a query string the parameter may be repeated. */
  readonly isList?: true;
  /** The value, or undefined where it counts as not sent. `value` is neither undefined nor null. */
  read(value: unknown, position: Position): T | undefined;
}

/** What a kind reads. */
export type Infer<K> = K extends Kind<infer T> ? T : never;

export const kind = <T>(schema: JsonSchema, read: Kind<T>['read']): Kind<T> => ({ schema, read });

/** The same kind with more in the API description: limits, a default, a format. */
export const shown = <T>(own: Kind<T>, more: JsonSchema): Kind<T> => ({ ...own, schema: { ...own.schema, ...more } });

/** The same kind with a sentence for the API description. */
export const described = <T>(own: Kind<T>, description: string): Kind<T> => shown(own, { description });

/** The same kind, shown in the API description as a reference to a named schema. */
export const referred = <T>(own: Kind<T>, name: string): Kind<T> => ({ ...own, schema: { $ref: `${name}#` } });

/** The same kind with a further rule, or turned into another value. */
export const refined = <T, U>(own: Kind<T>, refine: (value: T, position: Position) => U | undefined): Kind<U> => ({
  ...own,
  read: (value, position) => {
    const read = own.read(value, position);
    return read === undefined ? undefined : refine(read, position);
  },
});
