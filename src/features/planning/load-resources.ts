import { capacityOfDay } from '../../domain/capacity.ts';
import { foldKey } from '../../domain/natural-key.ts';
import { dayOfDate } from '../../domain/time/day.ts';
import { MINUTE_MS } from '../../engine/availability/stretches.ts';
import { IndexedResource } from '../../engine/recommendation/indexed-resource.ts';
import type { DayCapacities } from '../../engine/recommendation/limited-days.ts';
import type { Candidate } from '../../engine/recommendation/question.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { clocksOf, type ServiceClock } from '../calendars/resource-clocks.ts';
import { capacitiesOf } from './booking-store.ts';
import {
  type IndexedQualities,
  indexedQualities,
  indexedResources,
  type IndexedResource as StoredResource,
} from './planning-index-store.ts';

const UNLIMITED: DayCapacities = new Map();
const ALWAYS = { start: '1900-01-01', end: '9999-12-31' };

/** Resources for the planning index, all or some: a fixed number of statements. */
export async function loadResources(
  db: Database,
  asker: Pick<Caller, 'tenantId' | 'timeZone'>,
  ids: readonly number[] | null,
): Promise<IndexedResource[]> {
  const stored = await indexedResources(db, asker.tenantId, ids);
  const found = stored.map(({ id }) => id);
  const [clocks, qualities, capacities] = await Promise.all([
    clocksOf(db, asker, found),
    indexedQualities(db, asker.tenantId, ids),
    capacitiesOf(db, asker.tenantId, found, ALWAYS),
  ]);
  const qualitiesOf = new Map(qualities.map((each) => [each.resourceId, each]));
  const limits = new Map<number, Map<number, number>>();
  for (const row of capacities) {
    const ms = capacityOfDay(
      {
        capacityInSeconds: row.capacityInSeconds,
        quantity: row.quantity === null ? null : Number(row.quantity),
        unitOfMeasureConversion: row.unitOfMeasureConversion === null ? null : Number(row.unitOfMeasureConversion),
      },
      Number.POSITIVE_INFINITY,
    );
    if (!Number.isFinite(ms)) continue;
    const own = limits.get(row.resourceId) ?? new Map<number, number>();
    limits.set(row.resourceId, own.set(dayOfDate(row.date), ms));
  }
  return stored.flatMap((resource) => {
    const clock = clocks.get(resource.id);
    if (!clock) return [];
    const candidate = candidateOf(resource, clock, qualitiesOf.get(resource.id));
    return [new IndexedResource(candidate, clock, resource.isBulk, limits.get(resource.id) ?? UNLIMITED)];
  });
}

function candidateOf(
  { id, resourceNo, name, isShown, lat, lon }: StoredResource,
  clock: ServiceClock,
  qualities: IndexedQualities | undefined,
): Candidate {
  return {
    id,
    no: resourceNo,
    name,
    isShown,
    home: { lat: lat ?? Number.NaN, lon: lon ?? Number.NaN },
    skills: new Set((qualities?.skills ?? []).map((pair) => foldKey(pair))),
    certificates: new Map(
      (qualities?.certificates ?? []).map(([no, till]) => [
        no,
        till === null ? Number.POSITIVE_INFINITY : till / MINUTE_MS,
      ]),
    ),
    inService: {
      from: clock.inService.start / MINUTE_MS,
      till: clock.inService.end / MINUTE_MS,
    },
  };
}
