/** Sets with a cost each, one behind the other: set `j` has the elements from `starts[j]` to before `starts[j + 1]`. */
export interface Sets {
  readonly cost: Float64Array;
  readonly starts: Int32Array;
  readonly elements: Int32Array;
}

/** What a set costs more than the prices of its elements. */
export function reducedCost({ cost, starts, elements }: Sets, price: Float64Array, set: number): number {
  let sum = cost[set] as number;
  for (let at = starts[set] as number, end = starts[set + 1] as number; at < end; at++)
    sum -= price[elements[at] as number] as number;
  return sum;
}
