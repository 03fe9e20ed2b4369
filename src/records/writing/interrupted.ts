/** A value that the write relies on has changed. It has PostgreSQL's own code, so that the transaction is retried. */
export class Interrupted extends Error {
  readonly code = '40001';
}
