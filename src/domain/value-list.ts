import { grouped } from './grouped.ts';
import { foldKey } from './natural-key.ts';

/** A filter value of a record. */
export interface OwnedValue {
  readonly owner: number;
  readonly group: string;
  readonly value: string;
}

/** Filter values are listed once; records refer to them by index. They compare like keys. */
export class ValueList {
  readonly list: { readonly group: string; readonly value: string }[] = [];
  readonly #indexes = new Map<string, number>();

  indexes(owned: readonly OwnedValue[]): Map<number, number[]> {
    return grouped(owned, ({ owner, group, value }) => [owner, this.#indexOf(group, value)]);
  }

  #indexOf(group: string, value: string): number {
    const key = foldKey([group, value]);
    const index = this.#indexes.get(key) ?? this.list.push({ group, value }) - 1;
    this.#indexes.set(key, index);
    return index;
  }
}
