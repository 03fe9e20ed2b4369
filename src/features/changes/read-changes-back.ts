import { refuse } from '../../domain/errors.ts';
import { storable } from '../../domain/values/parse.ts';
import type { Caller } from '../../platform/caller.ts';
import { wholeIn } from '../../platform/http/page.ts';
import type { RawQuery } from '../../platform/http/raw-query.ts';
import { queryText } from '../../platform/http/time-window.ts';
import { instantIn } from '../../platform/http/window.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { presentChange } from '../../records/reading/present-change.ts';
import { changesBefore, logBounds } from '../../records/storage/change-log.ts';
import { type ChangePage, changeFilter } from './read-changes.ts';

/** What only those narrow by who look back. */
const NARROWING = ['id', 'key', 'actor', 'requestId', 'from', 'to'];
const LARGEST_PAGE = 1000;

/** Whether the newest are asked for first. What only then has a meaning is refused otherwise: a follower must not believe that it is filtered. */
export function isBackwards(query: RawQuery): boolean {
  const order = queryText(query, 'order')?.toLowerCase() ?? 'asc';
  if (order !== 'asc' && order !== 'desc') throw refuse('REQ008', 'order: must be asc or desc.', 'order');
  const odd = ['before', ...NARROWING].find((name) => queryText(query, name) !== undefined);
  if (order === 'asc' && odd) throw refuse('REQ008', `${odd}: can only be used with order=desc.`, odd);
  return order === 'desc';
}

/** GET /changes?order=desc: the newest first. `next` is the `before` of the next request, 0 at the end of what is kept. */
export async function readChangesBack(deps: HasDatabase, caller: Caller, query: RawQuery): Promise<ChangePage> {
  const text = (name: string): string | undefined => {
    const sent = queryText(query, name);
    if (sent !== undefined && storable(sent)) throw refuse('REQ008', `${name}: is not a valid value.`, name);
    return sent;
  };
  const instant = (name: string): string | undefined =>
    queryText(query, name) === undefined ? undefined : instantIn(query, name, caller.timeZone);
  const limit = wholeIn(query, 'limit', 100, [1, LARGEST_PAGE]);
  const most = [1, Number.MAX_SAFE_INTEGER] as const;
  const { first: oldest, last } = await logBounds(deps.db, caller.tenantId);
  const found = await changesBefore(deps.db, caller.tenantId, {
    before: wholeIn(query, 'before', Number.MAX_SAFE_INTEGER, most),
    limit,
    ...changeFilter(caller, query),
    recordId: query['id'] === undefined ? undefined : wholeIn(query, 'id', 1, most),
    key: text('key'),
    actor: text('actor'),
    requestId: text('requestId'),
    from: instant('from'),
    to: instant('to'),
  });
  return {
    changes: found.map((change) => presentChange(change, caller.timeZone)),
    next: found.length === limit ? (found.at(-1)?.no ?? 0) : 0,
    last,
    oldest,
  };
}
