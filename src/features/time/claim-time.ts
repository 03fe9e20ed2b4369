import { chooses, type Fold, foldSessions } from '../../domain/claim.ts';
import { Refusal } from '../../domain/errors.ts';
import { foldKeyPart } from '../../domain/natural-key.ts';
import { dayOfZone } from '../../domain/time/zone.ts';
import { overCap } from '../../domain/time-entry.ts';
import { type Caller, mayReach } from '../../platform/caller.ts';
import type { HasClock } from '../../platform/clock.ts';
import type { Transaction } from '../../platform/postgres/database.ts';
import type { HasSealer } from '../../platform/sealer.ts';
import { model as modelNamed } from '../../records/derive/model.ts';
import { taskKey } from '../../records/entities/kit.ts';
import { fromObject } from '../../records/writing/from-object.ts';
import { planGroups } from '../../records/writing/plan-groups.ts';
import type { WriteAnswer } from '../../records/writing/write-answer.ts';
import {
  parseFor,
  type Work,
  type WriteGuard,
  type WriteOptions,
  writeWork,
} from '../../records/writing/write-calls.ts';
import { WriteContext } from '../../records/writing/write-context.ts';
import type { WriteDeps } from '../../records/writing/write-deps.ts';
import { lockResource } from './lock-resource.ts';
import { entriesWithSessions } from './show-time.ts';
import { claimSessions, type DayOfResource, draftsOfDay, type SessionOfDay, workOfDay } from './time-claim-store.ts';
import { writeTimeEntries } from './time-entry.ts';
import { secondsOfFullDays } from './time-store.ts';
import type { ClaimBody } from './writes-contract.ts';

/**
 * POST /timeEntry/claim: the stopped, unclaimed sessions of work of a resource's day become time entries, one per task. The entries are
 * written as calls of `mboc_upsertTimeEntry`, so that a claim obeys the rules that everybody obeys; all of it or nothing.
 */
export function claimTime(
  deps: WriteDeps,
  caller: Caller,
  body: ClaimBody,
  options: WriteOptions,
  guard?: WriteGuard,
): Promise<WriteAnswer> {
  return writeWork(deps, caller, options, (tx) => findClaim(deps, caller, body, tx), guard);
}

/** The same as a part of another write, after its calls. Answers why nothing was claimed, undefined where it was. */
export async function claimWithin(
  deps: HasClock & HasSealer,
  outer: WriteContext,
  body: ClaimBody,
): Promise<string | undefined> {
  const { tx, caller } = outer;
  try {
    const { parsed, finish } = await findClaim(deps, caller, body, tx);
    const context = new WriteContext(outer.deps, tx, caller, false, parsed.calls, outer.changes);
    for (const group of planGroups(parsed.calls)) await writeTimeEntries(context, group);
    const wrong = [...parsed.results, ...context.results].find((result) => result?.outcome === 'rejected');
    if (wrong) return wrong.message ?? wrong.code;
    await finish?.(context);
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}

async function findClaim(deps: HasClock & HasSealer, caller: Caller, body: ClaimBody, tx: Transaction): Promise<Work> {
  const { date } = body;
  const resource = await lockResource(tx, caller, body.resourceNo);
  const day = { resourceId: resource.id, ...dayOfZone(resource.timeZone ?? caller.timeZone, date) };
  const isChosen = chooses(body);
  const wanted = (session: SessionOfDay): boolean => isWanted(caller, body, session) && isChosen(session);
  const free = (await workOfDay(tx, caller, day)).filter((session) => session.timeEntryId === null && wanted(session));
  const folds = foldSessions(free, await draftsOfDay(tx, caller.tenantId, resource.id, date));
  const more = folds.reduce((sum, { seconds }) => sum + seconds, 0);
  const [there] = await secondsOfFullDays(tx, caller.tenantId, [{ resourceId: resource.id, date, more }]);
  // Reported once for the whole claim, rather than for each task that no longer fits.
  const refusal = overCap(there?.seconds ?? 0, more, resource.resourceNo, date);
  if (refusal && more > 0) throw new Refusal(refusal);
  const sent = folds.map((fold) => fromObject('mboc_upsertTimeEntry', entryOf(fold, date)));
  const parsed = await parseFor(deps, caller, sent, 'property');
  return {
    parsed,
    size: sent.length,
    finish: (context) => finishClaim(context, folds, day, wanted),
  };
}

function entryOf({ draft, seconds, sessions }: Fold<SessionOfDay>, date: string): Record<string, unknown> {
  const [{ sourceApp, sourceType, resourceNo, jobNo, taskNo }] = sessions;
  return draft
    ? { timeEntryId: draft.id, durationInSeconds: draft.durationInSeconds + seconds }
    : { sourceApp, sourceType, resourceNo, jobNo, taskNo, date, durationInSeconds: seconds };
}

function isWanted(caller: Caller, body: ClaimBody, session: SessionOfDay): boolean {
  const named = taskKey.every((property) => {
    const asked = body[property];
    return asked === undefined || foldKeyPart(asked) === foldKeyPart(session[property]);
  });
  return named && mayReach(caller, session.sourceApp);
}

async function finishClaim(
  context: WriteContext,
  folds: readonly Fold<SessionOfDay>[],
  day: DayOfResource,
  wanted: (session: SessionOfDay) => boolean,
): Promise<WriteAnswer['shown']> {
  const { tx, caller } = context;
  const claims = folds.flatMap(({ sessions }, index) => {
    const entry = context.results[index]?.id;
    if (entry === undefined) throw new Error(`the entry of claim ${index} has no id`);
    return sessions.map(({ id }) => ({ session: id, entry }));
  });
  await claimInto(context, claims);
  // Read again: a claim that is repeated shows what the first one made.
  const entries = (await workOfDay(tx, caller, day)).filter(wanted).flatMap(({ timeEntryId }) => timeEntryId ?? []);
  return { entries: await entriesWithSessions(tx, caller, [...new Set(entries)]) };
}

/** Gives sessions to the entries that claim them, and notes it in the log. */
export async function claimInto(
  context: WriteContext,
  claims: readonly { readonly session: number; readonly entry: number }[],
): Promise<void> {
  const { tx, caller } = context;
  const claimed = claims.length > 0 ? await claimSessions(tx, caller.tenantId, claims, caller.actor) : [];
  if (claimed.length !== claims.length) throw new Error('a session was claimed although its resource was locked');
  for (const session of claimed.sort((a, b) => a.id - b.id))
    context.note(modelNamed('TimeSession'), 'updated', session, String(session.id), {
      sourceApp: session.sourceApp,
      before: JSON.stringify({ timeEntryId: null }),
      after: JSON.stringify({ timeEntryId: session.timeEntryId }),
    });
}
