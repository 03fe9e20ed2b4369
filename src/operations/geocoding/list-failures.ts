import { refuse } from '../../domain/errors.ts';
import { showKey } from '../../domain/natural-key.ts';
import { formatInstant } from '../../domain/time/zone.ts';
import { countFailures, failuresOf } from '../../storage/geocode-store.ts';
import type { Caller } from '../caller.ts';
import type { Deps } from '../deps.ts';
import type { RawQuery } from '../reading/list-query.ts';

export interface ShownFailure {
  readonly entity: string;
  readonly id: number;
  readonly key: string;
  readonly address: string;
  readonly country: string | null;
  readonly at: string;
}

const LARGEST_PAGE = 10_000;

/** GET /geocode/failures: the jobs and resources whose address could not be found. */
export async function listFailures(
  deps: Deps,
  caller: Caller,
  query: RawQuery,
): Promise<{ readonly total: number; readonly failures: readonly ShownFailure[] }> {
  const number = (name: string, fallback: number, most: number): number => {
    const value = Number([query[name] ?? fallback].flat().at(-1));
    if (!Number.isInteger(value) || value < 1 || value > most)
      throw refuse('REQ008', `${name}: must be a whole number from 1 to ${most}.`, name);
    return value;
  };
  const limit = number('limit', 1000, LARGEST_PAGE);
  const page = number('page', 1, 1_000_000);
  const rows = await failuresOf(deps.db, caller.tenantId, caller.sourceApps, limit, (page - 1) * limit);
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
