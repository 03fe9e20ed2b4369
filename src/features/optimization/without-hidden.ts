import type { Proposal } from '../../engine/optimization/proposal.ts';
import type { Session } from '../../platform/postgres/database.ts';
import type { Viewer } from '../../records/reading/visibility.ts';
import { visibleAmong } from '../../records/reading/visible-rows.ts';

/** A run without what its reader does not see any more: filters may have changed since it was made. */
export async function withoutHidden<Run extends { readonly proposal: unknown }>(
  db: Session,
  caller: Viewer,
  run: Run,
): Promise<Run> {
  const proposal = run.proposal as Proposal | null;
  if (!caller.visibility || !proposal) return run;
  const { moves, unassigned, stops = [] } = proposal;
  const staffOf = ({ to, from }: Proposal['moves'][number]): number[] =>
    [...(to?.resources ?? []), ...(from?.resources ?? [])].map(({ id }) => id);
  const [tasks, resources, appointments] = [
    await visibleAmong(db, caller, 'Task', [...new Set([...moves, ...unassigned].map(({ task }) => task.id))]),
    await visibleAmong(db, caller, 'Resource', [...new Set([...moves.flatMap(staffOf), ...stops.map(({ id }) => id)])]),
    await visibleAmong(
      db,
      caller,
      'Appointment',
      moves.flatMap(({ appointment }) => appointment?.id ?? []),
    ),
  ];
  // An appointment that is gone is not hidden.
  const gone = await missingAmong(
    db,
    caller,
    moves.flatMap(({ appointment }) => (appointment && !appointments.has(appointment.id) ? [appointment.id] : [])),
  );
  const isSeen = (move: Proposal['moves'][number]): boolean =>
    tasks.has(move.task.id) &&
    (move.appointment === null || appointments.has(move.appointment.id) || gone.has(move.appointment.id)) &&
    staffOf(move).every((id) => resources.has(id));
  const seen = unassigned.filter(({ task }) => tasks.has(task.id));
  const open = proposal.after.unassigned - (unassigned.length - seen.length);
  return {
    ...run,
    proposal: {
      ...proposal,
      after: { ...proposal.after, unassigned: open },
      moves: moves.filter(isSeen),
      unassigned: seen,
      stops: stops.filter(({ id }) => resources.has(id)),
    },
  };
}

async function missingAmong(db: Session, { tenantId }: Viewer, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db.query<{ id: number }>('select id from appointment where tenant_id = $1 and id = any($2)', [
    tenantId,
    ids,
  ]);
  const there = new Set(rows.map(({ id }) => id));
  return new Set(ids.filter((id) => !there.has(id)));
}
