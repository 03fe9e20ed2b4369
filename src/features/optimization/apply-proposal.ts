import { createHash } from 'node:crypto';
import { refuse } from '../../domain/errors.ts';
import type { HasRoads } from '../../domain/travel.ts';
import { type Judged, judgeMoves } from '../../engine/optimization/judge-moves.ts';
import { judgeSpread } from '../../engine/optimization/judge-spread.ts';
import { isSameCrew, type Move, type Proposal } from '../../engine/optimization/proposal.ts';
import type { RunRequest } from '../../engine/optimization/request.ts';
import { travelTable } from '../../engine/routing/travel-table.ts';
import type { Caller } from '../../platform/caller.ts';
import type { HasClock } from '../../platform/clock.ts';
import type { Transaction } from '../../platform/postgres/database.ts';
import type { HasSealer } from '../../platform/sealer.ts';
import { taskKey } from '../../records/entities/kit.ts';
import { fromObject } from '../../records/writing/from-object.ts';
import type { SentCall } from '../../records/writing/sent-call.ts';
import type { WriteAnswer } from '../../records/writing/write-answer.ts';
import {
  parseFor,
  type Work,
  type WriteGuard,
  type WriteOptions,
  writeWork,
} from '../../records/writing/write-calls.ts';
import type { WriteDeps } from '../../records/writing/write-deps.ts';
import { appointmentsNamed } from '../appointments/appointment-store.ts';
import { draftSeen } from '../drafts/draft-store.ts';
import { bringUpToDate } from '../planning/bring-up-to-date.ts';
import { lockSlotsOfAll } from '../planning/hold-store.ts';
import { estimatedTravelTimes, type TravelTimes, travelData, travelTimesBetween } from '../planning/travel.ts';
import type { ApplyBody } from './contract.ts';
import { loadMoves } from './load-moves.ts';
import { loadSpreadMoves } from './load-spread-moves.ts';
import { holdTasks } from './optimization-load.ts';
import { holdRun, noteApplied, runById, type WholeRun } from './optimization-store.ts';
import { draftOfRunGone, draftToApply, readForRun } from './run-in-draft.ts';
import { missingRun, runIdOf } from './show-run.ts';

/**
 * POST /optimization/{id}/apply: the moves of a proposal, all or some, become appointments by the ordinary way of appointments. What they stand
 * on is looked at again in the transaction that writes them; a move that no longer holds is refused with its reason, and the rest stands.
 */
export async function applyProposal(
  deps: WriteDeps & HasRoads,
  caller: Caller,
  sent: { readonly id: string; readonly body: ApplyBody },
  options: WriteOptions,
  guard?: WriteGuard,
): Promise<WriteAnswer> {
  const id = runIdOf(sent.id);
  const chosen = sent.body.moves && new Set(sent.body.moves);
  const seen = await runById(deps.db, caller, id);
  if (!seen) throw missingRun(sent.id);
  const wanted = movesOf(seen, chosen);
  // The optimizer plans: what is locked stays locked for it, whatever the rights of the caller.
  const draft = draftToApply(caller, seen);
  if (seen.draftId !== null && !(await draftSeen(deps.db, caller, seen.draftId)))
    throw draftOfRunGone(id, seen.draftId);
  const optimizer: Caller = { ...caller, origin: 'optimizer', ...(draft === undefined ? {} : { draft }) };
  await bringUpToDate(deps, caller);
  const travelTimes = await travelTimesFor(deps, optimizer, seen, wanted);
  return writeWork(deps, optimizer, options, (tx) => findApply(deps, optimizer, id, chosen, travelTimes, tx), guard);
}

/** The moves that are meant, those that were applied before included. */
function movesOf(run: WholeRun, chosen: ReadonlySet<number> | undefined): readonly Move[] {
  const proposal = run.proposal as Proposal | null;
  if (!proposal)
    throw refuse(
      'APP032',
      run.status === 'failed'
        ? `Run ${run.id} has failed: ${run.error ?? 'see the log of the service'}`
        : `Run ${run.id} is ${run.status} and has no proposal${run.status === 'cancelled' ? '' : ' yet'}.`,
    );
  const known = new Set(proposal.moves.map(({ no }) => no));
  for (const no of chosen ?? [])
    if (!known.has(no)) throw refuse('REQ014', `moves: run ${run.id} has no move ${no}.`, 'moves');
  return chosen ? proposal.moves.filter(({ no }) => chosen.has(no)) : proposal.moves;
}

/** Roads are asked for before the transaction: nobody should wait for locks because a service is slow. */
async function travelTimesFor(
  deps: WriteDeps & HasRoads,
  caller: Caller,
  run: WholeRun,
  moves: readonly Move[],
): Promise<TravelTimes> {
  const proposal = run.proposal as Proposal | null;
  if (!deps.roads || proposal?.travel === 'estimate' || moves.length === 0) return estimatedTravelTimes;
  const loaded = await readForRun(deps, caller, { id: run.id, draftId: caller.draft ?? null }, () =>
    loadMoves(deps.db, caller, run.request as RunRequest, moves, deps.now()),
  );
  return loaded.problem ? travelTimesBetween(deps.roads, loaded.problem.places) : estimatedTravelTimes;
}

async function findApply(
  deps: HasClock & HasSealer,
  caller: Caller,
  id: number,
  chosen: ReadonlySet<number> | undefined,
  travelTimes: TravelTimes,
  tx: Transaction,
): Promise<Work> {
  const run = await holdRun(tx, caller, id);
  if (!run) throw missingRun(String(id));
  const wanted = movesOf(run, chosen);
  const fresh = wanted.filter(({ no }) => run.applied[no] === undefined);
  await holdAll(caller, fresh, tx);
  const { accepted, refused } = await judged(deps, caller, run, fresh, travelTimes, tx);
  const guids = new Map(
    accepted.map((move) => [move.no, move.appointment?.guid ?? guidOf(caller.tenantId, id, move.no)]),
  );
  const sent = accepted.flatMap((move) => callsOf(move, guids.get(move.no) ?? ''));
  return {
    parsed: await parseFor(deps, caller, sent, 'property'),
    size: sent.length,
    finish: async (context) => {
      await noteApplied(context.tx, caller.tenantId, id, Object.fromEntries(guids));
      return {
        applied: accepted.map(({ no, action }) => ({ no, action, appointmentGuid: guids.get(no) })),
        refused: refused.map(({ move: { no, action }, reason }) => ({ no, action, reason })),
        already: wanted.filter(({ no }) => run.applied[no] !== undefined).map(({ no }) => no),
      };
    },
  };
}

/** The plan may have changed since: every move is held against it as it is now. */
async function judged(
  deps: HasClock,
  caller: Caller,
  run: WholeRun,
  moves: readonly Move[],
  travelTimes: TravelTimes,
  tx: Transaction,
): Promise<Judged> {
  if (moves.length === 0) return { accepted: [], refused: [] };
  const request = run.request as RunRequest;
  if (run.kind === 'professionalServices')
    return judgeSpread(
      await loadSpreadMoves(tx, caller, request, moves, new Set(Object.values(run.applied)), deps.now()),
      moves,
    );
  const loaded = await loadMoves(tx, caller, request, moves, deps.now());
  return judgeMoves(loaded, moves, travelTable(await travelData(loaded.problem?.places ?? [], travelTimes)));
}

/** From here on nobody else changes what the moves stand on: who wants time of the same resources, or the same tasks, waits. */
async function holdAll({ tenantId }: Caller, moves: readonly Move[], tx: Transaction): Promise<void> {
  const resources = moves.flatMap(({ to, from }) => [...(to?.resources ?? []), ...(from?.resources ?? [])]);
  await lockSlotsOfAll(
    tx,
    tenantId,
    resources.map(({ id }) => id),
  );
  await holdTasks(tx, tenantId, [...new Set(moves.map(({ task }) => task.id))]);
  await appointmentsNamed(tx, tenantId, {
    ids: moves.flatMap(({ appointment }) => appointment?.id ?? []),
    guids: [],
    nos: [],
  });
}

/** The calls that a planner would send for a move. */
function callsOf(move: Move, appointmentGuid: string): SentCall[] {
  const { action, task, to, from } = move;
  if (action === 'unassign' || !to) return [fromObject('mboc_deleteAppointment', { appointmentGuid })];
  const times = { start: new Date(to.start).toISOString(), end: new Date(to.end).toISOString() };
  const isNew = move.appointment === null;
  const key = isNew ? Object.fromEntries(taskKey.map((part) => [part, task[part]])) : {};
  if (
    !isNew &&
    from &&
    isSameCrew(
      from.resources.map(({ id }) => id),
      to.resources,
    )
  )
    return [fromObject('mboc_upsertAppointment', { appointmentGuid, ...times })];
  const [first, ...others] = to.resources.map(({ resourceNo }) => resourceNo);
  return [
    fromObject('mboc_upsertAppointment', {
      ...key,
      appointmentGuid,
      ...times,
      resourceNo: first,
      ...(isNew ? {} : { replaceResource: true }),
    }),
    ...others.map((resourceNo) => fromObject('mboc_upsertAppointmentResource', { appointmentGuid, resourceNo })),
  ];
}

/** The same move makes the same appointment, however often it is tried. */
function guidOf(tenantId: number, run: number, no: number): string {
  const hex = createHash('sha256').update(`optimization ${tenantId}/${run}/${no}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
