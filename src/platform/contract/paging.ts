import { shown } from './kind.ts';
import { withDefault } from './object.ts';
import { integer } from './values.ts';

export const LAST_PAGE = 1_000_000_000;

/** `page` and `limit` of a list that is no list of records. */
export const paging = (usual = 100, most = 1000) => ({
  page: withDefault(shown(integer(1, LAST_PAGE), { minimum: 1 }), 1, 1),
  limit: withDefault(shown(integer(1, most), { minimum: 1, maximum: most }), usual, usual),
});

/** `page` and `limit` of a list that is sent as a whole unless one of them is given. */
export const optionalPaging = (most = 10_000, description?: string) => ({
  page: shown(integer(1, LAST_PAGE), { minimum: 1 }),
  limit: shown(integer(0, most), { minimum: 0, maximum: most, ...(description ? { description } : {}) }),
});

const USUAL_LIMIT = 100;

/** The rows of such a page; all of them where `limit` is undefined. */
export function optionalRowsOf(asked: { readonly page?: number | undefined; readonly limit?: number | undefined }): {
  readonly limit: number | undefined;
  readonly offset: number;
} {
  const limit = asked.limit ?? (asked.page === undefined ? undefined : USUAL_LIMIT);
  return { limit, offset: ((asked.page ?? 1) - 1) * (limit ?? 0) };
}

export interface PageQuery {
  readonly page: number;
  readonly limit: number;
}

/** The rows of a page. */
export const rowsOf = ({ page, limit }: PageQuery) => ({
  limit,
  offset: (page - 1) * limit,
});
