/** Pages whose requests docs.test.ts sends, and more than how many samples (requests and responses) each has. */
export const EXECUTED: readonly (readonly [page: string, atLeast: number])[] = [
  ['docs/guides/integrating.md', 20],
  ['docs/guides/from-erp-to-plan.md', 20],
  ['docs/concepts/planning.md', 5],
  ['docs/guides/time.md', 5],
  ['docs/guides/geocoding.md', 9],
  ['docs/guides/series.md', 9],
  ['docs/guides/slots.md', 11],
  ['docs/guides/optimization.md', 27],
  ['docs/guides/live.md', 7],
  ['docs/guides/reconcile.md', 11],
  ['docs/guides/calendar-feeds.md', 5],
  ['docs/guides/setup.md', 11],
  ['docs/guides/jobs.md', 5],
  ['docs/guides/connectors.md', 11],
  ['docs/guides/getting-started.md', 7],
  ['docs/guides/administration.md', 1],
];
