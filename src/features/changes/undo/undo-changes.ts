import { errorDetail, Refusal, refuse } from '../../../domain/errors.ts';
import { resourceOfExtendedDay } from '../../../domain/extended-day.ts';
import { allows, namesOf, permissions } from '../../../domain/permissions.ts';
import { formatInstant } from '../../../domain/time/zone.ts';
import { storable } from '../../../domain/values/parse.ts';
import type { Caller } from '../../../platform/caller.ts';
import { models } from '../../../records/derive/model.ts';
import { visibleChanges } from '../../../records/reading/visible-changes.ts';
import { visibleAmong } from '../../../records/reading/visible-rows.ts';
import {
  changeNumbered,
  changesOfRequest,
  lastChange,
  type StoredChange,
} from '../../../records/storage/change-log.ts';
import { isOfWholeTenant, refuseLimited } from '../../../records/whole-tenant.ts';
import type { CallResult, Warning } from '../../../records/writing/call.ts';
import { foreignTo } from '../../../records/writing/source-app-limit.ts';
import type { WriteAnswer } from '../../../records/writing/write-answer.ts';
import { countsOf, inOneTransaction, type WriteGuard } from '../../../records/writing/write-calls.ts';
import { WriteContext } from '../../../records/writing/write-context.ts';
import type { WriteDeps } from '../../../records/writing/write-deps.ts';
import { lockCalendars } from '../../calendars/calendar-store.ts';
import { carryOut, type Done } from './carry-out.ts';
import { type Conflict, type Plan, planUndo } from './plan.ts';
import { keepRules } from './rules.ts';
import { findBelow, findReferred, findTaken } from './surroundings.ts';
import { withWhatWentAlong } from './went-along.ts';

/** What is to be undone. */
export type Undoing = { readonly number: string } | { readonly requestId: string };

/**
 * Undo writes the previous values as new changes: the log only ever grows, and an undo can be undone. All or nothing; conflicts are
 * listed completely.
 */
export async function undoChanges(
  deps: WriteDeps,
  caller: Caller,
  what: Undoing,
  dryRun: boolean,
  guard?: WriteGuard,
): Promise<WriteAnswer> {
  return inOneTransaction(deps, caller, { dryRun, handling: 'default' }, guard, async (tx) => {
    const context = new WriteContext(deps, tx, caller, false);
    const changes = 'number' in what ? await ofNumber(context, what.number) : await ofRequest(context, what.requestId);
    requireAccess(context, changes);
    await requireVisibleDays(context, changes);
    if (changes.some(({ entity }) => entity === 'Calendar')) await lockCalendars(tx, caller.tenantId);
    const plan = await planUndo(context, changes);
    requireSourceApps(context, plan);
    const referred = await findReferred(context, plan);
    await findTaken(context, plan);
    await findBelow(context, plan, changes);
    await keepRules(context, plan, referred);
    if (plan.conflicts.length > 0) throw refused(caller, plan.conflicts, changes.length);
    const done = await carryOut(context, plan.records, referred, deps.extensions.writers);
    return { context, outcome: answerOf(plan, done) };
  });
}

async function ofNumber(context: WriteContext, text: string): Promise<StoredChange[]> {
  const { tx, caller } = context;
  const no = /^[0-9]{1,15}$/.test(text) ? Number(text) : 0;
  const found = await changeNumbered(tx, caller.tenantId, no);
  const changes = found ? await withWhatWentAlong(context, found) : [];
  // What somebody does not see whole is not there for them.
  if (found && (await visibleChanges(tx, caller, changes)).length === changes.length) return changes;
  const last = await lastChange(tx, caller.tenantId);
  throw no > 0 && no <= last
    ? refuse('APP001', `Change ${no} is no longer in the log and cannot be undone.`)
    : refuse('APP001', `There is no change ${text.slice(0, 50)}; the last one is ${last}.`);
}

async function ofRequest({ tx, caller }: WriteContext, requestId: string): Promise<StoredChange[]> {
  const { changes, written } = storable(requestId)
    ? { changes: [], written: 0 }
    : await changesOfRequest(tx, caller.tenantId, requestId);
  const seen = await visibleChanges(tx, caller, changes);
  if (written === 0 || (seen.length === 0 && changes.length > 0))
    throw refuse(
      'APP001',
      `There are no changes of the request ${requestId.slice(0, 100)}: it changed nothing, or its changes are no longer in the log.`,
      'requestId',
    );
  if (seen.length < written)
    throw refuse(
      'APP001',
      `The request ${requestId.slice(0, 100)} cannot be undone: ${written - seen.length} of its ${written} changes are no longer in the log.`,
      'requestId',
    );
  return changes;
}

const GIVES_RIGHTS: ReadonlySet<string> = new Set(['User', 'Role']);

/** Planners extend days: POST /extendedDay. */
const EXTENDED_DAYS = { writePermissions: ['plan.write', 'records.import'] } as const;

/** Undoing a change needs what making it needs. */
function requireAccess(context: WriteContext, changes: readonly StoredChange[]): void {
  for (const name of new Set(changes.map(({ entity }) => entity))) {
    const model = models.get(name);
    const ofDay = changes.every(
      ({ entity, key }) => entity !== name || resourceOfExtendedDay(entity, key) !== undefined,
    );
    const { writePermissions = ['records.import'] } = ofDay ? EXTENDED_DAYS : (model?.entity ?? {});
    if (model && isOfWholeTenant(model)) refuseLimited(context.caller, `Records of ${name}`);
    if (!allows(context.caller.permissions, writePermissions))
      throw refuse('USR004', `Undoing a change of ${name} needs the permission ${namesOf(writePermissions)}.`);
    // The undo of a change gives back any role: nobody may give more than they have.
    const missing = GIVES_RIGHTS.has(name)
      ? permissions.find((each) => !allows(context.caller.permissions, each))
      : undefined;
    if (missing)
      throw refuse(
        'USR004',
        `Undoing a change of ${name} needs an administrator: you do not have the permission ${missing}.`,
      );
  }
  for (const { sourceApp } of changes) refuseForeign(context, sourceApp);
}

/** A calendar is no secret, but nobody extends or shortens the day of a resource that is hidden from them. */
async function requireVisibleDays({ tx, caller }: WriteContext, changes: readonly StoredChange[]): Promise<void> {
  const resources = changes.flatMap(({ entity, key }) => resourceOfExtendedDay(entity, key) ?? []);
  const visible = await visibleAmong(tx, caller, 'Resource', resources);
  if (resources.some((id) => !visible.has(id)))
    throw refuse('APP001', 'There is no such change, or it is of a resource that your data filters hide.');
}

/** The log names the source system of that time; the record may belong to another one before, or now. */
function requireSourceApps(context: WriteContext, { records }: Plan): void {
  if (!context.caller.sourceApps) return;
  for (const planned of records)
    for (const sourceApp of [planned.row?.fields['sourceApp'], planned.fields['sourceApp']])
      if (typeof sourceApp === 'string') refuseForeign(context, sourceApp);
}

function refuseForeign(context: WriteContext, sourceApp: string | null): void {
  const foreign = foreignTo(context, sourceApp);
  if (foreign) throw new Refusal(foreign);
}

function refused({ timeZone }: Caller, conflicts: readonly Conflict[], size: number): Refusal {
  const listed = conflicts
    .map(({ change, reason, by }) => ({
      number: change.no,
      entity: change.entity,
      key: change.key,
      reason: reason.text,
      code: reason.code,
      parameters: reason.parameters,
      by: by ? { number: by.no, actor: by.actor, at: formatInstant(timeZone, by.at) } : null,
    }))
    .sort((a, b) => a.number - b.number);
  const [first] = listed;
  const where = first ? `Change ${first.number} (${first.entity} ${first.key}): ${first.reason}` : '';
  const message =
    size === 1
      ? where
      : `Nothing was undone: ${listed.length} reason${listed.length === 1 ? '' : 's'} among ${size} changes. ${where}`;
  return new Refusal(errorDetail('APP018', message), { extra: { conflicts: listed } });
}

/** Results of a write name the procedure; an undo has none of its own. */
const PROCEDURE = 'undo';

/** One result for each change that was undone, the newest first: what became of its record. */
function answerOf({ records }: Plan, done: Done): WriteAnswer {
  const undone = records
    .flatMap((planned) => planned.changes.map((change) => ({ planned, change })))
    .sort((a, b) => b.change.no - a.change.no);
  const results = undone.map(
    ({ planned, change }, index): CallResult => ({
      index,
      procedure: PROCEDURE,
      outcome: 'unchanged',
      key: change.key,
      id: planned.id,
      undoes: change.no,
      ...done.get(planned),
    }),
  );
  const warnings = undone.flatMap(({ planned: { model, reversal }, change: { key } }, index): Warning[] => {
    const secret = reversal.kind === 'restore' && model.columns.find(({ spec }) => spec.kind === 'secret');
    if (!secret) return [];
    const parameter = secret.property;
    const message = `${model.name} ${key} was restored without its ${parameter}, which the log does not store: send it again.`;
    return [{ index, procedure: PROCEDURE, parameter, message }];
  });
  return { success: true, results, counts: countsOf(results), warnings, appointments: [], changes: null };
}
