import { jsonOf } from './exchange.ts';
import type { AnyRequest, Sender } from './sender.ts';
import type { Route } from './types.ts';

/** One page of a list. */
export interface Page<T> {
  readonly records: readonly T[];
  /** Number of records on all pages. */
  readonly total: number | undefined;
}

/** The pages of a list, from the requested one to the last. */
export async function* pagesOf<T>(sender: Sender, route: Route, request: AnyRequest): AsyncGenerator<Page<T>> {
  const { page: first = 1, limit = 500 } = (request.query ?? {}) as { page?: number; limit?: number };
  let isLast = false;
  for (let page = first; !isLast; page++) {
    const paged = { ...request, query: { ...request.query, page, limit } };
    const found = await sender.send(route, paged, async (response, signal): Promise<Page<T>> => {
      const answer = (await jsonOf(response, signal)) as readonly T[];
      const total = response.headers.get('x-total-count');
      return { records: answer, total: total === null ? undefined : Number(total) };
    });
    isLast = found.records.length < limit || page * limit >= (found.total ?? Number.POSITIVE_INFINITY);
    if (found.records.length > 0 || page === first) yield found;
  }
}
