import type { HasClock } from '../../platform/clock.ts';
import type { NightlyJob } from '../../platform/jobs/nightly-job.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { forgetAttempts } from './attempt-store.ts';
import { forgetLogoutTokens } from './sso-session-store.ts';

export const forgetExpiredSignIns: NightlyJob<HasDatabase & HasClock> = {
  name: 'forget single sign-ons that were not completed',
  run: async ({ db, now }) => ({
    signIns: await forgetAttempts(db, now()),
    logoutTokens: await forgetLogoutTokens(db, now()),
  }),
};
