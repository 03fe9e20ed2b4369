import { conflictOf, draftedOf } from '../../domain/draft.ts';
import { standing } from '../../domain/undo.ts';
import { because } from '../../domain/undo-reasons.ts';
import { type EntityModel, model as modelNamed } from '../../records/derive/model.ts';
import { changesSince, type LaterChange, logBounds } from '../../records/storage/change-log.ts';
import type { WriteContext } from '../../records/writing/write-context.ts';
import { addTo, against, fieldsAfter, idOf, lockRows, type Plan, type Planned } from '../changes/undo/plan.ts';
import type { DraftChange } from './draft-store.ts';

/** What has to become of each record so that the plan is as the draft has it, and what happened since that contradicts it. */
export async function planDraft(context: WriteContext, changes: readonly DraftChange[]): Promise<Plan> {
  const byRecord = new Map<string, DraftChange[]>();
  for (const change of changes) addTo(byRecord, idOf(change), change);
  const wanted = [...byRecord.values()].map((own) => {
    const [first] = own as [DraftChange];
    const model: EntityModel = modelNamed(first.entity);
    return { model, id: first.recordId, changes: own, reversal: draftedOf(own) };
  });
  const rows = await lockRows(context, wanted);
  const later = await laterChanges(context, changes);
  const { first: oldest } = await logBounds(context.tx, context.caller.tenantId);
  const conflicts: Plan['conflicts'] = [];
  const records = wanted.map((each): Planned => {
    const [first] = each.changes as [DraftChange];
    const since = (later.get(idOf(first)) ?? []).filter(({ no }) => no > first.no);
    const row = rows.get(idOf(first));
    const planned: Planned = {
      row,
      fields: fieldsAfter(each.reversal, row),
      later: standing(since),
      isDrafted: true,
      ...each,
    };
    const unknown = first.no < oldest - 1 && row !== undefined && row.version !== versionBefore(first);
    const conflict = unknown ? TRIMMED : conflictOf(each.reversal, since, row !== undefined);
    if (conflict) conflicts.push(against(planned, conflict.reason, conflict.by));
    return planned;
  });
  return { name: 'draft', records, conflicts };
}

/** The log does not reach back to where the draft began; the version says that something changed. */
const TRIMMED = {
  reason: because('changedBeforeLog', 'The record was changed since, and the change is no longer in the log.', {}),
  by: undefined,
};

/** The version that a record had when it was first changed in the draft. */
const versionBefore = ({ action, version }: DraftChange): number => (action === 'updated' ? version - 1 : version);

/** Changes of the plan since records were first changed in the draft. */
async function laterChanges(
  { tx, caller }: WriteContext,
  changes: readonly DraftChange[],
): Promise<Map<string, LaterChange[]>> {
  const found = new Map<string, LaterChange[]>();
  if (changes.length === 0) return found;
  const first = Math.min(...changes.map(({ no }) => no));
  const entities = [...new Set(changes.map(({ entity }) => entity))];
  const ids = [...new Set(changes.map(({ recordId }) => recordId))];
  for (const change of await changesSince(tx, caller.tenantId, first, entities, ids))
    addTo(found, idOf(change), change);
  return found;
}
