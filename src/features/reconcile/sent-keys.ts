import { Invalid, keyable } from '../../domain/values/parse.ts';
import { type Infer, Position, type Reading } from '../../platform/contract/kind.ts';
import { warnOfUnknown } from '../../platform/contract/object.ts';
import { canonicalValue } from '../../records/derive/canonical-text.ts';
import type { ColumnModel } from '../../records/derive/model.ts';
import { recordKey } from '../../records/writing/record-key.ts';
import { keyBody, keyNames } from './contract.ts';
import type { ReconcileHead } from './reconcile-head.ts';

/** One record that the source system holds. */
export interface SentKey {
  /** As it was sent. */
  readonly shown: unknown;
  /** Folded, as it is stored. */
  readonly key: string;
  readonly hash: string | undefined;
  /** The values of the fields, each as it is compared. */
  readonly values: readonly string[] | undefined;
}

const MOST_WARNINGS = 20;

/** Reads the keys of one request. An unknown property is usually in all of them: its name gets one warning. */
export class KeyReader {
  readonly #head: ReconcileHead;
  readonly #reading: Reading;
  readonly #warned = new Set<string>();

  constructor(head: ReconcileHead, reading: Reading) {
    this.#head = head;
    this.#reading = reading;
  }

  /** `path` locates an error in the request, among up to a million keys. */
  read(sent: unknown, path: string): SentKey {
    const position = new Position(path, this.#reading);
    const { key: shown, hash, values, further } = keyBody.read(sent, position) as Infer<typeof keyBody>;
    this.#warn(Object.keys(further), position);
    return {
      shown,
      key: this.#keyOf(shown, position.within('key')),
      hash: hash === undefined ? undefined : this.#hashOf(hash, position.within('hash')),
      values: values === undefined ? undefined : this.#valuesOf(values, position.within('values')),
    };
  }

  #warn(names: readonly string[], position: Position): void {
    for (const name of names) {
      if (this.#warned.has(name) || this.#warned.size === MOST_WARNINGS) continue;
      this.#warned.add(name);
      warnOfUnknown([name], position, keyNames);
    }
  }

  #keyOf(sent: unknown, position: Position): string {
    const { keyed, sender, sourceApp, sourceType } = this.#head;
    const parts = Array.isArray(sent) ? sent : [sent];
    if (sent === undefined || parts.length !== keyed.length)
      throw position.refuse(
        'REQ014',
        `must be ${keyed.length === 1 ? 'a text' : 'a list'} of ${keyed.map(({ property }) => property).join(', ')}.`,
      );
    const own = new Map<string, unknown>([
      ['sourceApp', sourceApp],
      ['sourceType', sourceType],
    ]);
    for (const [i, column] of keyed.entries()) own.set(column.property, this.#keyPart(column, parts[i], position));
    return recordKey(sender.model.keyColumns.map(({ property }) => own.get(property) ?? null));
  }

  #keyPart(column: ColumnModel, sent: unknown, position: Position): unknown {
    const value = this.#parsed(column, sent, position);
    const wrong = typeof value === 'string' ? keyable(value) : undefined;
    if (wrong) throw position.refuse(wrong.code, `${column.property}: ${wrong.message}.`);
    return value;
  }

  #parsed(column: ColumnModel, sent: unknown, position: Position): unknown {
    const value = column.kind.parse(
      (sent ?? null) as Parameters<typeof column.kind.parse>[0],
      column.spec,
      this.#reading.zone,
    );
    if (value instanceof Invalid) throw position.refuse(value.code, `${column.property}: ${value.message}.`);
    return value;
  }

  #hashOf(sent: string, position: Position): string {
    const hash = sent.toLowerCase();
    if (!/^[0-9a-f]{64}$/.test(hash)) throw position.refuse('REQ014', 'must be 64 hexadecimal digits.');
    this.#needFields(position);
    return hash;
  }

  #valuesOf(sent: unknown, position: Position): string[] {
    const { fields } = this.#head;
    this.#needFields(position);
    if (!Array.isArray(sent) || sent.length !== fields.length)
      throw position.refuse('REQ014', `must be a list of ${fields.length} values, one for each of fields.`);
    return fields.map((column, i) => canonicalValue(column, this.#parsed(column, sent[i], position)));
  }

  #needFields({ path, reading }: Position): void {
    if (this.#head.fields.length === 0)
      throw new Position('fields', reading).refuse(
        'REQ015',
        `a value is required: it lists the properties that ${path} covers.`,
      );
  }
}
