import { foldKeyPart } from '../../domain/natural-key.ts';
import type { NamedQuantity } from '../routing/work.ts';
import type { Crew } from './crew.ts';

export type Loads = Readonly<Record<string, number>>;

/** Loads by the names that resources use: those of tasks match them whatever the case. What no resource of the run limits is left out. */
export class NamedLoads {
  readonly #names = new Map<string, string>();
  readonly #capacities = new Map<number, Loads>();

  constructor({ loadCapacities }: Crew) {
    for (const { resourceId, name, quantity } of loadCapacities) {
      const known = this.#names.get(foldKeyPart(name)) ?? name;
      this.#names.set(foldKeyPart(name), known);
      this.#capacities.set(resourceId, { ...this.#capacities.get(resourceId), [known]: Number(quantity) });
    }
  }

  /** What a resource carries at once; undefined where nothing limits it. */
  capacitiesOf(resource: number): Loads | undefined {
    return this.#capacities.get(resource);
  }

  /** What a visit takes; undefined where it takes nothing that is limited. */
  of(quantities: readonly NamedQuantity[] | null | undefined): Loads | undefined {
    const loads: Record<string, number> = {};
    for (const [written, quantity] of quantities ?? []) {
      const name = this.#names.get(foldKeyPart(written));
      if (name !== undefined && quantity > 0) loads[name] = (loads[name] ?? 0) + quantity;
    }
    return Object.keys(loads).length > 0 ? loads : undefined;
  }
}

/** What is left of capacities beside loads that are fixed. */
export const withoutLoads = (capacities: Loads, taken: readonly (Loads | undefined)[]): Loads =>
  Object.fromEntries(
    Object.entries(capacities).map(([name, capacity]) => [
      name,
      Math.max(
        0,
        taken.reduce((left, loads) => left - (loads?.[name] ?? 0), capacity),
      ),
    ]),
  );
