const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** The last moment at which a backup was due, in epoch ms. */
export function lastDue(now: number, atMinutes: readonly number[]): number {
  const midnight = Math.floor(now / DAY_MS) * DAY_MS;
  const moments = atMinutes.flatMap((minute) => [midnight, midnight - DAY_MS].map((day) => day + minute * MINUTE_MS));
  return Math.max(...moments.filter((moment) => moment <= now));
}
