/** Sets with a cost each, one behind the other: set `j` has the elements from `starts[j]` to before `starts[j + 1]`. */
export interface Sets {
  readonly cost: Float64Array;
  readonly starts: Int32Array;
  readonly elements: Int32Array;
}

/** Collects sets one by one. */
export class SetList {
  readonly #cost: number[] = [];
  readonly #starts: number[] = [0];
  readonly #elements: number[] = [];

  /** Adds a set, and answers which one it is. */
  add(cost: number, elements: Iterable<number>): number {
    for (const element of elements) this.#elements.push(element);
    this.#starts.push(this.#elements.length);
    return this.#cost.push(cost) - 1;
  }

  sets(): Sets {
    return {
      cost: Float64Array.from(this.#cost),
      starts: Int32Array.from(this.#starts),
      elements: Int32Array.from(this.#elements),
    };
  }
}

/** What a set costs more than the prices of its elements. */
export function reducedCost({ cost, starts, elements }: Sets, price: Float64Array, set: number): number {
  let sum = cost[set] as number;
  for (let at = starts[set] as number, end = starts[set + 1] as number; at < end; at++)
    sum -= price[elements[at] as number] as number;
  return sum;
}
