import { daysBefore } from '../../domain/night.ts';
import { trimImports as trimPortion } from '../../storage/import-log-store.ts';
import type { NightlyTask } from '../nightly/nightly-task.ts';

const PORTION = 1000;

/** The log of imports is kept for some days; where it was switched off what is left of it goes. */
export const trimImports: NightlyTask = {
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
