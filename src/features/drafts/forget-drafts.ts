import { daysBefore } from '../../domain/night.ts';
import type { HasClock } from '../../platform/clock.ts';
import type { NightlyJob } from '../../platform/jobs/nightly-job.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { deleteDraft, unusedDrafts } from './draft-store.ts';
import { KEPT_DAYS } from './drafts.ts';

/** Deletes drafts that nobody used for 30 days. */
export const forgetDrafts: NightlyJob<HasDatabase & HasClock> = {
  name: 'delete unused drafts',
  async run({ db, now }, stopping) {
    let drafts = 0;
    for (const { tenantId, id } of await unusedDrafts(db, daysBefore(now().getTime(), KEPT_DAYS).toISOString())) {
      if (stopping.aborted) break;
      await deleteDraft(db, tenantId, id);
      drafts++;
    }
    return { drafts };
  },
};
