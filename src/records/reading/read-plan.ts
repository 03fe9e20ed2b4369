import type { Caller } from '../../platform/caller.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';

/**
 * The schema draft_view has the tables of the plan as a draft has them, past_view has them as they were at a moment: a session that looks there first
 * reads them with the same statements as everybody else. One snapshot, so that nobody sees half of a change.
 */
const beginIn = (tenantId: number, draft: number): string =>
  `begin isolation level repeatable read read only; set local search_path = draft_view, public; set local openslot.tenant = '${tenantId}'; set local openslot.draft = '${draft}'; set local jit = off`;

/** Not read only: the rows of the moment may have to be computed first. */
export const beginAsOf = (tenantId: number, no: number): string =>
  `begin isolation level repeatable read; set local search_path = past_view, public; set local openslot.tenant = '${tenantId}'; set local openslot.past = '${no}'; set local jit = off`;

type Reader = Pick<Caller, 'tenantId' | 'draft' | 'past'>;

/** Whether the caller reads something else than the present plan. */
export const readsElsewhere = ({ draft, past }: Pick<Caller, 'draft' | 'past'>): boolean =>
  draft !== undefined || past !== undefined;

/** A read of the plan, in the draft or at the past moment of the caller where there is one. Its answer must be complete when it ends. */
export function readPlan<T>(deps: HasDatabase, caller: Reader, work: () => Promise<T>): Promise<T> {
  const { tenantId, draft, past } = caller;
  if (past)
    return deps.db.overlaid(beginAsOf(tenantId, past.no), async () => {
      await past.settle();
      return work();
    });
  return draft === undefined ? work() : deps.db.overlaid(beginIn(tenantId, draft), work);
}

/** The same for a list in portions: all of them are read first. */
export const wholePlan = <Portion>(
  deps: HasDatabase,
  caller: Reader,
  work: () => Promise<PortionedList<Portion>>,
): Promise<PortionedList<Portion>> => {
  if (!readsElsewhere(caller)) return work();
  return readPlan(deps, caller, async () => {
    const { total, portions } = await work();
    const collected: Portion[] = [];
    for await (const portion of portions) collected.push(portion);
    return { total, portions: each(collected) };
  });
};

export interface PortionedList<Portion> {
  readonly total: number;
  readonly portions: AsyncIterable<Portion>;
}

export async function* each<T>(values: readonly T[]): AsyncGenerator<T> {
  yield* values;
}
