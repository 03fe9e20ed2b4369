import type { FloatingBreak, LoadCapacity, RefillPlace } from '../../engine/optimization/crew.ts';
import type { Session, Transaction } from '../../platform/postgres/database.ts';

/** What resources carry at once, by name. */
export const loadCapacitiesOf = (
  db: Session,
  tenantId: number,
  resources: readonly number[],
): Promise<LoadCapacity[]> =>
  db.query(
    `select resource_id as "resourceId", name, quantity::text from resource_load_capacity
     where tenant_id = $1 and resource_id = any($2) order by key`,
    [tenantId, resources],
  );

export const floatingBreaksOf = (
  db: Session,
  tenantId: number,
  resources: readonly number[],
): Promise<FloatingBreak[]> =>
  db.query(
    `select resource_id as "resourceId", name, duration_in_seconds as "durationInSeconds",
       earliest_start::text as "earliestStart", latest_end::text as "latestEnd" from resource_break
     where tenant_id = $1 and resource_id = any($2) order by key`,
    [tenantId, resources],
  );

export const refillsOf = (db: Session, tenantId: number, resources: readonly number[]): Promise<RefillPlace[]> =>
  db.query(
    `select resource_id as "resourceId", duration_in_seconds as "durationInSeconds", latitude as lat, longitude as lon,
       times_per_day as "timesPerDay" from resource_refill
     where tenant_id = $1 and resource_id = any($2) order by key`,
    [tenantId, resources],
  );

export interface StoredBreak {
  readonly key: string;
  readonly durationInSeconds: number;
  readonly earliestStart: string;
  readonly latestEnd: string;
}

/** Breaks as they are, held until the transaction ends. */
export const lockBreaks = (tx: Transaction, tenantId: number, keys: readonly string[]): Promise<StoredBreak[]> =>
  tx.query(
    `select key, duration_in_seconds as "durationInSeconds", earliest_start::text as "earliestStart",
       latest_end::text as "latestEnd" from resource_break
     where tenant_id = $1 and key = any($2) order by key for update`,
    [tenantId, keys],
  );
