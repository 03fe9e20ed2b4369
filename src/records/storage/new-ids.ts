import type { Transaction } from '../../platform/postgres/database.ts';
import type { EntityModel } from '../derive/model.ts';
import { newIdsStatement } from '../derive/statements.ts';

/** Ids for new rows of one table. They are drawn at once, and each of them is given away once. */
export class NewIds {
  readonly #drawing: Promise<readonly string[]>;
  #taken = 0;

  constructor(tx: Transaction, model: EntityModel, count: number) {
    const asking = tx.query<{ ids: string }>(newIdsStatement(model, '$1::integer'), [count]);
    this.#drawing = asking.then(([drawn]) => drawn?.ids.split(',') ?? []);
    // Its failure is reported when ids are taken.
    this.#drawing.catch(() => {});
  }

  async take(count: number): Promise<readonly string[]> {
    const from = this.#taken;
    this.#taken += count;
    const ids = (await this.#drawing).slice(from, from + count);
    if (ids.length < count) throw new Error(`${count} ids were asked for, and ${ids.length} are left`);
    return ids;
  }
}
