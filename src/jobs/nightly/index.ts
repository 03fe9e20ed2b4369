import { trimImports } from '../../operations/import-log/trim-imports.ts';
import { forgetExpired } from '../../operations/nightly/forget-expired.ts';
import type { NightlyTask } from '../../operations/nightly/nightly-task.ts';
import { remindOfKeys } from '../../operations/nightly/remind-of-keys.ts';
import { seekPlaces } from '../../operations/nightly/seek-places.ts';
import { trimLog } from '../../operations/nightly/trim-log.ts';
import { trimDeliveries } from '../../operations/outbound/trim-deliveries.ts';

/** What is done every night, one after the other. */
export const nightlyTasks: readonly NightlyTask[] = [
  forgetExpired,
  seekPlaces,
  remindOfKeys,
  trimDeliveries,
  trimImports,
  trimLog,
];
