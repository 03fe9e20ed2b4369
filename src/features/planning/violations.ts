import { presentViolation, type StoredViolation } from '../../domain/violations/present-violation.ts';
import type { Caller } from '../../platform/caller.ts';
import type { HasClock } from '../../platform/clock.ts';
import { optionalRowsOf } from '../../platform/contract/paging.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import type { HasStatistics } from '../../platform/postgres/statistics.ts';
import type { RecordList } from '../../records/reading/list-records.ts';
import { bringUpToDate } from './bring-up-to-date.ts';
import type { ViolationQuery } from './contract.ts';
import { countViolations, violationsIn } from './plan-reads.ts';

/** GET /violations: the broken rules that overlap a window. */
export async function violationsFound(
  deps: HasClock & HasDatabase & HasStatistics,
  caller: Caller,
  query: ViolationQuery,
): Promise<RecordList> {
  const { start, end, rule: rules = null, severity = null, resources = null } = query;
  const window = { start, end, rules, severity, resources, reader: caller, now: deps.now() };
  await bringUpToDate(deps, caller);
  const total = await countViolations(deps.db, window);
  const portions = violationsIn(deps.db, window, optionalRowsOf(query));
  return { total, portions: shown(portions, caller.timeZone) };
}

async function* shown(
  portions: AsyncIterable<readonly StoredViolation[]>,
  zone: string,
): AsyncGenerator<Record<string, unknown>[]> {
  for await (const portion of portions) yield portion.map((violation) => presentViolation(violation, zone));
}
