import { setTimeout as pause } from 'node:timers/promises';
import { Refusal } from '../../domain/errors.ts';
import type { HasRoads } from '../../domain/travel.ts';
import { proposalOf } from '../../engine/optimization/proposal.ts';
import type { RunRequest } from '../../engine/optimization/request.ts';
import { ProgressLog } from '../../engine/optimization/run-progress.ts';
import { spreadProposal } from '../../engine/optimization/spread-proposal.ts';
import { defects } from '../../engine/routing/defects.ts';
import { travelTable } from '../../engine/routing/travel-table.ts';
import type { LoadedSpread } from '../../engine/spreading/loaded-spread.ts';
import type { Caller } from '../../platform/caller.ts';
import { inJob, type JobKind } from '../../platform/jobs/job-kind.ts';
import type { StoredJob } from '../../platform/jobs/queue.ts';
import type { HasLog } from '../../platform/log.ts';
import { observedRuns, secondsSince } from '../../platform/observed.ts';
import type { HasOutages } from '../../platform/outages.ts';
import type { HasDatabase, Transaction } from '../../platform/postgres/database.ts';
import type { WriteDeps } from '../../records/writing/write-deps.ts';
import { visibilityOfActor } from '../access/actor-visibility.ts';
import { systemCaller } from '../access/create-tenant.ts';
import { tenantById } from '../access/tenant-store.ts';
import { audienceOf } from '../drafts/draft-store.ts';
import type { PushedEvent } from '../live/live-event.ts';
import { notifyNodes } from '../live/live-store.ts';
import { bringUpToDate } from '../planning/bring-up-to-date.ts';
import { travelData, travelTimesBetween } from '../planning/travel.ts';
import { loadProblem } from './load-problem.ts';
import { loadSpread } from './load-spread.ts';
import { beginRun, endRun, noteProgress, type RunEnd, type StoredRun } from './optimization-store.ts';
import { readForRun } from './run-in-draft.ts';
import { searchTogether } from './search-together.ts';
import type { HasSolver } from './solver-threads.ts';
import { OPTIMIZE } from './start-run.ts';
import type { Solved } from './thread-messages.ts';

const LOOK_MS = 1000;

/** The job of a run: loads the plan, searches in threads, and stores what it found with the end of the job. Nothing of the plan is changed. */
export const optimizeJob: JobKind<WriteDeps & HasLog & HasOutages & HasRoads & HasSolver> = {
  kind: OPTIMIZE,
  isLong: true,
  async run(deps, job) {
    const { run: id } = job.payload as { run: number };
    const run = await beginRun(deps.db, job.tenantId, id);
    // It was cancelled while it waited, or is done by somebody who was taken for dead.
    if (!run) return inJob(deps, job, async () => null);
    if (run.isCancelWanted) return end(deps, job, run, { ...NOTHING, status: 'cancelled' });
    const began = performance.now();
    const report = (result: 'done' | 'failed'): void =>
      observedRuns.report(() => ({ result, seconds: secondsSince(began) }));
    try {
      const found = await search(deps, job, run);
      await end(deps, job, run, found);
      report(found.status === 'failed' ? 'failed' : 'done');
    } catch (error) {
      // The plan has changed so that the run is no longer possible; another attempt would fail in the same way.
      report('failed');
      if (!(error instanceof Refusal)) throw error;
      await end(deps, job, run, { ...NOTHING, status: 'failed', error: error.message });
    }
  },
};

const NOTHING = { progress: null, history: [], proposal: null, error: null } as const;

async function search(
  deps: WriteDeps & HasLog & HasOutages & HasRoads & HasSolver,
  job: StoredJob,
  run: StoredRun,
): Promise<RunEnd> {
  const request = run.request as RunRequest;
  const tenant = await tenantById(deps.db, job.tenantId);
  if (!tenant) throw new Error(`tenant ${job.tenantId} does not exist`);
  const visibility = await visibilityOfActor(deps.db, job.tenantId, run.actor);
  if (visibility === undefined) return { ...NOTHING, status: 'failed', error: NOBODY };
  const asker = { tenantId: job.tenantId, timeZone: tenant.timeZone, sourceApps: run.sourceApps, visibility };
  await bringUpToDate(deps, asker);
  // A draft is brought up to date for everybody; what the run sees of it is what its maker sees.
  const maker: Caller = { ...systemCaller(tenant, run.requestId), actor: run.actor };
  const read = <T>(work: () => Promise<T>): Promise<T> => readForRun(deps, maker, run, work);
  if (run.kind === 'professionalServices')
    return spreadOut(deps, run, await read(() => loadSpread(deps.db, asker, request, deps.now())));
  const loaded = await read(() => loadProblem(deps.db, asker, request, deps.now()));
  const travelTimes = await travelTimesBetween(deps.roads, loaded.places);
  const travel = await travelData(loaded.places, travelTimes);
  const unsound = defects({ ...loaded.problem, travel: travelTable(travel) });
  if (unsound.length > 0) {
    deps.log.error({ run: run.id, tenant: tenant.name, defects: unsound.slice(0, 20) }, 'invalid solver input');
    return { ...NOTHING, status: 'failed', error: UNSOUND };
  }
  // A fixed number of rounds must give the same plan on any machine.
  const count = request.iterations === null ? deps.solver.threads : 1;
  return deps.solver.using({ problem: loaded.problem, travel }, count, async (threads, stop) => {
    const log = new ProgressLog(count, () => performance.now());
    const over = new AbortController();
    const watching = watch(deps, job, run, log, stop, over.signal);
    const { seed, maxSeconds, iterations } = request;
    const { best, all } = await searchTogether(threads, loaded.problem, { seed, maxSeconds, iterations }, (no, found) =>
      log.note(no, found),
    ).finally(() => over.abort());
    await watching;
    const judged = await best.thread.judge(best.own.plan);
    const ended = { progress: { ...log.progress, stoppedBy: best.own.stoppedBy }, history: log.history };
    if (judged.breaches.length > 0) {
      // The solver and the check disagree: one of them is wrong, and a planner must not find out which by applying it.
      deps.log.error(
        { run: run.id, tenant: tenant.name, requestId: run.requestId, breaches: judged.breaches.slice(0, 20) },
        'plan breaks rules, not proposed',
      );
      return { ...ended, status: 'failed', proposal: null, error: FAULT };
    }
    return {
      ...ended,
      status: wasCancelled(all) ? 'cancelled' : 'done',
      proposal: proposalOf(loaded, judged.plan, judged, travelTimes.source),
      error: null,
    };
  });
}

/** Budgets are spread without search: the same plan has one answer. */
async function spreadOut(deps: HasLog & HasSolver, run: StoredRun, loaded: LoadedSpread): Promise<RunEnd> {
  const { spread, faults } = await deps.solver.using(null, 1, ([thread]) => {
    if (!thread) throw new Error('no solver thread');
    return thread.spread(loaded.problem);
  });
  if (faults.length > 0) {
    deps.log.error(
      { run: run.id, requestId: run.requestId, faults: faults.slice(0, 20) },
      'plan breaks rules, not proposed',
    );
    return { ...NOTHING, status: 'failed', error: FAULT };
  }
  return { ...NOTHING, status: 'done', proposal: spreadProposal(loaded, spread) };
}

const FAULT = 'Internal error: the computed plan breaks a rule and is not proposed. See the log of the service.';
const UNSOUND = 'Internal error: the solver input is invalid. See the log of the service.';
const NOBODY = 'The user who started the run was deleted.';
const wasCancelled = (all: readonly Solved[]): boolean => all.some(({ stoppedBy }) => stoppedBy === 'cancel');

const STORING = 'storing the progress of an optimization run';

/** Stores the progress and checks for a cancellation until the run ends. */
async function watch(
  deps: HasDatabase & HasOutages,
  job: StoredJob,
  run: StoredRun,
  log: ProgressLog,
  stop: () => void,
  over: AbortSignal,
): Promise<void> {
  // One listener, however long it takes.
  const ended = new Promise<void>((settle) => over.addEventListener('abort', () => settle(), { once: true }));
  while (!over.aborted) {
    await Promise.race([pause(LOOK_MS, undefined, { ref: false }), ended]);
    const { progress, history } = log;
    if (over.aborted || !progress) continue;
    try {
      const isCancelWanted = await deps.db.transaction(async (tx) => {
        const wanted = await noteProgress(tx, job.tenantId, run.id, progress, history);
        await notifyOf(tx, job.tenantId, run, { status: 'running', progress });
        return { commit: true, value: wanted };
      });
      deps.outages.worked(STORING);
      if (isCancelWanted) stop();
    } catch (error) {
      deps.outages.failed(STORING, { run: run.id, reason: (error as Error).message });
    }
  }
}

/** A run ends with its job, in one transaction: neither is there without the other. */
function end(deps: HasDatabase, job: StoredJob, run: StoredRun, ending: RunEnd): Promise<void> {
  return inJob(deps, job, async (tx) => {
    await endRun(tx, job.tenantId, run.id, ending);
    await notifyOf(tx, job.tenantId, run, ending);
    return { run: run.id, status: ending.status };
  });
}

/** Of a run in a draft only those hear who see it. */
async function notifyOf(
  tx: Transaction,
  tenant: number,
  { id, actor, draftId }: StoredRun,
  { status, progress }: Pick<RunEnd, 'progress'> & { readonly status: string },
): Promise<void> {
  const audience =
    draftId === null ? undefined : ((await audienceOf(tx, tenant, draftId)) ?? { owner: actor, shared: false });
  const data = JSON.stringify({ id, status, progress });
  const event: PushedEvent = {
    ...{ tenant, account: null, event: { name: 'optimization', data } },
    ...(audience ? { audience } : {}),
  };
  await notifyNodes(tx, [JSON.stringify(event)]);
}
