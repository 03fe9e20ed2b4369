import { DAY_MS } from '../../domain/time/day.ts';
import type { Interval } from '../../domain/time/interval.ts';
import { dateOfInstant } from '../../domain/time/zone.ts';
import type { Crew } from '../../engine/optimization/crew.ts';
import type { Session } from '../../platform/postgres/database.ts';
import { clocksOf } from '../calendars/resource-clocks.ts';
import { capacitiesOf } from '../planning/booking-store.ts';
import { indexedQualities } from '../planning/planning-index-store.ts';
import { floatingBreaksOf, loadCapacitiesOf, refillsOf } from './crew-store.ts';
import type { Asker } from './select-work.ts';

/** Working time, qualities, capacities, loads, breaks and refills of resources: a fixed number of statements. */
export async function loadCrew(db: Session, asker: Asker, ids: readonly number[], window: Interval): Promise<Crew> {
  const [clocks, qualities, capacities, loadCapacities, breaks, refills] = await Promise.all([
    clocksOf(db, asker, ids),
    indexedQualities(db, asker.tenantId, ids),
    capacitiesOf(db, asker.tenantId, ids, {
      start: dateOfInstant('UTC', window.start - DAY_MS),
      end: dateOfInstant('UTC', window.end + 2 * DAY_MS),
    }),
    loadCapacitiesOf(db, asker.tenantId, ids),
    floatingBreaksOf(db, asker.tenantId, ids),
    refillsOf(db, asker.tenantId, ids),
  ]);
  return {
    clocks,
    qualities: new Map(qualities.map((each) => [each.resourceId, each])),
    capacities,
    loadCapacities,
    breaks,
    refills,
  };
}
