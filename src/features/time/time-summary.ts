import { resourceInReach } from '../../domain/own-time.ts';
import { daysOfZone, wholeOfZone } from '../../domain/time/zone-days.ts';
import type { Caller } from '../../platform/caller.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import type { SummaryQuery } from './contract.ts';
import { zonesOfResources } from './time-store.ts';
import { type SummaryRow, summariseTime } from './time-summary-store.ts';

/** GET /timeEntry/summary: planned against registered hours. */
export async function summaryOf(
  deps: HasDatabase,
  caller: Caller,
  { by, jobNo, taskNo, resourceNo, ...window }: SummaryQuery,
): Promise<Partial<SummaryRow>[]> {
  const own = await zonesOfResources(deps.db, caller.tenantId);
  const zones = [...new Set([caller.timeZone, ...own.map(({ timeZone }) => timeZone)])];
  return summariseTime(deps.db, by, {
    ...window,
    spans: zones.flatMap((zone) => (by === 'day' ? daysOfZone(zone, window) : [wholeOfZone(zone, window)])),
    tenantZone: caller.timeZone,
    resourceNo: resourceInReach(caller, resourceNo) ?? null,
    jobNo: jobNo ?? null,
    taskNo: taskNo ?? null,
    reader: caller,
  });
}
