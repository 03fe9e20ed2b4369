/** Small statistics and plain-text tables. */
export const median = (values: readonly number[]): number => quantile(values, 0.5);

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/**
 * Where the median of a distribution is with a probability of 95 %, by the ranks of the values: whatever the distribution, and however far away
 * its outliers are.
 */
export function medianInterval(values: readonly number[]): readonly [number, number] {
  const sorted = [...values].sort((a, b) => a - b);
  const reach = 0.98 * Math.sqrt(sorted.length);
  const at = (rank: number): number => sorted[Math.min(Math.max(rank, 0), sorted.length - 1)] ?? Number.NaN;
  return [at(Math.floor(sorted.length / 2 - reach) - 1), at(Math.ceil(sorted.length / 2 + reach))];
}

export const round = (value: number, digits = 0): number => Number(value.toFixed(digits));

export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => (row[at] ?? '').length)));
  const line = (row: readonly string[]): string =>
    row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join('  ');
  const [head = [], ...body] = rows;
  return [line(head), widths.map((width) => '-'.repeat(width)).join('  '), ...body.map(line)].join('\n');
}
