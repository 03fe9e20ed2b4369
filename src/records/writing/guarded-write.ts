import type { Caller } from '../../platform/caller.ts';
import type { Decision, HasDatabase, Transaction } from '../../platform/postgres/database.ts';

/** Stands at both ends of a transaction: may refuse the work before it begins, and keeps its answer before it is committed. */
export interface Guard<Answer> {
  enter(tx: Transaction): Promise<void>;
  leave(tx: Transaction, answer: Answer): Promise<void>;
}

/**
 * The one transaction of a write, with its guard around it. Every use case that takes an Idempotency-Key writes through here: the key is locked
 * before anything else, and the answer is stored with the work or not at all. What is rolled back (a dry run) leaves no answer.
 */
export const guardedWrite = <Answer>(
  deps: HasDatabase,
  caller: Pick<Caller, 'tenantId'>,
  guard: Guard<Answer> | undefined,
  work: (tx: Transaction) => Promise<Decision<Answer>>,
): Promise<Answer> =>
  deps.db.write(caller.tenantId, async (tx) => {
    await guard?.enter(tx);
    const decision = await work(tx);
    if (decision.commit) await guard?.leave(tx, decision.value);
    return decision;
  });

/** The same for work that is kept whenever it is not refused. */
export const guardedly = <Answer>(
  deps: HasDatabase,
  caller: Pick<Caller, 'tenantId'>,
  guard: Guard<Answer> | undefined,
  work: (tx: Transaction) => Promise<Answer>,
): Promise<Answer> => guardedWrite(deps, caller, guard, async (tx) => ({ commit: true, value: await work(tx) }));
