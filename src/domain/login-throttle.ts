/**
 * Failed logins are slowed, not locked: an attacker must not be able to shut a person out for good. The first five are free, then the wait
 * doubles from one second up to five minutes. Failures are forgotten after an hour without one. An address gets ten times as many free
 * tries, because a whole office may stand behind it.
 */
export const FORGET_AFTER_SECONDS = 3600;
const FREE = { account: 5, address: 50, forgot: 3, forgotAddress: 20 } as const;
/** A mail is a nuisance to its reader: links to choose a new password get an hour apart. */
const LONGEST_SECONDS = { account: 300, address: 300, forgot: 3600, forgotAddress: 300 } as const;

export type Slowed = keyof typeof FREE;

/** Seconds to wait before the next try is looked at, 0 when it may go ahead. */
export function waitSeconds(subject: Slowed, failures: number, lastAt: number, now: number): number {
  const sinceLast = (now - lastAt) / 1000;
  if (failures < FREE[subject] || sinceLast > FORGET_AFTER_SECONDS) return 0;
  const wait = Math.min(LONGEST_SECONDS[subject], 2 ** Math.min(20, failures - FREE[subject]));
  return Math.max(0, Math.ceil(wait - sinceLast));
}
