import { refuse } from '../../domain/errors.ts';
import type { Caller } from '../../platform/caller.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { changesSeen } from '../../records/reading/changes-seen.ts';
import { presentChange } from '../../records/reading/present-change.ts';
import { changesBefore, logBounds } from '../../records/storage/change-log.ts';
import { backwardsNames, type ChangesQuery } from './contract.ts';
import { type ChangePage, changeFilter } from './read-changes.ts';

const USUAL_PAGE = 100;
const LARGEST_PAGE = 1000;

/** Parameters of `order=desc` are refused without it: a client that follows the log must not believe that it is filtered. */
export function isBackwards(query: ChangesQuery): boolean {
  if (query.order === 'desc') return true;
  const odd = backwardsNames.find((name) => query[name] !== undefined);
  if (odd) throw refuse('REQ008', `${odd}: can only be used with order=desc.`, odd);
  return false;
}

/** GET /changes?order=desc: the newest first. `next` is the `before` of the next request, 0 at the end of what is kept. */
export async function readChangesBack(deps: HasDatabase, caller: Caller, query: ChangesQuery): Promise<ChangePage> {
  const { limit = USUAL_PAGE, before = Number.MAX_SAFE_INTEGER, id, key, actor, requestId } = query;
  if (limit > LARGEST_PAGE)
    throw refuse('REQ008', `limit: must be a whole number from 1 to ${LARGEST_PAGE} with order=desc.`, 'limit');
  const { first: oldest, last } = await logBounds(deps.db, caller.tenantId);
  const filter = {
    ...changeFilter(caller, query),
    recordId: id,
    key,
    actor,
    requestId,
    from: isoOf(query.from),
    to: isoOf(query.to),
  };
  const { found, stoppedAt } = await changesSeen(deps.db, caller, limit, before, (beyond, most) =>
    changesBefore(deps.db, caller.tenantId, { ...filter, before: beyond, limit: most }),
  );
  return {
    changes: found.map((change) => presentChange(change, caller)),
    next: stoppedAt ?? (found.length === limit ? (found.at(-1)?.no ?? 0) : 0),
    last,
    oldest,
  };
}

const isoOf = (instant: number | undefined): string | undefined =>
  instant === undefined ? undefined : new Date(instant).toISOString();
