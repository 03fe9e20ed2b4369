import type { ErrorCode } from '../../domain/error-catalogue.ts';
import { errorDetail, Refusal } from '../../domain/errors.ts';
import { DatabaseFailure, isConnectionLost, isRolledBack, sqlState } from '../postgres/database-failure.ts';

/** What it means that two records would have had the same value in a unique index. */
export type Collision =
  /** A value that callers choose: the message names it. */
  | { readonly taken: string; readonly parameter?: string }
  /** No caller can cause it, or a repeat of the same work finds what is there; says why. */
  | { readonly retried: string };

/** By the name of the constraint or index. */
export type Collisions = ReadonlyMap<string, Collision>;

/** Seconds until a repeat is worth it. Space on a disk does not come back by itself. */
const SHORTLY = '5';
const LATER = '30';

/** What the database could not do, in the words of the catalogue; undefined where it is no matter of the database. */
export function storageRefusal(error: unknown, requestId: string, collisions: Collisions): Refusal | undefined {
  if (error instanceof DatabaseFailure) return ofFailure(error, requestId);
  const state = sqlState(error) ?? '';
  // An exclusion constraint, which may be checked as late as at the commit, has a code of its own.
  if (state === '23505' || state === '23P01') return ofCollision(error, collisions);
  if (isConnectionLost(error) || /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN)$/.test(state)) return away(error);
  for (const [pattern, code, message, seconds] of STATES)
    if (pattern.test(state)) return refusal(code, message, error, seconds);
  return undefined;
}

const STATES: readonly (readonly [RegExp, ErrorCode, string, string])[] = [
  [/^53100$/, 'SYS005', 'The disk of the database is full: nothing can be stored.', LATER],
  [/^25006$/, 'SYS005', 'The database is read-only: nothing can be stored.', LATER],
  [/^53300$/, 'SYS006', 'The database accepts no further connections right now. Retry shortly.', SHORTLY],
  [/^53...$/, 'SYS002', 'The database has run out of resources. Retry shortly.', SHORTLY],
  [/^57014$/, 'SYS002', 'The database took too long for this request and stopped it. Retry shortly.', SHORTLY],
  [/^55P03$/, 'SYS002', 'Other requests held the records for too long. Retry shortly.', SHORTLY],
  [/^40...$/, 'SYS002', 'Other requests kept changing the same records. Retry shortly.', SHORTLY],
];

const refusal = (code: ErrorCode, message: string, error: unknown, seconds: string): Refusal =>
  new Refusal(errorDetail(code, message), {
    internal: `${sqlState(error) ?? ''} ${(error as Error).message}`.trim(),
    headers: { 'retry-after': seconds },
  });

const away = (error: unknown): Refusal =>
  refusal('SYS002', 'The database is not reachable right now. Retry shortly.', error, SHORTLY);

function ofFailure(failure: DatabaseFailure, requestId: string): Refusal {
  switch (failure.kind) {
    case 'no-connection':
      return refusal('SYS006', 'No database connection became free in time. Retry shortly.', failure, SHORTLY);
    case 'in-doubt':
      return new Refusal(
        errorDetail(
          'SYS004',
          `The connection to the database broke while the request was being stored. ${lookUp(requestId)}`,
        ),
        { internal: failure.message, headers: { 'retry-after': SHORTLY }, extra: UNKNOWN },
      );
    default:
      return away(failure);
  }
}

const UNKNOWN = { outcome: 'unknown' };

const lookUp = (requestId: string): string =>
  `Whether it is stored is unknown: repeat it with the same Idempotency-Key, or look for its changes with GET /changes?order=desc&requestId=${requestId}.`;

/** The last line of defence: writers look for such values first, and name the call. */
function ofCollision(error: unknown, collisions: Collisions): Refusal {
  const { constraint = '', detail = '' } = error as { constraint?: string; detail?: string };
  const collision = collisions.get(constraint);
  const internal = `${constraint} ${detail}`;
  return collision && 'taken' in collision
    ? new Refusal(errorDetail('APP035', collision.taken, collision.parameter), { internal })
    : new Refusal(
        errorDetail('APP035', 'Another request stored the same value at the same time. Send the request again.'),
        { internal },
      );
}

/** A fault of our own. That nothing was stored is said only where the transaction was rolled back for sure. */
export function faultRefusal(error: unknown, isRead: boolean, requestId: string): Refusal {
  const what = 'Internal error';
  const how = 'Send the request id to the operator.';
  if (isRead) return new Refusal(errorDetail('SYS001', `${what}. ${how}`));
  if (isRolledBack(error)) return new Refusal(errorDetail('SYS001', `${what}; nothing was stored. ${how}`));
  return new Refusal(errorDetail('SYS001', `${what}. ${lookUp(requestId)}`), { extra: UNKNOWN });
}
