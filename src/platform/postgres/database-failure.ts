/**
 * Why the database did not do what it was asked, as far as that is no matter of the statement:
 * - `no-connection`: none became free in time;
 * - `unreachable`: none could be opened;
 * - `lost`: it broke, and what was under way is not stored for sure;
 * - `in-doubt`: it broke while something was being stored, and whether it is stored is not known.
 */
type FailureKind = 'no-connection' | 'unreachable' | 'lost' | 'in-doubt';

export class DatabaseFailure extends Error {
  override readonly name = 'DatabaseFailure';
  readonly kind: FailureKind;

  constructor(kind: FailureKind, cause: unknown) {
    super(`${kind}: ${cause instanceof Error ? messageOf(cause) : String(cause)}`, { cause });
    this.kind = kind;
  }
}

/** A host name with several addresses fails with one error for each. */
const messageOf = (error: Error): string =>
  error.message ||
  (error instanceof AggregateError ? error.errors.map((each) => (each as Error).message).join('; ') : error.name);

export const sqlState = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;

/** Codes with which a session ends: the server stops, or ends it for being idle; or the socket breaks. 08P01 is no such case but a fault of ours. */
const ENDED = /^(ECONNRESET|EPIPE|ETIMEDOUT|ECONNABORTED|57P0[1235]|25P03|0800[013467])$/;

/** The driver refuses a statement on a connection that is known to be broken: nothing of it was sent. */
const UNSENT = /is not queryable/;

export const wasNeverSent = (error: unknown): boolean => error instanceof Error && UNSENT.test(error.message);

/** Whether an error of a statement means that its connection is gone. */
export const isConnectionLost = (error: unknown): boolean =>
  !(error instanceof DatabaseFailure) &&
  (ENDED.test(sqlState(error) ?? '') ||
    (error instanceof Error && (UNSENT.test(error.message) || /^Connection terminated/.test(error.message))));

/** The server of the connection stores nothing: it was demoted, or an operator wants it so. A new connection may lead to one that does. */
export const isReadOnly = (error: unknown): error is Error => error instanceof Error && sqlState(error) === '25006';

/** The message of the pool when no connection became free, and the code of a server that lets no more in. */
export const notAcquired = (error: unknown): DatabaseFailure =>
  new DatabaseFailure(
    sqlState(error) === '53300' ||
      (error instanceof Error && error.message === 'timeout exceeded when trying to connect')
      ? 'no-connection'
      : 'unreachable',
    error,
  );

/** Whether the same work may succeed once the database is well again: nothing is wrong with the work. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof DatabaseFailure || isConnectionLost(error) || /^(53...|25006)$/.test(sqlState(error) ?? '');

/** A statement outside a transaction that may store something: it commits by itself. */
export const mayStore = (text: string): boolean => /\b(insert\s+into|update|delete\s+from)\b/i.test(text);

const rolledBack = new WeakSet<object>();

/** Remembers that the transaction which ended with this error is not stored. */
export function markRolledBack(error: unknown): void {
  if (typeof error === 'object' && error !== null) rolledBack.add(error);
}

export const isRolledBack = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && rolledBack.has(error);
