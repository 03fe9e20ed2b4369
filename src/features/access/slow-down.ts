import { errorDetail, Refusal } from '../../domain/errors.ts';
import { FORGET_AFTER_SECONDS, type Slowed, waitSeconds } from '../../domain/login-throttle.ts';
import type { HasClock } from '../../platform/clock.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { countTry, uncountTry } from './account-store.ts';

/** What tries are counted for: an account or an address. The texts keep the kinds apart. */
export type Subjects = Readonly<Partial<Record<Slowed, string>>>;

/** Every try counts as failed until it has succeeded and `forgetFailures` was called. Whether an account exists makes no difference. */
export async function slowDown(deps: HasDatabase & HasClock, subjects: Subjects, what: string): Promise<void> {
  const now = deps.now().getTime();
  const tries = [];
  for (const [kind, subject] of Object.entries(subjects) as [Slowed, string][]) {
    const before = await countTry(deps.db, subject, FORGET_AFTER_SECONDS);
    tries.push({ subject, ...before, wait: waitSeconds(kind, before.failures, before.lastAt, now) });
  }
  const wait = Math.max(0, ...tries.map((each) => each.wait));
  if (wait === 0) return;
  for (const { subject, lastAt } of tries) await uncountTry(deps.db, subject, lastAt);
  throw new Refusal(errorDetail('USR006', `Too many ${what}. Retry in ${wait} s.`, undefined, { seconds: wait }), {
    headers: { 'retry-after': String(wait) },
  });
}
