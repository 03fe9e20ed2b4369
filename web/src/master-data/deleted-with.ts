/** How many records of other kinds a dry run would delete, by kind. */
export function deletedWith(
  impact: Readonly<Record<string, unknown>> | undefined,
  own: string,
): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const [entity, counts] of Object.entries(impact ?? {})) {
    const deleted = typeof counts === 'object' && counts !== null && 'deleted' in counts ? Number(counts.deleted) : 0;
    const others = entity === own ? deleted - 1 : deleted;
    if (others > 0) found.set(entity, others);
  }
  return found;
}
