import { formatInstant } from '../../domain/time/zone.ts';
import type { EntityModel } from '../derive/model.ts';
import { ownFields, readColumns } from '../storage/record-reads.ts';

/** One property of the text: where its value stands in the list, and how it is written with its name and the comma before it. */
interface Part {
  readonly property: string;
  readonly at: number;
  readonly none: string;
  write(value: unknown): string;
}

function partOf(property: string, at: number, show: (value: unknown) => unknown): Part {
  const name = `,${JSON.stringify(property)}:`;
  let last: unknown;
  let written = '';
  return {
    property,
    at,
    none: `${name}${JSON.stringify(show(null))}`,
    write(value) {
      if (value === last) return written;
      last = value;
      written = name + JSON.stringify(show(value));
      return written;
    },
  };
}

/**
 * Records of one kind, read as lists, as the JSON text that `present` would become. A task has 130 properties, and an answer may hold ten
 * thousand tasks: names are put together once, no objects are made, and what a column repeats from record to record (defaults,
 * flags, the moment of an import) is not written out again.
 */
export class RecordText {
  readonly #parts: readonly Part[];
  /** Joined again for every record. */
  readonly #texts: string[] = [];
  readonly #at: ReadonlyMap<string, number>;

  /** The columns `without` are left out of the text, those `hidden` are written as empty. */
  constructor(
    model: EntityModel,
    zone: string,
    without: readonly string[] = [],
    hidden: ReadonlySet<string> = new Set(),
  ) {
    const asIs = (value: unknown): unknown => value;
    const instant = (value: unknown): unknown => (value === null ? null : formatInstant(zone, value as number));
    const own = (field: (typeof ownFields)[number], show: (value: unknown) => unknown): Part =>
      partOf(field, ownFields.indexOf(field), show);
    const columns = readColumns(model).map(({ property, kind }, i) =>
      partOf(property, ownFields.length + i, (value) => kind.show(hidden.has(property) ? null : value, zone)),
    );
    this.#at = new Map(columns.map(({ property, at }) => [property, at]));
    this.#parts = [
      ...columns.filter(({ property }) => !without.includes(property)),
      own('version', asIs),
      own('createdAt', instant),
      own('createdBy', asIs),
      own('updatedAt', instant),
      own('updatedBy', asIs),
    ];
  }

  idOf(record: readonly unknown[]): number {
    return record[0] as number;
  }

  valueOf(record: readonly unknown[], property: string): unknown {
    return record[this.#at.get(property) ?? -1];
  }

  /** The object without its closing brace: further properties may follow. */
  open(record: readonly unknown[]): string {
    const texts = this.#texts;
    texts[0] = `{"id":${this.idOf(record)}`;
    for (const [i, part] of this.#parts.entries()) {
      const value = record[part.at];
      texts[i + 1] = value === null ? part.none : part.write(value);
    }
    return texts.join('');
  }
}
