import type { Roads } from '../domain/travel.ts';
import type { Log } from '../observe/log.ts';
import type { ChangeBell } from '../storage/change-log.ts';
import type { Database } from '../storage/database.ts';
import type { Statistics } from '../storage/statistics.ts';
import type { Geocoding } from './geocoding/geocoding.ts';
import type { Outbound } from './outbound/outbound.ts';
import type { PlanningIndex } from './planning/planning-index.ts';
import type { Sealer } from './sealer.ts';

export interface Limits {
  readonly callsPerImport: number;
  readonly bytesPerRequest: number;
}

/** What operations are given; compose.ts puts it together. */
export interface Deps {
  readonly db: Database;
  readonly bell: ChangeBell;
  readonly statistics: Statistics;
  readonly sealer: Sealer;
  readonly geocoding: Geocoding;
  /** The plans of tenants in memory. */
  readonly planning: PlanningIndex;
  /** Undefined without a service that knows them. */
  readonly roads: Roads | undefined;
  /** How connectors and webhooks are reached. */
  readonly outbound: Outbound;
  readonly limits: Limits;
  readonly now: () => Date;
  readonly log: Log;
  /** Signs tokens. */
  readonly jwtSecret: Uint8Array;
}
