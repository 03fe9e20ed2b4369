import { formatInstant } from '../../domain/time/zone.ts';
import { presentViolation } from '../../domain/violations/present-violation.ts';
import type { Proposal } from '../../engine/optimization/proposal.ts';
import type { RunRequest } from '../../engine/optimization/request.ts';
import type { Caller } from '../../platform/caller.ts';
import type { HasClock } from '../../platform/clock.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import type { HasStatistics } from '../../platform/postgres/statistics.ts';
import { bringUpToDate } from '../planning/bring-up-to-date.ts';
import { violationsIn } from '../planning/plan-reads.ts';
import type { WholeRun } from './optimization-store.ts';

export type RunDeps = HasClock & HasDatabase & HasStatistics;

export interface Unqualified {
  readonly task: Readonly<Record<string, unknown>>;
  readonly appointmentNo: string;
  readonly start: string;
  readonly resourceNo: string | null;
  readonly resourceName: string | null;
  readonly message: string;
}

const RULES = ['missingRequirement', 'certificateInvalid', 'unwantedResource'];
const MOST = 500;

/** Planned work of the window that no move takes away from somebody who is not qualified for it, as the plan is now. */
export async function unqualifiedIn(deps: RunDeps, caller: Caller, run: WholeRun): Promise<Unqualified[]> {
  const proposal = run.proposal as Proposal | null;
  if (!proposal) return [];
  const { start, end } = run.request as RunRequest;
  const moved = new Set(
    proposal.moves.flatMap(({ no, appointment }) => (run.applied[no] === undefined ? (appointment?.id ?? []) : [])),
  );
  await bringUpToDate(deps, caller);
  const window = { start, end, rules: RULES, severity: null, resources: null, reader: caller, now: deps.now() };
  const found: Unqualified[] = [];
  for await (const portion of violationsIn(deps.db, window, { limit: MOST, offset: 0 }))
    for (const violation of portion) {
      const { appointment, task, resourceNo, resourceName } = violation;
      if (!appointment || !task || moved.has(appointment.id)) continue;
      const { subject: _subject, customerName: _customer, ...named } = task;
      found.push({
        task: named,
        appointmentNo: appointment.appointmentNo,
        start: formatInstant(caller.timeZone, Date.parse(appointment.start)),
        resourceNo,
        resourceName,
        message: String(presentViolation(violation, caller.timeZone)['message']),
      });
    }
  return found;
}
