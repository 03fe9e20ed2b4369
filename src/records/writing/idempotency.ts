import { createHash } from 'node:crypto';
import { refuse } from '../../domain/errors.ts';
import type { Caller } from '../../platform/caller.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import type { HasSealer } from '../../platform/sealer.ts';
import { lockIdempotencyKey, type StoredAnswer, storeAnswer, storedAnswer } from '../storage/idempotency-store.ts';
import type { Guard } from './guarded-write.ts';

/** An answer as it goes over the wire. */
export interface Rendered {
  readonly status: number;
  readonly body: string;
  /** Those that belong to the answer, such as Location and ETag. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface IdempotentRequest {
  readonly key: string;
  /** Everything that makes the request what it is: method, path, query, body. */
  readonly fingerprint: readonly (string | Buffer)[];
}

/**
 * Same key and same request of the same caller within 24 hours gives the first answer again and does nothing. The answer is stored in the
 * transaction that does the work, so that no crash can separate the two; the key is locked in that transaction, so that two such requests cannot
 * run at once, on any node. A request that was refused stored nothing, its answer neither: it may be corrected and sent again.
 *
 * Answers are stored sealed: some show an API key, a signing secret or a secret address that is stored nowhere else.
 */
export async function idempotently<Answer>(
  deps: HasDatabase & HasSealer,
  caller: Caller,
  request: IdempotentRequest,
  render: (answer: Answer) => Rendered,
  work: (guard: Guard<Answer>) => Promise<Answer>,
): Promise<Rendered & { readonly replayed: boolean }> {
  const { tenantId } = caller;
  const { key } = request;
  const hash = createHash('sha256');
  for (const part of request.fingerprint) hash.update(part).update('\0');
  const own = { requestHash: hash.digest(), caller: credentialOf(caller) };
  const replay = (first: StoredAnswer): Rendered & { replayed: true } => {
    // Rows without a caller were stored by a version that did not bind keys to callers, nor sealed answers.
    const isOwn = first.caller === null || first.caller === own.caller;
    if (!isOwn || !first.requestHash.equals(own.requestHash))
      throw refuse('REQ017', 'This Idempotency-Key was used for another request.', 'Idempotency-Key');
    const { status, body } = first;
    if (first.caller === null) return { status, body, replayed: true };
    return { status, ...(JSON.parse(deps.sealer.open(body)) as Omit<Rendered, 'status'>), replayed: true };
  };
  // Before the work begins: what it checks first may be refused by now, because it was done.
  const before = await storedAnswer(deps.db, tenantId, key);
  if (before) return replay(before);
  const guard: Guard<Answer> = {
    async enter(tx) {
      if (!(await lockIdempotencyKey(tx, tenantId, key)))
        throw refuse('REQ018', 'A request with this Idempotency-Key is still running.', 'Idempotency-Key');
      const first = await storedAnswer(tx, tenantId, key);
      if (first) throw new Answered(first);
    },
    async leave(tx, answer) {
      const { status, ...rest } = render(answer);
      await storeAnswer(tx, tenantId, key, { ...own, status, body: deps.sealer.seal(JSON.stringify(rest)) });
    },
  };
  try {
    return { ...render(await work(guard)), replayed: false };
  } catch (error) {
    if (!(error instanceof Answered)) throw error;
    return replay(error.first);
  }
}

/** Two keys may share a name, and a person may come with a token or a session. */
const credentialOf = ({ keyId, accountId, actor }: Caller): string =>
  keyId !== null ? `key ${keyId}` : accountId !== null ? `account ${accountId}` : actor;

/** Leaves the transaction of a request that was answered before. */
class Answered extends Error {
  readonly first: StoredAnswer;
  constructor(first: StoredAnswer) {
    super('answered before');
    this.first = first;
  }
}
