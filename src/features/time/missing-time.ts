import { type MissingRow, missingOfDay, type TimeOfDay } from '../../domain/missing-time.ts';
import { resourceInReach } from '../../domain/own-time.ts';
import type { ResourceClock } from '../../domain/time/planned-time.ts';
import { type DayWindow, daysOfZone, type ZoneSpan } from '../../domain/time/zone-days.ts';
import type { Caller } from '../../platform/caller.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { recordKey } from '../../records/writing/record-key.ts';
import { clocksOf } from '../calendars/resource-clocks.ts';
import type { MissingQuery } from './contract.ts';
import { resourcesAfter, type TimedResource, timeOfDays } from './time-missing-store.ts';

const PORTION = 500;

/**
 * GET /timeEntry/missing. Resources are taken in portions, so that a quarter of a large tenant is never in memory as a whole; each portion takes
 * the same number of statements. The first is read before the answer begins: an invalid query is still refused.
 */
export async function missingTime(
  deps: HasDatabase,
  caller: Caller,
  query: MissingQuery,
): Promise<AsyncIterable<readonly MissingRow[]>> {
  const resourceNo = resourceInReach(caller, query.resourceNo);
  const wanted = {
    key: resourceNo === undefined ? null : recordKey([resourceNo]),
    limit: PORTION,
  };
  const next = (after: string) => resourcesAfter(deps.db, caller, { ...wanted, after });
  const first = await next('');
  async function* portions(): AsyncGenerator<readonly MissingRow[]> {
    for (let resources = first; resources.length > 0; resources = await next(resources.at(-1)?.key ?? ''))
      yield* await rowsOf(deps, caller, resources, query);
  }
  return portions();
}

async function rowsOf(
  deps: HasDatabase,
  caller: Caller,
  resources: readonly TimedResource[],
  window: DayWindow,
): Promise<Iterable<readonly MissingRow[]>> {
  const ids = resources.map(({ id }) => id);
  const clocks = await clocksOf(deps.db, caller, ids);
  const zones = new Set([...clocks.values()].map(({ zone }) => zone));
  const days = new Map([...zones].map((zone) => [zone, daysOfZone(zone, window)]));
  const known = new Map<string, TimeOfDay>();
  for (const each of await timeOfDays(deps.db, caller.tenantId, {
    start: window.start,
    end: window.end,
    resources: ids,
    spans: [...days.values()].flat(),
    tenantZone: caller.timeZone,
    sourceApps: caller.sourceApps,
  }))
    known.set(`${each.resourceId}|${each.date}`, each);
  return byResource(resources, clocks, days, known);
}

function* byResource(
  resources: readonly TimedResource[],
  clocks: ReadonlyMap<number, ResourceClock>,
  days: ReadonlyMap<string, readonly ZoneSpan[]>,
  known: ReadonlyMap<string, TimeOfDay>,
): Generator<readonly MissingRow[]> {
  for (const resource of resources) {
    const clock = clocks.get(resource.id);
    // It was deleted since the portion was read.
    if (!clock) continue;
    yield (days.get(clock.zone) ?? []).flatMap(
      (day) => missingOfDay(resource, clock, day, known.get(`${resource.id}|${day.date}`)) ?? [],
    );
  }
}
