/** What was relied on changed meanwhile. Told with PostgreSQL's own code, so that the transaction is done again. */
export class Interrupted extends Error {
  readonly code = '40001';
}
