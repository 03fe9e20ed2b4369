/** The calendars that would stand above themselves if the given parents were set, in the order given. */
export function circularParents(
  parents: ReadonlyMap<string, string | null>,
  wanted: readonly { readonly key: string; readonly parent: string | null }[],
): Set<string> {
  const tree = new Map(parents);
  const circular = new Set<string>();
  for (const { key, parent } of wanted) {
    let above = parent;
    while (above !== null && above !== key) above = tree.get(above) ?? null;
    if (above === key) circular.add(key);
    else tree.set(key, parent);
  }
  return circular;
}
