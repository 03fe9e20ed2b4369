import { shown } from './kind.ts';
import { withDefault } from './object.ts';
import { integer } from './values.ts';

export const LAST_PAGE = 1_000_000_000;

/** `page` and `limit` of a list that is no list of records. */
export const paging = (usual = 100, most = 1000) => ({
  page: withDefault(shown(integer(1, LAST_PAGE), { minimum: 1 }), 1, 1),
  limit: withDefault(shown(integer(1, most), { minimum: 1, maximum: most }), usual, usual),
});

/** The rows of a page. */
export const rowsOf = ({ page, limit }: { readonly page: number; readonly limit: number }) => ({
  limit,
  offset: (page - 1) * limit,
});
