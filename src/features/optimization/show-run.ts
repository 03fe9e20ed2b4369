import { refuse } from '../../domain/errors.ts';
import { formatInstant } from '../../domain/time/zone.ts';
import { neededBy } from '../../engine/optimization/move-dependencies.ts';
import type { Move, Proposal, ProposedTask, Standing } from '../../engine/optimization/proposal.ts';
import type { RunRequest } from '../../engine/optimization/request.ts';
import { roundedFigures } from '../../engine/optimization/rounded-figures.ts';
import { isEstimated } from '../../engine/travel/source.ts';
import type { Caller } from '../../platform/caller.ts';
import { rowsOf } from '../../platform/contract/paging.ts';
import type { HasDatabase, Session } from '../../platform/postgres/database.ts';
import { taskKey } from '../../records/entities/kit.ts';
import type { WriteDeps } from '../../records/writing/write-deps.ts';
import { draftSeen } from '../drafts/draft-store.ts';
import type { RunQuery } from './contract.ts';
import { cancelRun, type RunStatus, runById, runsOf, type StoredRun, type WholeRun } from './optimization-store.ts';
import { readForRun } from './run-in-draft.ts';
import { type RunDeps, type Unqualified, unqualifiedIn } from './unqualified.ts';

export interface ShownRun {
  readonly id: number;
  readonly kind: string;
  readonly status: RunStatus;
  readonly [detail: string]: unknown;
}

/** GET /optimization: the newest first, without their proposals. */
export async function listRuns(
  deps: HasDatabase,
  caller: Caller,
  { status, ...page }: RunQuery,
): Promise<{ total: number; runs: ShownRun[] }> {
  const filter = { status: status ?? null, draft: caller.draft ?? null, ...rowsOf(page) };
  const { total, runs } = await runsOf(deps.db, caller, filter);
  return { total, runs: runs.map((run) => shown(run, caller)) };
}

/** GET /optimization/{id}: how it goes, and the proposal once there is one. */
export async function showRun(deps: WriteDeps, caller: Caller, sent: string): Promise<ShownRun> {
  const run = await existing(deps, caller, sent);
  const draftId = run.draftId ?? caller.draft ?? null;
  if (draftId !== null && !(await draftSeen(deps.db, caller, draftId))) return shownWhole(run, caller, []);
  // What is hidden is looked up in the draft as well: it has appointments that the plan does not have.
  return readForRun(deps, caller, { id: run.id, draftId }, async () => {
    const seen = draftId === null ? run : await existing(deps, caller, sent);
    return shownWhole(seen, caller, await unqualifiedIn(deps, caller, seen));
  });
}

/** DELETE /optimization/{id}: a run that is under way ends within moments and keeps the best that it has. What has ended stays as it is. */
export async function stopRun(deps: RunDeps, caller: Caller, sent: string): Promise<ShownRun> {
  const { id } = await existing(deps, caller, sent);
  // Read before the commit: a read that fails after it would hide that the run was stopped.
  const stopped = await deps.db.transaction(async (tx) => {
    await cancelRun(tx, caller.tenantId, id);
    return { commit: true, value: await existing({ db: tx }, caller, sent) };
  });
  return shownWhole(stopped, caller, []);
}

export const missingRun = (sent: string) => refuse('APP001', `There is no run ${sent.slice(0, 50)}.`);

export function runIdOf(sent: string): number {
  if (!/^\d{1,15}$/.test(sent)) throw missingRun(sent);
  return Number(sent);
}

async function existing(deps: { readonly db: Session }, caller: Caller, sent: string): Promise<WholeRun> {
  const run = await runById(deps.db, caller, runIdOf(sent));
  if (!run) throw missingRun(sent);
  return run;
}

function shown(run: StoredRun, { timeZone }: Caller): ShownRun {
  const at = (instant: number | null): string | null => (instant === null ? null : formatInstant(timeZone, instant));
  const { start, end, freezeBefore, kind: _, ...options } = run.request as RunRequest;
  return {
    id: run.id,
    kind: run.kind,
    status: run.status,
    request: { ...options, start: at(start), end: at(end), freezeBefore: at(freezeBefore) },
    actor: run.actor,
    draft: run.draftId,
    progress: run.progress,
    reason: run.error,
    createdAt: at(run.createdAt),
    startedAt: at(run.startedAt),
    endedAt: at(run.endedAt),
  };
}

function shownWhole(run: WholeRun, caller: Caller, unqualified: readonly Unqualified[]): ShownRun {
  const proposal = run.proposal as Proposal | null;
  return {
    ...shown(run, caller),
    history: run.history,
    applied: Object.keys(run.applied).map(Number),
    proposal: proposal && shownProposal(proposal, caller.timeZone, unqualified),
  };
}

const shownProposal = (proposal: Proposal, zone: string, unqualified: readonly Unqualified[]) => ({
  moves: shownMoves(proposal.moves, zone),
  unqualified,
  unassigned: proposal.unassigned.map(({ task, reasons }) => ({ task: shownTask(task), reasons })),
  stops: (proposal.stops ?? []).map(({ kind, resourceNo, name, start, end }) => ({
    kind,
    resourceNo,
    name,
    start: formatInstant(zone, start),
    end: formatInstant(zone, end),
  })),
  before: roundedFigures(proposal.before),
  after: roundedFigures(proposal.after),
  travel: proposal.travel,
  estimated: isEstimated(proposal.travel),
  warnings: proposal.warnings,
});

function shownMoves(moves: readonly Move[], zone: string) {
  const needed = neededBy(moves);
  return moves.map((move) => ({ ...shownMove(move, zone), needs: needed.get(move.no) ?? [] }));
}

const shownMove = ({ no, action, task, appointment, to, from, gain, reason, ...saved }: Move, zone: string) => ({
  no,
  action,
  task: shownTask(task),
  appointment: appointment && {
    appointmentGuid: appointment.guid,
    appointmentNo: appointment.no,
    version: appointment.version,
  },
  ...(to ? shownStanding(to, zone) : { resources: [], start: null, end: null }),
  from: from && shownStanding(from, zone),
  gain,
  savedKm: saved.savedKm ?? 0,
  savedMinutes: saved.savedMinutes ?? 0,
  reason,
});

const shownStanding = ({ resources, start, end }: Standing, zone: string) => ({
  resources: resources.map(({ resourceNo }) => resourceNo),
  start: formatInstant(zone, start),
  end: formatInstant(zone, end),
});

export const shownTask = (task: Omit<ProposedTask, 'id' | 'version'>) => ({
  ...Object.fromEntries(taskKey.map((part) => [part, task[part]])),
  shortDescription: task.shortDescription,
});
