import { formatInstant } from '../../domain/time/zone.ts';
import type { Caller } from '../../platform/caller.ts';
import { databaseNow, type HasDatabase } from '../../platform/postgres/database.ts';
import { logBounds } from '../../records/storage/change-log.ts';
import { newestMoment, oldestMoment } from './difference/difference-store.ts';

export interface KeptLog {
  readonly oldest: string | null;
  readonly newest: string | null;
  readonly now: string;
  readonly first: number;
  readonly last: number;
}

/** GET /changes/kept: from when on the log is kept, and when something was changed last. */
export async function readKept({ db }: HasDatabase, { tenantId, timeZone }: Caller): Promise<KeptLog> {
  const bounds = await logBounds(db, tenantId);
  const oldest = await oldestMoment(db, tenantId);
  // Of an empty log, the change sets that are still to be deleted do not count.
  const newest = oldest && (await newestMoment(db, tenantId));
  const shown = (at: number | undefined): string | null => (at === undefined ? null : formatInstant(timeZone, at));
  const now = formatInstant(timeZone, await databaseNow(db));
  return { oldest: shown(oldest?.at), newest: shown(newest), now, ...bounds };
}
