import { refuse } from '../../domain/errors.ts';
import { DAY_MS } from '../../domain/time/day.ts';
import { formatInstant } from '../../domain/time/zone.ts';
import { ACCEPTED_CONFLICT } from '../../domain/violations/accepted-conflict.ts';
import { presentWaiver } from '../../domain/violations/present-violation.ts';
import type { Caller } from '../../platform/caller.ts';
import type { HasClock } from '../../platform/clock.ts';
import type { HasDatabase, Session, Transaction } from '../../platform/postgres/database.ts';
import type { HasStatistics } from '../../platform/postgres/statistics.ts';
import { appendChanges } from '../../records/storage/change-log.ts';
import { type Guard, guardedly } from '../../records/writing/guarded-write.ts';
import { bringUpToDate } from '../planning/bring-up-to-date.ts';
import { type NamedViolation, violationNamed } from '../planning/plan-reads.ts';
import { deleteWaiver, recordOfViolation, storeWaiver } from './conflict-store.ts';
import type { WaiverBody } from './contract.ts';

export type WaiverDeps = HasClock & HasDatabase & HasStatistics;
export type ShownWaiver = ReturnType<typeof presentWaiver>;

const LONGEST_DAYS = 366;

/** POST /violations/{id}/waiver: the planner accepts the conflict as it is. */
export async function acceptViolation(
  deps: WaiverDeps,
  caller: Caller,
  { id, body }: { readonly id: string; readonly body: WaiverBody },
  guard?: Guard<ShownWaiver>,
): Promise<ShownWaiver> {
  const { reason, until } = body;
  const now = deps.now();
  if (until <= now.getTime()) throw refuse('REQ014', 'until: must be in the future.', 'until');
  if (until > now.getTime() + LONGEST_DAYS * DAY_MS)
    throw refuse('REQ014', `until: must be at most ${LONGEST_DAYS} days ahead.`, 'until');
  if (reason.trim() === '') throw refuse('REQ015', 'reason is required: say why the conflict is accepted.', 'reason');
  await bringUpToDate(deps, caller);
  return guardedly(deps, caller, guard, async (tx) => {
    const violation = await violationOf(tx, caller, id, now);
    const waiver = { reason: reason.trim(), until, by: caller.actor, at: now };
    await storeWaiver(tx, caller.tenantId, { ...waiver, key: violation.key, fingerprint: violation.fingerprint });
    await logWaiver(tx, caller, violation, { reason: waiver.reason, until });
    return presentWaiver({ ...waiver, at: now.getTime() }, caller.timeZone);
  });
}

/** DELETE /violations/{id}/waiver */
export async function withdrawWaiver(
  deps: WaiverDeps,
  caller: Caller,
  id: string,
): Promise<{ readonly withdrawn: boolean }> {
  await bringUpToDate(deps, caller);
  return deps.db.write(caller.tenantId, async (tx) => {
    const violation = await violationOf(tx, caller, id, deps.now());
    const gone = await deleteWaiver(tx, caller.tenantId, violation.key);
    if (gone) await logWaiver(tx, caller, violation, null);
    return { commit: true, value: { withdrawn: gone !== undefined } };
  });
}

export async function violationOf(tx: Session, caller: Caller, id: string, now: Date): Promise<NamedViolation> {
  const found = await violationNamed(tx, caller, id, now);
  if (!found)
    throw refuse('APP001', `There is no violation ${id.slice(0, 50)}: it may be fixed. Read GET /violations again.`);
  return found;
}

/** The log shows it as a change of the task (or of the appointment, if it has none), whose version stays: who accepted which conflict, why and until when. */
async function logWaiver(
  tx: Transaction,
  caller: Caller,
  { key, rule, resourceNo, appointment, waiver }: NamedViolation,
  accepted: { readonly reason: string; readonly until: number } | null,
): Promise<void> {
  const record = await recordOfViolation(tx, caller.tenantId, key);
  if (!record) return;
  const shown = (each: { readonly reason: string; readonly until: number } | null): string =>
    JSON.stringify({
      [ACCEPTED_CONFLICT]: each && {
        rule,
        resourceNo,
        appointmentNo: appointment?.appointmentNo ?? null,
        reason: each.reason,
        until: formatInstant(caller.timeZone, each.until),
      },
    });
  await appendChanges(tx, caller.tenantId, caller, [
    {
      entity: record.entity,
      recordId: record.id,
      key: record.key,
      sourceApp: record.sourceApp,
      action: 'updated',
      version: record.version,
      fromBackOffice: false,
      before: shown(waiver),
      after: shown(accepted),
    },
  ]);
}
