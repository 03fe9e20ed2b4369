import type { Caller } from '../../platform/caller.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';

/**
 * The schema draft_view has the tables of the plan as a draft has them: a session that looks there first reads the draft with the same statements
 * as everybody else. One snapshot, so that nobody sees half of a change.
 */
const beginIn = (tenantId: number, draft: number): string =>
  `begin isolation level repeatable read read only; set local search_path = draft_view, public; set local openslot.tenant = '${tenantId}'; set local openslot.draft = '${draft}'; set local jit = off`;

/** A read of the plan, in the draft of the caller where there is one. Its answer must be complete when it ends. */
export const readInDraft = <T>(
  deps: HasDatabase,
  { tenantId, draft }: Pick<Caller, 'tenantId' | 'draft'>,
  work: () => Promise<T>,
): Promise<T> => (draft === undefined ? work() : deps.db.overlaid(beginIn(tenantId, draft), work));

/** The same for a list in portions: in a draft all of them are read first. */
export const wholeInDraft = <Portion>(
  deps: HasDatabase,
  caller: Pick<Caller, 'tenantId' | 'draft'>,
  work: () => Promise<PortionedList<Portion>>,
): Promise<PortionedList<Portion>> => {
  if (caller.draft === undefined) return work();
  return readInDraft(deps, caller, async () => {
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
