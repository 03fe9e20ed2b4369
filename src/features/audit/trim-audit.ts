import { daysBefore } from '../../domain/night.ts';
import type { HasClock } from '../../platform/clock.ts';
import type { NightlyJob } from '../../platform/jobs/nightly-job.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { trimEvents } from './audit-read-store.ts';

/** How long the audit is kept. */
export interface HasAuditRetention {
  readonly auditKeepDays: number;
}

const PORTION = 1000;

export const trimAudit: NightlyJob<HasDatabase & HasClock & HasAuditRetention> = {
  name: 'trim the audit',
  async run({ db, now, auditKeepDays }, stopping) {
    const before = daysBefore(now().getTime(), auditKeepDays);
    let events = 0;
    for (let more = true; more && !stopping.aborted; ) {
      const trimmed = await trimEvents(db, before, PORTION);
      events += trimmed;
      more = trimmed === PORTION;
    }
    return { events };
  },
};
