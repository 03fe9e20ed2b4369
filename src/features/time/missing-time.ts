import { totalLength } from '../../domain/time/interval.ts';
import type { ResourceClock } from '../../domain/time/planned-time.ts';
import type { Caller } from '../../platform/caller.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { recordKey } from '../../records/writing/record-key.ts';
import { clocksOf } from '../calendars/resource-clocks.ts';
import type { MissingQuery } from './contract.ts';
import { resourceInReach } from './own-time.ts';
import { resourcesAfter, type TimedResource, type TimeOfDay, timeOfDays } from './time-missing-store.ts';
import { type DayWindow, daysOf } from './time-summary.ts';
import type { ZoneSpan } from './time-summary-store.ts';

/** A day of a resource: what its calendar asks for, what was observed, what was entered. */
export type MissingRow = {
  readonly resourceNo: string;
  readonly date: string;
  readonly workingInSeconds: number;
  readonly workInSeconds: number;
  readonly travelInSeconds: number;
  readonly waitingInSeconds: number;
  readonly registeredInSeconds: number;
  readonly unclaimedInSeconds: number;
  readonly missingInSeconds: number;
};

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
    sourceApps: caller.sourceApps,
    limit: PORTION,
  };
  const next = (after: string) => resourcesAfter(deps.db, caller.tenantId, { ...wanted, after });
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
  const days = new Map([...zones].map((zone) => [zone, daysOf(zone, window)]));
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
      (day) => rowOf(resource, clock, day, known.get(`${resource.id}|${day.date}`)) ?? [],
    );
  }
}

/** Undefined for a day on which nothing is asked for and nothing was done. */
function rowOf(
  { resourceNo, doNotShow }: TimedResource,
  clock: ResourceClock,
  day: ZoneSpan,
  time: TimeOfDay | undefined,
): MissingRow | undefined {
  // Nothing is asked of those who are hidden from planning.
  const working = doNotShow ? 0 : Math.round(totalLength(clock.workingIn(day)) / 1000);
  if (working === 0 && !time) return undefined;
  const registered = time?.registered ?? 0;
  return {
    resourceNo,
    date: day.date,
    workingInSeconds: working,
    workInSeconds: time?.work ?? 0,
    travelInSeconds: time?.travel ?? 0,
    waitingInSeconds: time?.waiting ?? 0,
    registeredInSeconds: registered,
    unclaimedInSeconds: time?.unclaimed ?? 0,
    missingInSeconds: Math.max(0, working - registered),
  };
}
