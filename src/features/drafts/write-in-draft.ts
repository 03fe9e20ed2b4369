import { draftedEntities } from '../../domain/draft.ts';
import { refuse } from '../../domain/errors.ts';
import type { WriteInDraft } from '../../records/extensions.ts';
import { deriveDraft } from './derive-draft.ts';
import { reportDraft } from './draft-news.ts';
import { appendDraftChanges, draftState, holdDraft, putRows } from './draft-store.ts';

/** Changes of one draft; beyond them a draft should be published, or begun again. */
const MOST_CHANGES = 10_000;

/**
 * A write in a draft: the ordinary work, done on the plan as the draft has it, and taken back. Kept are its changes and the rows that follow. The
 * log, connectors and feeds hear nothing of it; planners who see the draft hear that it changed.
 */
export const writeInDraft: WriteInDraft = async (deps, tx, caller, keeps, work) => {
  const { tenantId, draft } = caller;
  const audience = await holdDraft(tx, tenantId, draft);
  if (!audience) throw draftGone(draft);
  const state = await draftState(tx, tenantId, draft);
  if (!state) throw new Error(`the plan of tenant ${tenantId} was not computed`);
  const derived = await deriveDraft(deps, tx, caller, draft, async () => {
    const { context, outcome } = await work(tx);
    const changes = [...context.changes, ...context.later.flatMap((each) => each.changes)];
    const other = changes.find(({ entity }) => !draftedEntities.has(entity));
    if (other)
      throw refuse(
        'APP080',
        `Only appointments and what belongs to them can be changed in a draft; this request also changes the ${other.entity} ${other.key}.`,
      );
    const waiting = outcome.results.find(({ pending }) => pending);
    if (waiting)
      throw refuse(
        'APP080',
        `Call ${waiting.index} waits for a record that does not exist. A draft keeps no such calls.`,
      );
    return { value: { outcome, made: changes }, changes };
  });
  const { outcome, made } = derived.value;
  const { changes: earlier } = derived;
  if (!keeps(outcome)) return { commit: false, value: outcome };
  const last = earlier.at(-1)?.place ?? 0;
  if (earlier.length + made.length > MOST_CHANGES)
    throw refuse('APP080', `A draft has at most ${MOST_CHANGES} changes. Publish it, or begin another one.`);
  await appendDraftChanges(tx, caller, draft, state.seen, last, made);
  await putRows(tx, tenantId, draft, derived.rows, state);
  if (made.length > 0) await reportDraft(tx, caller, draft, audience);
  return { commit: true, value: outcome };
};

export const draftGone = (id: number | string) =>
  refuse('APP001', `There is no draft ${id}, or it is not shared with you.`);
