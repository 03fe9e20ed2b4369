import { Refusal } from '../../domain/errors.ts';
import type { Caller } from '../../platform/caller.ts';
import { fromObject } from '../../records/writing/from-object.ts';
import type { SentCall } from '../../records/writing/sent-call.ts';
import { parseFor, writeWork } from '../../records/writing/write-calls.ts';
import type { WriteDeps } from '../../records/writing/write-deps.ts';
import { planDifference } from '../planning/plan-impact.ts';
import type { NamedViolation } from '../planning/plan-reads.ts';
import { type MovableAppointment, violationsOfAppointment } from './conflict-store.ts';
import { asCalendarWriter, callsOfLongerDay, longerDay } from './extend-day.ts';
import type { Candidate } from './fix-candidates.ts';

/** The calls that a client sends to apply a fix; undefined when the day cannot be extended. */
export async function callsOf(
  deps: WriteDeps,
  caller: Caller,
  { resourceNo }: NamedViolation,
  moved: MovableAppointment,
  candidate: Candidate,
): Promise<SentCall[] | undefined> {
  if (candidate.type === 'extendDay') {
    const resource = moved.resources.find(({ no }) => no === resourceNo);
    const longer = resource && (await longerDay(deps.db, caller, resource, candidate));
    return longer && callsOfLongerDay(longer);
  }
  const times = { start: new Date(candidate.start).toISOString(), end: new Date(candidate.end).toISOString() };
  const appointment = { appointmentId: moved.id, ...times };
  if (candidate.type === 'time') return [fromObject('mboc_upsertAppointment', appointment)];
  const [first, ...others] = candidate.resources;
  return [
    fromObject('mboc_upsertAppointment', { ...appointment, resourceNo: first, replaceResource: true }),
    ...others.map((no) => fromObject('mboc_addAppointmentResource', { appointmentId: moved.id, resourceNo: no })),
  ];
}

/** Writes the calls, looks what becomes of the plan, and rolls them back. */
export async function isFixedBy(
  deps: WriteDeps,
  caller: Caller,
  { key, movedId }: { readonly key: string; readonly movedId: number },
  calls: readonly SentCall[],
): Promise<boolean> {
  const writer = asCalendarWriter(caller);
  let isFixed = false;
  try {
    const parsed = await parseFor(deps, writer, calls, 'property');
    await writeWork(deps, writer, { handling: 'default', dryRun: true, speak: 'property' }, async () => ({
      parsed,
      size: calls.length,
      finish: async ({ tx, changes }) => {
        const before = await violationsOfAppointment(tx, caller.tenantId, movedId);
        const { added, removed } = await planDifference(tx, caller, changes);
        const after = await violationsOfAppointment(tx, caller.tenantId, movedId);
        // One that stays must not become worse.
        const stays = [...after].every(([each, detail]) => before.get(each) === detail);
        isFixed = removed.includes(key) && added.length === 0 && stays;
        return undefined;
      },
    }));
  } catch (error) {
    // What is refused is no fix.
    if (error instanceof Refusal) return false;
    throw error;
  }
  return isFixed;
}
