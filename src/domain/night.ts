import { DAY_MS } from './time/day.ts';

/** The date of the night that has begun last, where nights begin at a minute of the day in UTC. */
export const nightOf = (now: number, beginsAtMinute: number): string =>
  new Date(now - beginsAtMinute * 60_000).toISOString().slice(0, 10);

/** Days after which something counts as old. */
export const daysBefore = (now: number, days: number): Date => new Date(now - days * DAY_MS);
