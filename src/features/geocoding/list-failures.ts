import { showKey } from '../../domain/natural-key.ts';
import { formatInstant } from '../../domain/time/zone.ts';
import type { Caller } from '../../platform/caller.ts';
import { pageOf } from '../../platform/http/page.ts';
import type { RawQuery } from '../../platform/http/raw-query.ts';
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

const USUAL_PAGE = 1000;
const LARGEST_PAGE = 10_000;

/** GET /geocode/failures: the jobs and resources whose address could not be found. */
export async function listFailures(
  deps: HasDatabase,
  caller: Caller,
  query: RawQuery,
): Promise<{ readonly total: number; readonly failures: readonly ShownFailure[] }> {
  const { limit, offset } = pageOf(query, USUAL_PAGE, LARGEST_PAGE);
  const rows = await failuresOf(deps.db, caller.tenantId, caller.sourceApps, limit, offset);
  const total = await countFailures(deps.db, caller.tenantId, caller.sourceApps);
  return {
    total,
    failures: rows.map(({ key, at, ...rest }) => ({
      ...rest,
      key: showKey(key),
      at: formatInstant(caller.timeZone, at),
    })),
  };
}
