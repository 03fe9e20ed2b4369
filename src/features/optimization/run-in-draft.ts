import { refuse } from '../../domain/errors.ts';
import type { Caller } from '../../platform/caller.ts';
import { readPlan } from '../../records/reading/read-plan.ts';
import type { WriteDeps } from '../../records/writing/write-deps.ts';
import { draftSeen } from '../drafts/draft-store.ts';
import { freshenDraft } from '../drafts/open-draft.ts';
import type { StoredRun } from './optimization-store.ts';

type RunOfDraft = Pick<StoredRun, 'id' | 'draftId'>;

/**
 * A read for a run: in the plan as its draft has it, or in the plan itself. Refused where the caller does not see the draft any more, also when
 * it was published or deleted a moment before the read: the plan alone would give another answer.
 */
export async function readForRun<T>(
  deps: WriteDeps,
  caller: Caller,
  { id, draftId }: RunOfDraft,
  work: () => Promise<T>,
): Promise<T> {
  if (draftId === null) return work();
  const requireDraft = async (): Promise<void> => {
    if (!(await draftSeen(deps.db, caller, draftId))) throw draftOfRunGone(id, draftId);
  };
  await requireDraft();
  await freshenDraft(deps, caller, draftId);
  return readPlan(deps, { tenantId: caller.tenantId, draft: draftId }, async () => {
    await requireDraft();
    return work();
  });
}

/** The draft in which the moves of a run are carried out: its own one. A run of the plan can be applied in any draft, or in the plan. */
export function draftToApply({ draft }: Caller, { id, draftId }: RunOfDraft): number | undefined {
  if (draftId !== null && draft !== undefined && draft !== draftId)
    throw refuse('APP080', `Run ${id} was computed in the draft ${draftId} and can only be applied there.`, 'X-Draft');
  return draftId ?? draft;
}

export const draftOfRunGone = (run: number, draft: number) =>
  refuse(
    'APP080',
    `The draft ${draft} of run ${run} was published or deleted, or is no longer shared with the user who started the run. Start a new run.`,
  );
