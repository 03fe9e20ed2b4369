import { createHash } from 'node:crypto';
import { refuse } from '../domain/errors.ts';
import { lockIdempotencyKey, type StoredAnswer, storeAnswer, storedAnswer } from '../storage/idempotency-store.ts';
import type { Caller } from './caller.ts';
import type { WriteGuard } from './writing/write-calls.ts';

/** An answer as it goes over the wire. */
export interface Rendered {
  readonly status: number;
  readonly body: string;
}

export interface IdempotentRequest {
  readonly key: string;
  /** Everything that makes the request what it is: method, path, query, body. */
  readonly fingerprint: readonly (string | Buffer)[];
}

/**
 * Same key and same request within 24 hours gives the first answer again and does nothing. The answer is stored in the transaction that does
 * the work, so that no crash can separate the two; the key is locked in that transaction, so that two such requests cannot run
 * at once, on any node. A request that was refused stored nothing, its answer neither: it may be corrected and sent again.
 */
export async function idempotently<Answer>(
  caller: Caller,
  request: IdempotentRequest,
  render: (answer: Answer) => Rendered,
  work: (guard: WriteGuard<Answer>) => Promise<Answer>,
): Promise<Rendered & { readonly replayed: boolean }> {
  const { tenantId } = caller;
  const { key } = request;
  const hash = createHash('sha256');
  for (const part of request.fingerprint) hash.update(part).update('\0');
  const requestHash = hash.digest();
  const guard: WriteGuard<Answer> = {
    async enter(tx) {
      if (!(await lockIdempotencyKey(tx, tenantId, key)))
        throw refuse('REQ018', 'A request with this Idempotency-Key is still running.', 'Idempotency-Key');
      const first = await storedAnswer(tx, tenantId, key);
      if (first) throw new Answered(first);
    },
    leave: (tx, answer) => storeAnswer(tx, tenantId, key, { requestHash, ...render(answer) }),
  };
  try {
    return { ...render(await work(guard)), replayed: false };
  } catch (error) {
    if (!(error instanceof Answered)) throw error;
    if (!error.first.requestHash.equals(requestHash))
      throw refuse('REQ017', 'This Idempotency-Key was used for another request.', 'Idempotency-Key');
    return { status: error.first.status, body: error.first.body, replayed: true };
  }
}

/** Leaves the transaction of a request that was answered before. */
class Answered extends Error {
  readonly first: StoredAnswer;
  constructor(first: StoredAnswer) {
    super('answered before');
    this.first = first;
  }
}
