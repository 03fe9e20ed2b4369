/**
 * The change number after which a reader of the log continues. After a page that is not full it is the newest change, so that a filtered reader does
 * not look again at changes that do not concern it.
 */
export function nextPosition(
  page: readonly { readonly no: number }[],
  { after, limit, last }: { readonly after: number; readonly limit: number; readonly last: number },
): number {
  const seen = page.at(-1)?.no ?? after;
  return page.length === limit ? seen : Math.max(seen, last, after);
}
