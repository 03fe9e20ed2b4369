/** Values of rows by a key of each row, in the order of the rows. */
export function grouped<T, K, V>(rows: readonly T[], entry: (row: T) => readonly [K, V]): Map<K, V[]> {
  const groups = new Map<K, V[]>();
  for (const row of rows) {
    const [key, value] = entry(row);
    const own = groups.get(key);
    if (own) own.push(value);
    else groups.set(key, [value]);
  }
  return groups;
}
