import { showKey } from '../../domain/natural-key.ts';
import { formatInstant } from '../../domain/time/zone.ts';
import type { Caller } from '../../platform/caller.ts';
import { type PageQuery, rowsOf } from '../../platform/contract/paging.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { countFailures, failuresOf } from './geocode-store.ts';

export interface ShownFailure {
  readonly entity: string;
  readonly id: number;
  readonly key: string;
  readonly address: string;
  readonly country: string | null;
  readonly at: string;
}

/** GET /geocode/failures: the jobs and resources whose address could not be found. */
export async function listFailures(
  deps: HasDatabase,
  caller: Caller,
  page: PageQuery,
): Promise<{ readonly total: number; readonly failures: readonly ShownFailure[] }> {
  const { limit, offset } = rowsOf(page);
  const rows = await failuresOf(deps.db, caller, limit, offset);
  const total = await countFailures(deps.db, caller);
  return {
    total,
    failures: rows.map(({ key, at, ...rest }) => ({
      ...rest,
      key: showKey(key),
      at: formatInstant(caller.timeZone, at),
    })),
  };
}
