import type { Caller } from '../../platform/caller.ts';
import type { Transaction } from '../../platform/postgres/database.ts';
import { model as modelNamed } from '../../records/derive/model.ts';
import type { DraftDeps } from '../../records/extensions.ts';
import type { Change } from '../../records/storage/change.ts';
import { WriteContext } from '../../records/writing/write-context.ts';
import { carryOut } from '../changes/undo/carry-out.ts';
import { addTo, byModel, type Plan, type Planned } from '../changes/undo/plan.ts';
import { findReferred, findTaken, type Referred } from '../changes/undo/surroundings.ts';
import { planOf } from '../planning/plan-impact.ts';
import { changesOfDraft, collectRows, type DraftChange, type RowKeys, setVersions } from './draft-store.ts';
import { planDraft } from './plan-draft.ts';

/** What a draft is made from: the changes so far, and what the plan has against them. */
export interface Derived<T> {
  readonly changes: readonly DraftChange[];
  readonly conflicts: Plan['conflicts'];
  /** In the form that `putRows` takes. */
  readonly rows: string;
  readonly value: T;
}

/** What was written in the draft, beside its changes so far. */
export interface DraftWork<T> {
  readonly value: T;
  readonly changes: readonly Change[];
}

/**
 * Carries out the changes of a draft on the plan, does more work there, computes the plan that follows, reads all rows that differ, and takes
 * everything back: the present has changed for nobody. A short transaction: rows that the draft changes are locked meanwhile, as by any write.
 */
export async function deriveDraft<T>(
  deps: DraftDeps,
  tx: Transaction,
  caller: Caller,
  draft: number,
  work: () => Promise<DraftWork<T>>,
): Promise<Derived<T>> {
  const changes = await changesOfDraft(tx, caller.tenantId, draft);
  await tx.query('savepoint draft');
  // What somebody does not see is in the draft all the same: who reads it sees as much of it as of the plan.
  const { draft: _, ...present } = caller;
  const context = new WriteContext(deps, tx, { ...present, visibility: null, sourceApps: null }, false);
  const { conflicts } = await carryOutDraft(context, changes, deps.extensions.writers);
  const done = await work();
  const all = [...context.changes, ...done.changes];
  const rows = await collectRows(tx, caller.tenantId, draft, await rowsOf(tx, caller, all, changes));
  await tx.query('rollback to savepoint draft');
  return { changes, conflicts, rows, value: done.value };
}

/** As far as the plan lets it: what cannot be carried out any more is a conflict, and the draft is shown without it. */
async function carryOutDraft(
  context: WriteContext,
  changes: readonly DraftChange[],
  writers: DraftDeps['extensions']['writers'],
): Promise<Plan> {
  const plan = await planDraft(context, changes);
  const { records, referred, conflicts } = await possible(context, plan);
  await carryOut(context, records, referred, writers);
  for (const [{ table }, own] of byModel(records)) {
    const versions = own.map(({ id, changes: [...made] }) => ({ id, version: made.at(-1)?.version ?? 0 }));
    await setVersions(context.tx, context.caller.tenantId, table, versions);
  }
  return { ...plan, conflicts: [...plan.conflicts, ...conflicts] };
}

/** The records that can still become what the draft makes of them. What belonged to one that cannot is left out with it. */
async function possible(
  context: WriteContext,
  plan: Plan,
): Promise<{
  readonly records: readonly Planned[];
  readonly referred: Referred;
  readonly conflicts: Plan['conflicts'];
}> {
  const conflicts: Plan['conflicts'] = [];
  let records = plan.records.filter(({ reversal: { kind }, row }) =>
    kind === 'restore' ? row === undefined : kind !== 'revert' || row !== undefined,
  );
  for (;;) {
    const attempt: Plan = { name: plan.name, records, conflicts: [] };
    const referred = await findReferred(context, attempt);
    await findTaken(context, attempt);
    if (attempt.conflicts.length === 0) return { records, referred, conflicts };
    conflicts.push(...attempt.conflicts);
    const impossible = new Set(attempt.conflicts.map(({ change }) => change));
    records = records.filter(({ changes: [first] }) => first && !impossible.has(first));
  }
}

/** The rows that may differ from the present. */
async function rowsOf(
  tx: Transaction,
  caller: Caller,
  changes: readonly Change[],
  drafted: readonly DraftChange[],
): Promise<RowKeys> {
  const plan = await planOf(tx, caller, changes);
  const keys = new Map<string, (number | string)[]>();
  // What was changed and changed back has nothing left to carry out, but a version of its own.
  for (const { entity, recordId } of [...drafted, ...changes]) addTo(keys, modelNamed(entity).table, recordId);
  return {
    ...Object.fromEntries([...keys].map(([table, ids]) => [table, [...new Set(ids)]])),
    appointment_plan: plan.appointments,
    resource_plan: plan.appointments,
    task_plan: plan.tasks,
    violation: plan.violations,
  };
}
