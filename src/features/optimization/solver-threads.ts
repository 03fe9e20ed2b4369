import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Found } from '../../engine/optimization/run-progress.ts';
import type { InsertionPoints } from '../../engine/routing/insertion-points.ts';
import type { Judgement } from '../../engine/routing/judge.ts';
import type { Plan } from '../../engine/routing/model.ts';
import type { SpreadProblem } from '../../engine/spreading/model.ts';
import {
  type Answer,
  type Question,
  type SearchBounds,
  type Solved,
  type SpreadAnswer,
  type SpreadRequest,
  STOP,
  type ThreadData,
} from './thread-messages.ts';

/** The work was broken off: the process ends. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/** Enough for any plan that may be asked for, and little enough that one run cannot take the memory of all. */
const MOST_MEGABYTES = 700;
const MOST_THREADS = 8;
/** A thread that was not needed for so long ends. */
const IDLE_MS = 30_000;

/**
 * Runs the search in threads, so that requests do not wait for it. Threads are kept for a while: to start one takes longer
 * than many a question that is put to it.
 */
export class SolverThreads {
  /** How many a run searches in. */
  readonly threads: number;
  readonly #busy = new Set<SolverThread>();
  readonly #idle = new Map<SolverThread, NodeJS.Timeout>();
  #isClosed = false;

  /** 0 is one for each core. */
  constructor(threads: number) {
    this.threads = Math.min(MOST_THREADS, threads > 0 ? threads : availableParallelism());
  }

  /** Threads that work on something now. */
  get busy(): number {
    return this.#busy.size;
  }

  /** Threads for one problem, as long as the work on it lasts. Null for questions that bring their own. */
  async using<T>(
    data: Omit<ThreadData, 'flags'> | null,
    count: number,
    work: (threads: readonly SolverThread[], stop: () => void) => Promise<T>,
  ): Promise<T> {
    if (this.#isClosed) throw new Interrupted('the process is stopping');
    const flags = new Int32Array(new SharedArrayBuffer(4));
    const threads = Array.from({ length: count }, () => this.#take());
    try {
      if (data) for (const thread of threads) thread.load({ ...data, flags });
      return await work(threads, () => Atomics.store(flags, STOP, 1));
    } finally {
      Atomics.store(flags, STOP, 1);
      for (const thread of threads) this.#giveBack(thread);
    }
  }

  /** Breaks off whatever is done. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const timer of this.#idle.values()) clearTimeout(timer);
    const all = [...this.#busy, ...this.#idle.keys()];
    await Promise.all(all.map((thread) => thread.end(new Interrupted('the process is stopping'))));
  }

  #take(): SolverThread {
    const kept = [...this.#idle.keys()].find((each) => !each.isBusy);
    if (kept) {
      clearTimeout(this.#idle.get(kept));
      this.#idle.delete(kept);
      kept.keepAwake(true);
    }
    const thread = kept ?? new SolverThread();
    this.#busy.add(thread);
    return thread;
  }

  #giveBack(thread: SolverThread): void {
    this.#busy.delete(thread);
    // One that still searches is not waited for.
    if (thread.isBusy || this.#isClosed || this.#idle.size >= this.threads) {
      void thread.end();
      return;
    }
    thread.forget();
    thread.keepAwake(false);
    const timer = setTimeout(() => {
      this.#idle.delete(thread);
      void thread.end();
    }, IDLE_MS).unref();
    this.#idle.set(thread, timer);
  }
}

interface Waiting {
  readonly settle: (answer: Answer) => void;
  readonly fail: (error: Error) => void;
  readonly tell: (progress: Found) => void;
}

export class SolverThread {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #asked = 0;
  #over: Error | undefined;

  constructor() {
    this.#worker = start();
    this.#worker.on('message', (answer: Answer) => {
      const waiting = this.#waiting.get(answer.no);
      if (answer.progress) waiting?.tell(answer.progress);
      else {
        this.#waiting.delete(answer.no);
        waiting?.settle(answer);
      }
    });
    this.#worker.on('error', (error) => this.#fail(error));
    this.#worker.on('exit', (code) => this.#fail(new Error(`a solver thread ended with ${code}`)));
  }

  /** It has failed, or has not answered everything. */
  get isBusy(): boolean {
    return this.#over !== undefined || this.#waiting.size > 0;
  }

  /** Whether the process lives as long as the thread does. */
  keepAwake(isNeeded: boolean): void {
    if (isNeeded) this.#worker.ref();
    else this.#worker.unref();
  }

  /** What is asked from now on is about this problem. */
  load(data: ThreadData): void {
    this.#worker.postMessage({ load: data });
  }

  forget(): void {
    this.#worker.postMessage({ load: null });
  }

  async solve(bounds: SearchBounds, tell: (progress: Found) => void): Promise<Solved> {
    return needed((await this.#ask({ do: 'solve', ...bounds }, tell)).solved);
  }

  async judge(plan: Plan): Promise<Judgement> {
    return needed((await this.#ask({ do: 'judge', plan })).judged);
  }

  async insert(task: string, limit: number): Promise<InsertionPoints> {
    return needed((await this.#ask({ do: 'insert', task, limit })).places);
  }

  async spread(problem: SpreadProblem): Promise<SpreadAnswer> {
    return needed((await this.#ask({ do: 'spread', problem })).spread);
  }

  async end(reason?: Error): Promise<void> {
    if (reason) this.#fail(reason);
    await this.#worker.terminate();
  }

  #ask(question: Question | Omit<SpreadRequest, 'no'>, tell: Waiting['tell'] = () => {}): Promise<Answer> {
    return new Promise((settle, fail) => {
      if (this.#over) {
        fail(this.#over);
        return;
      }
      const no = ++this.#asked;
      this.#waiting.set(no, { settle, fail, tell });
      this.#worker.postMessage({ no, ...question });
    });
  }

  #fail(error: Error): void {
    this.#over ??= error;
    for (const { fail } of this.#waiting.values()) fail(this.#over);
    this.#waiting.clear();
  }
}

function needed<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('unexpected message from a solver thread');
  return value;
}

/** From the sources, as the tests run them, a thread has to be taught TypeScript first. */
function start(): Worker {
  const options = { resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES } };
  if (!import.meta.url.endsWith('.ts')) return new Worker(new URL('./solver-thread.cjs', import.meta.url), options);
  const file = new URL('./solver-thread.ts', import.meta.url).href;
  const boot = `import('tsx/esm/api').then(({ register }) => { register(); return import(${JSON.stringify(file)}); })`;
  return new Worker(boot, { ...options, eval: true });
}

export interface HasSolver {
  readonly solver: SolverThreads;
}
