/** Rows that belong together, or one row that stands alone. */
export interface Bundle<Row> {
  /** Undefined for a row that stands alone. */
  readonly name: string | undefined;
  readonly rows: readonly Row[];
}

export interface Bundling<Row> {
  /** Rows with the same name belong together, in any case of its letters. */
  name(row: Row): string | null;
  /** The order inside. */
  order(row: Row): number;
}

/** Puts rows of one name together where the first of them is. The only row of its name stands alone. */
export function bundled<Row>(rows: readonly Row[], { name, order }: Bundling<Row>): Bundle<Row>[] {
  const members = new Map<string, Row[]>();
  for (const row of rows) {
    const key = name(row)?.toLowerCase();
    if (key === undefined) continue;
    const known = members.get(key);
    if (known) known.push(row);
    else members.set(key, [row]);
  }
  return rows.flatMap((row): Bundle<Row>[] => {
    const own = name(row);
    const all = own === null ? [row] : (members.get(own.toLowerCase()) ?? [row]);
    if (own === null || all.length < 2) return [{ name: undefined, rows: [row] }];
    if (all[0] !== row) return [];
    return [{ name: own, rows: all.toSorted((one, other) => order(one) - order(other)) }];
  });
}
