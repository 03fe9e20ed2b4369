import type { QuotaLimits } from './domain/quotas.ts';
import type { Roads } from './domain/travel.ts';
import type { Outbound } from './features/connectors/outbound.ts';
import type { Geocoding } from './features/geocoding/geocoding.ts';
import type { LiveHub } from './features/live/live-hub.ts';
import type { SolverThreads } from './features/optimization/solver-threads.ts';
import type { PlanningIndex } from './features/planning/planning-index.ts';
import type { SlotTokens } from './features/slots/slot-token.ts';
import type { HasTimeClock } from './features/time/time-clock.ts';
import type { PublicAddress } from './platform/http/public-address.ts';
import type { Log } from './platform/log.ts';
import type { Mailer } from './platform/mail/mailer.ts';
import type { Outages } from './platform/outages.ts';
import type { Database } from './platform/postgres/database.ts';
import type { Statistics } from './platform/postgres/statistics.ts';
import type { Sealer } from './platform/sealer.ts';
import type { HasExtensions } from './records/extensions.ts';
import type { ChangeBell } from './records/storage/change-log.ts';

export interface Limits {
  readonly callsPerImport: number;
  readonly bytesPerRequest: number;
}

/** Pictures of a map, as the pages load them. */
export interface MapTiles {
  /** With {z}, {x} and {y} in it. */
  readonly url: string;
  readonly attribution: string;
}

/** What operations are given; compose.ts puts it together. */
export interface Deps extends HasExtensions, HasTimeClock {
  readonly db: Database;
  readonly bell: ChangeBell;
  readonly statistics: Statistics;
  readonly sealer: Sealer;
  readonly slotTokens: SlotTokens;
  readonly geocoding: Geocoding;
  /** The plans of tenants in memory. */
  readonly planning: PlanningIndex;
  /** Undefined without a service that knows them. */
  readonly roads: Roads | undefined;
  /** Pictures that the map is drawn on; undefined where the operator named none. */
  readonly mapTiles: MapTiles | undefined;
  /** The live streams of this node. */
  readonly live: LiveHub;
  readonly mailer: Mailer;
  /** Of links that leave the service. */
  readonly publicAddress: PublicAddress;
  /** How long the change log is kept. */
  readonly changesKeepDays: number;
  /** How long the log of imports is kept; 0 keeps none. */
  readonly importLogKeepDays: number;
  /** How connectors and webhooks are reached. */
  readonly outbound: Outbound;
  /** Where plans are optimized. */
  readonly solver: SolverThreads;
  readonly limits: Limits;
  /** How many long-lived things tenants and credentials may have. */
  readonly quotas: QuotaLimits;
  /** The clock of this process. */
  readonly now: () => Date;
  readonly log: Log;
  /** Logs what is tried again and again. */
  readonly outages: Outages;
  /** Signs tokens. */
  readonly jwtSecret: Uint8Array;
}
