import type { Deps } from './deps.ts';
import { trimDeliveries } from './features/connectors/trim-deliveries.ts';
import { trimImports } from './features/import/trim-imports.ts';
import { forgetExpired } from './features/nightly/forget-expired.ts';
import { remindOfKeys } from './features/nightly/remind-of-keys.ts';
import { seekPlaces } from './features/nightly/seek-places.ts';
import { trimLog } from './features/nightly/trim-log.ts';
import type { NightlyTask } from './platform/jobs/nightly-task.ts';

/** What is done every night, one after the other. */
export const nightlyTasks: readonly NightlyTask<Deps>[] = [
  forgetExpired,
  seekPlaces,
  remindOfKeys,
  trimDeliveries,
  trimImports,
  trimLog,
];
