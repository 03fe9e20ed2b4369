import type { HasClock } from '../../platform/clock.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import type { HasStatistics } from '../../platform/postgres/statistics.ts';
import type { HasExtensions } from '../extensions.ts';

/** What reads of records need. */
export type ReadDeps = HasDatabase & HasClock & HasStatistics & HasExtensions;
