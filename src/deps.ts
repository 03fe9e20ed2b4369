import type { HasRoads } from './domain/travel.ts';
import type { HasVerifiedLogins } from './features/access/verified-logins.ts';
import type { HasAttachments } from './features/attachments/content.ts';
import type { HasAuditRetention } from './features/audit/trim-audit.ts';
import type { HasOutbound } from './features/connectors/outbound.ts';
import type { HasGeocoding } from './features/geocoding/geocoding.ts';
import type { HasImportLogRetention } from './features/import/note-import.ts';
import type { HasLiveHub } from './features/live/live-hub.ts';
import type { HasMapTiles } from './features/map/map-tiles.ts';
import type { HasStreetMap } from './features/map/street-map.ts';
import type { HasMetrics } from './features/metrics/metrics.ts';
import type { HasChangeRetention } from './features/nightly/trim-log.ts';
import type { HasSolver } from './features/optimization/solver-threads.ts';
import type { HasPlanningIndex } from './features/planning/planning-index.ts';
import type { HasInstallationProvider } from './features/single-sign-on/provider.ts';
import type { HasProviderConnections } from './features/single-sign-on/provider-connections.ts';
import type { HasSlotTokens } from './features/slots/slot-token.ts';
import type { HasNode } from './features/status/node.ts';
import type { HasTimeClock } from './features/time/time-clock.ts';
import type { HasClock } from './platform/clock.ts';
import type { HasEnvironment } from './platform/environment.ts';
import type { HasLimits } from './platform/http/limits.ts';
import type { HasPublicAddress } from './platform/http/public-address.ts';
import type { HasLog } from './platform/log.ts';
import type { HasMailer } from './platform/mail/mailer.ts';
import type { HasOutages } from './platform/outages.ts';
import type { HasBackups } from './platform/postgres/backup/index.ts';
import type { HasDatabase } from './platform/postgres/database.ts';
import type { HasStatistics } from './platform/postgres/statistics.ts';
import type { HasQuotas } from './platform/require-quota.ts';
import type { HasSealer } from './platform/sealer.ts';
import type { HasTokenSecret } from './platform/token-secret.ts';
import type { HasExtensions } from './records/extensions.ts';
import type { HasChangeSignal } from './records/storage/change-signal.ts';

/** Everything that compose.ts builds. Features and records never import it: each function names the parts that it needs. */
export type Deps = HasDatabase &
  HasChangeSignal &
  HasStatistics &
  HasSealer &
  HasSlotTokens &
  HasGeocoding &
  HasPlanningIndex &
  HasRoads &
  HasMapTiles &
  HasStreetMap &
  HasLiveHub &
  HasMailer &
  HasPublicAddress &
  HasEnvironment &
  HasChangeRetention &
  HasImportLogRetention &
  HasAuditRetention &
  HasAttachments &
  HasOutbound &
  HasSolver &
  HasLimits &
  HasQuotas &
  HasClock &
  HasTimeClock &
  HasLog &
  HasOutages &
  HasBackups &
  HasTokenSecret &
  HasVerifiedLogins &
  HasProviderConnections &
  HasInstallationProvider &
  HasMetrics &
  HasNode &
  HasExtensions;
