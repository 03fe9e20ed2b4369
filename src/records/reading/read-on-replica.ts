import { refuse } from '../../domain/errors.ts';
import type { Caller } from '../../platform/caller.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { lastChange } from '../storage/change-log.ts';
import { each, type PortionedList, readPlan, readsElsewhere } from './read-plan.ts';

/**
 * A read on the replica, if it has applied every change that the tenant had when the request arrived: a client that wrote before sees it,
 * through whatever node. Otherwise, and without a replica, on the primary. The work may run twice, and its answer must be complete when it ends.
 * A read in a draft or of a past moment goes to the primary, which has the rows of it.
 */
export function readOnReplica<T>(deps: HasDatabase, caller: Caller, work: () => Promise<T>): Promise<T> {
  const { newestChange, tenantId } = caller;
  if (readsElsewhere(caller)) return readPlan(deps, caller, work);
  if (newestChange === undefined) return work();
  return deps.db.reading(async () => (await lastChange(deps.db, tenantId)) >= newestChange, work);
}

/** A page of a list. A list without `limit` may be as long as the tenant's data: it is streamed from the primary. */
export function readPageOnReplica<Portion>(
  deps: HasDatabase,
  caller: Caller,
  query: { readonly limit?: number | undefined; readonly page?: number | undefined },
  work: () => Promise<PortionedList<Portion>>,
): Promise<PortionedList<Portion>> {
  if (query.limit === undefined && query.page === undefined) {
    if (readsElsewhere(caller))
      throw refuse('REQ008', 'limit: is required in a draft, and for a past moment.', 'limit');
    return work();
  }
  return readOnReplica(deps, caller, async () => {
    const { total, portions } = await work();
    const collected: Portion[] = [];
    for await (const portion of portions) collected.push(portion);
    return { total, portions: each(collected) };
  });
}

/** A text in parts. From a replica, in a draft and of a past moment it is complete when the read ends; from the primary it is sent while it is read, once its first part is there. */
export function readTextOnReplica(
  deps: HasDatabase,
  caller: Caller,
  work: () => AsyncGenerator<string>,
): Promise<AsyncIterable<string>> {
  if (!deps.db.hasReplica && !readsElsewhere(caller)) return begun(work());
  return readOnReplica(deps, caller, async () => {
    const parts: string[] = [];
    for await (const part of work()) parts.push(part);
    return each(parts);
  });
}

/** Refusals come with the first part: they are thrown here, and not after the status was sent. */
async function begun(parts: AsyncGenerator<string>): Promise<AsyncIterable<string>> {
  const first = await parts.next();
  return (async function* () {
    if (first.done) return;
    yield first.value;
    yield* parts;
  })();
}
