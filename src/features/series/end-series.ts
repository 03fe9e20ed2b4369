import { lockedFor } from '../../domain/appointment.ts';
import { refuse } from '../../domain/errors.ts';
import { startOf } from '../../domain/time/unzoned-moment.ts';
import { type Caller, mayReach } from '../../platform/caller.ts';
import type { HasClock } from '../../platform/clock.ts';
import type { Transaction } from '../../platform/postgres/database.ts';
import type { HasSealer } from '../../platform/sealer.ts';
import { fromObject } from '../../records/writing/from-object.ts';
import type { WriteAnswer } from '../../records/writing/write-answer.ts';
import {
  parseFor,
  type Work,
  type WriteGuard,
  type WriteOptions,
  writeWork,
} from '../../records/writing/write-calls.ts';
import type { WriteDeps } from '../../records/writing/write-deps.ts';
import { isPlanning } from '../appointments/appointment-lock.ts';
import type { SeriesEndBody } from './contract.ts';
import { appointmentsOfSeries, type SeriesAppointment } from './series-store.ts';
import { isOwnJob, ownJobKey } from './series-task.ts';

/**
 * DELETE /appointmentRecurring: the appointments of a series go, or those from a moment on; those that were moved too, by where they are now.
 * Safe to repeat: an unknown series has no appointments to delete.
 */
export function endSeries(
  deps: WriteDeps,
  caller: Caller,
  { seriesId, from }: SeriesEndBody,
  options: WriteOptions,
  guard?: WriteGuard,
): Promise<WriteAnswer> {
  const begins = from && startOf(from, caller.timeZone);
  return writeWork(deps, caller, options, (tx) => findEnd(deps, caller, seriesId, begins, tx), guard);
}

async function findEnd(
  deps: HasClock & HasSealer,
  caller: Caller,
  seriesId: string,
  begins: number | undefined,
  tx: Transaction,
): Promise<Work> {
  const all = await appointmentsOfSeries(tx, caller, seriesId);
  const going = all.filter(({ start, hidden }) => !hidden && (begins === undefined || start >= begins));
  refuseLocked(caller, going);
  const [first] = going;
  const isLast = first && going.length === all.length && !first.isShared && isOwnJob(first, seriesId);
  const sent = [
    ...going.map(({ appointmentGuid }) => fromObject('mboc_deleteAppointment', { appointmentGuid })),
    ...(isLast ? [fromObject('mboc_deleteJob', ownJobKey(seriesId))] : []),
  ];
  // The job of a series that had none is ours, and goes with it.
  const parsed = await parseFor(
    deps,
    { ...caller, permissions: [...caller.permissions, 'records.import'] },
    sent,
    'property',
  );
  return { parsed, size: sent.length, finish: async () => ({ seriesId }) };
}

/** One refusal for the whole series, not one for each appointment. */
function refuseLocked(caller: Caller, going: readonly SeriesAppointment[]): void {
  const own = going.filter(({ sourceApp }) => mayReach(caller, sourceApp));
  const locked = own.filter((appointment) => lockedFor(isPlanning(caller), appointment));
  if (locked.length === 0) return;
  const first = locked.slice(0, 5).map(({ appointmentNo }) => appointmentNo);
  throw refuse(
    'APP011',
    `${locked.length} of ${going.length} appointments of the series are locked: ${first.join(', ')}${locked.length > 5 ? ' …' : ''}.`,
  );
}
