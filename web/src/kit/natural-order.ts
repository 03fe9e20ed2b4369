const collators = new Map<string, Intl.Collator>();

/** The order of names and numbers everywhere in the application: "Tech 2" before "Tech 10", without regard to case. */
export function naturalOrder(locale?: string): (one: string, other: string) => number {
  const known = collators.get(locale ?? '');
  if (known) return known.compare;
  const made = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' });
  collators.set(locale ?? '', made);
  return made.compare;
}
