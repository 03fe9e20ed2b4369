/** Bound one JSON parameter: PostgreSQL takes 256 MB, and a character has up to three bytes. */
const MOST_ROWS = 5000;
const MOST_LENGTH = 50_000_000;

/** Rows in the portions in which they are written, in their order. */
export function* portions<T extends { readonly values: string }>(
  rows: readonly T[],
  mostRows = MOST_ROWS,
  mostLength = MOST_LENGTH,
): Generator<readonly T[]> {
  let first = 0;
  let length = 0;
  for (const [at, { values }] of rows.entries()) {
    length += values.length;
    if (at === first || (at - first < mostRows && length <= mostLength)) continue;
    yield rows.slice(first, at);
    first = at;
    length = values.length;
  }
  yield first === 0 ? rows : rows.slice(first);
}
