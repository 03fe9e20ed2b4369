import { errorDetail, Refusal, refuse } from '../../domain/errors.ts';
import { allows } from '../../domain/permissions.ts';
import type { Caller } from '../../platform/caller.ts';
import { visibleAmong } from '../../records/reading/visible-rows.ts';
import type { CallResult } from '../../records/writing/call.ts';
import { foreignTo } from '../../records/writing/source-app-limit.ts';
import type { WriteAnswer } from '../../records/writing/write-answer.ts';
import { countsOf, inOneTransaction, type WriteGuard } from '../../records/writing/write-calls.ts';
import { WriteContext } from '../../records/writing/write-context.ts';
import type { WriteDeps } from '../../records/writing/write-deps.ts';
import { carryOut, type Done } from '../changes/undo/carry-out.ts';
import type { Plan } from '../changes/undo/plan.ts';
import { keepRules } from '../changes/undo/rules.ts';
import { findBelow, findReferred, findTaken } from '../changes/undo/surroundings.ts';
import type { PublishBody } from './contract.ts';
import { shownConflicts } from './draft-conflicts.ts';
import { reportDraft } from './draft-news.ts';
import {
  changesOfDraft,
  type DraftChange,
  deleteDraft,
  deleteDraftChanges,
  holdDraft,
  setStale,
} from './draft-store.ts';
import { byAppointment } from './draft-units.ts';
import { draftNamed } from './open-draft.ts';
import { planDraft } from './plan-draft.ts';
import { draftGone } from './write-in-draft.ts';

/** Only a person, or a key that may publish: what assistants prepare waits for one of them. */
function requirePublisher({ keyId, permissions }: Caller): void {
  if (keyId !== null && !allows(permissions, 'publish'))
    throw refuse('USR004', 'An API key needs the permission publish to publish a draft.', undefined, {
      permission: 'publish',
    });
}

/**
 * Writes what a draft changes into the plan, through the rules of every other write and as one request. The rows are locked before they are
 * looked at: of two who publish at once the second sees what the first did.
 */
export async function publishDraft(
  deps: WriteDeps,
  caller: Caller,
  asked: string,
  { changes: chosen }: PublishBody,
  dryRun: boolean,
  guard?: WriteGuard,
): Promise<WriteAnswer> {
  requirePublisher(caller);
  const { id: draft } = await draftNamed(deps, caller, asked);
  return inOneTransaction(deps, caller, { dryRun, handling: 'default' }, guard, async (tx) => {
    const audience = await holdDraft(tx, caller.tenantId, draft);
    if (!audience) throw draftGone(draft);
    const all = await changesOfDraft(tx, caller.tenantId, draft);
    const units = await byAppointment(tx, caller.tenantId, all);
    const changes = chosen === undefined ? all : changesOf(units, chosen);
    if (changes.length === 0) throw refuse('APP080', 'The draft has no changes to publish.');
    const context = new WriteContext(deps, tx, caller, false);
    const appointmentOf = ownerIn(units);
    await requireVisible(context, changes, appointmentOf);
    const plan = await planDraft(context, changes);
    requireSourceApps(context, plan);
    const referred = await findReferred(context, plan);
    await findTaken(context, plan);
    await findBelow(context, plan, changes);
    await keepRules(context, plan, referred);
    if (plan.conflicts.length > 0) throw conflicting(plan, caller, appointmentOf);
    const done = await carryOut(context, plan.records, referred, deps.extensions.writers);
    if (changes.length === all.length) await deleteDraft(tx, caller.tenantId, draft);
    else {
      await deleteDraftChanges(
        tx,
        caller.tenantId,
        draft,
        changes.map(({ place }) => place),
      );
      await setStale(tx, caller.tenantId, draft);
    }
    await reportDraft(tx, caller, draft, audience);
    return { context, outcome: answerOf(plan, done) };
  });
}

/** All changes of some appointments. */
export function changesOf(
  units: ReadonlyMap<number, readonly DraftChange[]>,
  chosen: readonly number[],
): readonly DraftChange[] {
  const unknown = chosen.find((id) => !units.has(id));
  if (unknown !== undefined)
    throw refuse('APP001', `The draft does not change an appointment with the id ${unknown}.`, 'changes');
  return [...new Set(chosen)].flatMap((id) => units.get(id) ?? []).sort((a, b) => a.place - b.place);
}

/** The appointment of each change. */
export function ownerIn(
  units: ReadonlyMap<number, readonly DraftChange[]>,
): (change: { readonly entity: string; readonly recordId: number }) => number | undefined {
  const owners = new Map([...units].flatMap(([id, own]) => own.map((change) => [nameOf(change), id] as const)));
  return (change) => owners.get(nameOf(change));
}

const nameOf = ({ entity, recordId }: { readonly entity: string; readonly recordId: number }): string =>
  `${entity}|${recordId}`;

/** Nobody publishes what they do not see. New appointments are visible if what they refer to is. */
async function requireVisible(
  { tx, caller }: WriteContext,
  changes: readonly DraftChange[],
  appointmentOf: ReturnType<typeof ownerIn>,
): Promise<void> {
  if (!caller.visibility) return;
  const made = new Set(
    changes
      .filter(({ entity, action }) => entity === 'Appointment' && action === 'created')
      .map((each) => each.recordId),
  );
  const ids = [...new Set(changes.flatMap((change) => appointmentOf(change) ?? []))].filter((id) => !made.has(id));
  const visible = await visibleAmong(tx, caller, 'Appointment', ids);
  const hidden = ids.filter((id) => !visible.has(id)).length;
  if (hidden > 0)
    throw refuse(
      'APP081',
      `The draft changes ${hidden} appointment${hidden === 1 ? '' : 's'} that your data filters hide. Name the others in changes.`,
      'changes',
    );
}

function requireSourceApps(context: WriteContext, { records }: Plan): void {
  for (const { row, fields } of records)
    for (const sourceApp of [row?.fields['sourceApp'], fields['sourceApp']]) {
      const foreign = typeof sourceApp === 'string' ? foreignTo(context, sourceApp) : undefined;
      if (foreign) throw new Refusal(foreign);
    }
}

function conflicting(plan: Plan, { timeZone }: Caller, appointmentOf: ReturnType<typeof ownerIn>): Refusal {
  const conflicts = shownConflicts(plan, timeZone, appointmentOf);
  const [first] = conflicts;
  const number = `${conflicts.length} conflict${conflicts.length === 1 ? '' : 's'}`;
  const message = `Nothing was published: ${number}. ${first?.entity} ${first?.key}: ${first?.reason}`;
  return new Refusal(errorDetail('APP081', message), { extra: { conflicts } });
}

/** Results of a write name the procedure; a publication has none of its own. */
const PROCEDURE = 'publish';

function answerOf({ records }: Plan, done: Done): WriteAnswer {
  const results = records.map(
    (planned, index): CallResult => ({
      index,
      procedure: PROCEDURE,
      outcome: 'unchanged',
      key: planned.changes.at(-1)?.key ?? '',
      id: planned.id,
      ...done.get(planned),
    }),
  );
  return { success: true, results, counts: countsOf(results), warnings: [], appointments: [], changes: null };
}
