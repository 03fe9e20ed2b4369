import { daysBefore } from '../../domain/night.ts';
import type { HasClock } from '../../platform/clock.ts';
import type { NightlyJob } from '../../platform/jobs/nightly-job.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { trimImports as trimPortion } from './import-log-store.ts';
import type { HasImportLogRetention } from './note-import.ts';

const PORTION = 1000;

/** Deletes old entries of the import log; all of them if the log is switched off. */
export const trimImports: NightlyJob<HasDatabase & HasClock & HasImportLogRetention> = {
  name: 'trim the import log',
  async run({ db, now, importLogKeepDays }, stopping) {
    const before = daysBefore(now().getTime(), importLogKeepDays);
    let imports = 0;
    for (let more = true; more && !stopping.aborted; ) {
      const trimmed = await trimPortion(db, before, PORTION);
      imports += trimmed;
      more = trimmed === PORTION;
    }
    return { imports };
  },
};
