type Counts = Readonly<Record<string, number>>;

/** Lists the counts above 0: 12 created, 3 unchanged. */
export const countsText = (counts: Counts | null, words: Readonly<Record<string, (count: number) => string>>): string =>
  Object.entries(counts ?? {})
    .filter(([, count]) => count > 0)
    .map(([outcome, count]) => words[outcome]?.(count) ?? `${count} ${outcome}`)
    .join(', ');
