import type { NightlyJob } from '../../platform/jobs/nightly-job.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import {
  forgetAnswers,
  forgetDoneJobs,
  forgetFailedLogins,
  forgetHolds,
  forgetLocations,
  forgetRoads,
  forgetSessions,
  forgetSignInSteps,
} from './nightly-store.ts';

/** How long one can look what was done. */
const DONE_JOBS_DAYS = 30;

/** What has run out: it had no effect any more, and only took room. Jobs that failed stay; they wait for somebody. */
export const forgetExpired: NightlyJob<HasDatabase> = {
  name: 'forget what has expired',
  run: async ({ db }) => ({
    holds: await forgetHolds(db),
    idempotencyKeys: await forgetAnswers(db),
    places: await forgetLocations(db),
    roads: await forgetRoads(db),
    sessions: await forgetSessions(db),
    signInSteps: await forgetSignInSteps(db),
    failedLogins: await forgetFailedLogins(db),
    doneJobs: await forgetDoneJobs(db, DONE_JOBS_DAYS),
  }),
};
