import { parentPort } from 'node:worker_threads';
import type { Found } from '../../engine/optimization/run-progress.ts';
import { figures } from '../../engine/routing/check/figures.ts';
import { insertInto } from '../../engine/routing/insertion-points.ts';
import { judge } from '../../engine/routing/judge.ts';
import { compile } from '../../engine/routing/layout/compile.ts';
import type { Problem } from '../../engine/routing/model.ts';
import { withPossibleBreaks } from '../../engine/routing/possible-breaks.ts';
import { Solver } from '../../engine/routing/solver.ts';
import { travelTable } from '../../engine/routing/travel-table.ts';
import { checkSpread } from '../../engine/spreading/check.ts';
import { spread } from '../../engine/spreading/spread.ts';
import { usedOf } from './search-limits.ts';
import { SharedPlan } from './shared-plan.ts';
import { type Answer, type Asked, type Solved, STOP, type StoppedBy, type ToThread } from './thread-messages.ts';

const port = parentPort;
if (!port) throw new Error('this module must run in a worker thread');

/** What the thread works on. It looks at the flag of its maker, for it cannot hear while it works. */
interface Loaded {
  readonly problem: Problem;
  readonly flags: Int32Array;
}

const PROGRESS_MS = 500;
/** Between two looks at the clock. */
const ROUNDS = 100;
/** Threads that share a plan meet every half second; in a short run more often, so that the plan is divided often enough. */
const MEETING_SECONDS = 0.5;
const MEETINGS = 50;
/** How much of the time a thread waits for the others at most. */
const MOST_WAIT = 0.1;

function answer(loaded: Loaded, { no, ...asked }: Asked): Answer {
  const { problem } = loaded;
  switch (asked.do) {
    case 'solve':
      return { no, solved: search(loaded, asked, (progress) => port?.postMessage({ no, progress })) };
    case 'judge':
      return { no, judged: judge(problem, asked.plan) };
    case 'insert':
      return { no, places: insertInto(problem, asked.task, asked.limit) };
  }
}

type Search = Omit<Extract<Asked, { do: 'solve' }>, 'no' | 'do'>;

/** The best plan until the time is over or the rounds are enough, or somebody cancels. */
function search(
  { problem, flags }: Loaded,
  { seed, maxSeconds, iterations, share }: Search,
  tell: (progress: Found) => void,
): Solved {
  // The clock of all threads.
  const clock = (): number => performance.timeOrigin + performance.now();
  const limits = { maxSeconds, iterations, tasks: problem.tasks.length };
  let began = clock();
  const solver = new Solver(compile(problem), seed);
  const found = (): Found => {
    const { cost } = solver;
    return { cost, iterations: solver.iterations, figures: figures(problem, solver.plan()) };
  };
  let reported = { at: began, cost: solver.cost };
  tell(found());
  const mostMs = MOST_WAIT * maxSeconds * 1000;
  const between = Math.min(MEETING_SECONDS, maxSeconds / MEETINGS) / maxSeconds;
  let shared = SharedPlan.of(solver, share, () => Atomics.load(flags, STOP) !== 0);
  if (shared) {
    const common = shared.begin(began, mostMs);
    if (common === undefined) shared = undefined;
    else began = common;
  }
  let met = 0;
  for (;;) {
    const now = clock();
    const seconds = (now - began) / 1000;
    const time = seconds / maxSeconds;
    const used = usedOf(limits, seconds, solver.iterations);
    const stoppedBy: StoppedBy | undefined = Atomics.load(flags, STOP) !== 0 ? 'cancel' : used.stoppedBy;
    if (shared && (stoppedBy || time >= met + between)) {
      met = time;
      if (stoppedBy === 'patience') shared.leave();
      else if (!shared.meet(mostMs)) shared = undefined;
    }
    if (stoppedBy) return { ...found(), plan: solver.plan(), stoppedBy };
    if (now - reported.at >= PROGRESS_MS && solver.cost < reported.cost) {
      reported = { at: now, cost: solver.cost };
      tell(found());
    }
    solver.step(ROUNDS, used.share);
  }
}

let loaded: Loaded | undefined;
port.on('message', (message: ToThread) => {
  if ('do' in message && message.do === 'spread') {
    const found = spread(message.problem);
    port.postMessage({ no: message.no, spread: { spread: found, faults: checkSpread(message.problem, found) } });
  } else if ('no' in message) {
    if (!loaded) throw new Error('no problem was loaded');
    port.postMessage(answer(loaded, message));
  } else if (message.load === null) loaded = undefined;
  else {
    const { problem, travel, flags } = message.load;
    loaded = { problem: withPossibleBreaks({ ...problem, travel: travelTable(travel) }), flags };
  }
});
