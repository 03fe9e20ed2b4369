import { described, type Kind, refined, shown } from '../../platform/contract/kind.ts';
import { withDefault } from '../../platform/contract/object.ts';
import { LAST_PAGE } from '../../platform/contract/paging.ts';
import { integer, text } from '../../platform/contract/values.ts';

/** Which page of a list: what a cursor stands for. */
interface Place {
  readonly page: number;
  readonly limit: number;
}

const LONGEST_CURSOR = 100;

const cursor: Kind<Place> = refined(text(LONGEST_CURSOR), (sent, position) => {
  const [page, limit] = Buffer.from(sent, 'base64url').toString().split('/').map(Number);
  if (!isCount(page, LAST_PAGE) || !isCount(limit, MOST_ROWS))
    throw position.refuse('REQ014', 'is not the nextCursor of an earlier result.');
  return { page, limit };
});

const isCount = (value: number | undefined, most: number): value is number =>
  Number.isInteger(value) && (value as number) >= 1 && (value as number) <= most;

const MOST_ROWS = 200;

/** `limit` and `cursor` of a tool that returns rows. */
export const pages = (usual = 50, most = MOST_ROWS) => ({
  limit: withDefault(
    described(shown(integer(1, most), { minimum: 1, maximum: most }), 'Rows in one result.'),
    usual,
    usual,
  ),
  cursor: described(cursor, 'nextCursor of the result before; send the same other arguments.'),
});

interface Paged {
  readonly limit: number;
  readonly cursor: Place | undefined;
}

export const placeOf = ({ limit, cursor }: Paged): Place => cursor ?? { page: 1, limit };

export const cursorAfter = ({ page, limit }: Place): string =>
  Buffer.from(`${page + 1}/${limit}`).toString('base64url');

/** The rows of a page, of a list that is known as a whole. */
export function pageOf<T>(rows: readonly T[], paged: Paged): { readonly rows: readonly T[]; nextCursor?: string } {
  const place = placeOf(paged);
  const end = place.page * place.limit;
  return {
    rows: rows.slice(end - place.limit, end),
    ...(rows.length > end ? { nextCursor: cursorAfter(place) } : {}),
  };
}
