/** Calls of one request: all of them are stored, or none. */
export const MOST_CALLS = 2000;
const MOST_CHARACTERS = 4_000_000;

/** In order, so that a row may refer to one above it. */
export function batchesOf<T>(
  items: readonly T[],
  sizeOf: (item: T) => number = (item) => JSON.stringify(item).length,
  most: { readonly calls: number; readonly characters: number } = { calls: MOST_CALLS, characters: MOST_CHARACTERS },
): readonly (readonly T[])[] {
  const batches: T[][] = [];
  let batch: T[] = [];
  let size = 0;
  for (const item of items) {
    const own = sizeOf(item);
    if (batch.length > 0 && (batch.length >= most.calls || size + own > most.characters)) {
      batches.push(batch);
      batch = [];
      size = 0;
    }
    batch.push(item);
    size += own;
  }
  if (batch.length > 0) batches.push(batch);
  return batches;
}
