import type { HasClock } from '../../platform/clock.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import type { HasStatistics } from '../../platform/postgres/statistics.ts';
import type { HasSealer } from '../../platform/sealer.ts';
import type { HasExtensions } from '../extensions.ts';

/** What every write of records needs. */
export type WriteDeps = HasDatabase & HasClock & HasSealer & HasStatistics & HasExtensions;
