import type { NightlyTask } from '../../platform/jobs/nightly-task.ts';
import { trimDeliveries } from '../connectors/trim-deliveries.ts';
import { trimImports } from '../import/trim-imports.ts';
import { forgetExpired } from './forget-expired.ts';
import { remindOfKeys } from './remind-of-keys.ts';
import { seekPlaces } from './seek-places.ts';
import { trimLog } from './trim-log.ts';

/** What is done every night, one after the other. */
export const nightlyTasks: readonly NightlyTask[] = [
  forgetExpired,
  seekPlaces,
  remindOfKeys,
  trimDeliveries,
  trimImports,
  trimLog,
];
