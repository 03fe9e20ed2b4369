import type { Figures } from '../routing/check/figures.ts';
import { inHundredths, roundedFigures } from './rounded-figures.ts';

/** The best plan of one thread so far. */
export interface Found {
  readonly cost: number;
  readonly iterations: number;
  readonly figures: Figures;
}

/** The best plan so far, as reported during a run. */
interface RunProgress {
  readonly seconds: number;
  /** Of all threads together. */
  readonly iterations: number;
  readonly objective: number;
  readonly best: Figures;
  readonly threads: number;
}

interface HistoryPoint {
  readonly seconds: number;
  readonly objective: number;
}

const MOST_POINTS = 300;

/** Collects what the threads report, and how the best plan improved: some hundred points, however long the run takes. */
export class ProgressLog {
  readonly #found: (Found | undefined)[];
  readonly #now: () => number;
  readonly #began: number;
  #best: Found | undefined;
  #history: HistoryPoint[] = [];

  /** `now`: a clock in ms. */
  constructor(threads: number, now: () => number) {
    this.#now = now;
    this.#began = now();
    this.#found = Array.from({ length: threads });
  }

  note(thread: number, found: Found): void {
    this.#found[thread] = found;
    if (this.#best && found.cost >= this.#best.cost) return;
    this.#best = found;
    this.#history.push({ seconds: this.#seconds(), objective: inHundredths(found.cost) });
    // The older half of the points matters least.
    if (this.#history.length > MOST_POINTS)
      this.#history = this.#history.filter((_, i) => i % 2 === 0 || i > MOST_POINTS / 2);
  }

  get progress(): RunProgress | undefined {
    if (!this.#best) return undefined;
    return {
      seconds: this.#seconds(),
      iterations: this.#found.reduce((sum, each) => sum + (each?.iterations ?? 0), 0),
      objective: inHundredths(this.#best.cost),
      best: roundedFigures(this.#best.figures),
      threads: this.#found.length,
    };
  }

  get history(): readonly HistoryPoint[] {
    return this.#history;
  }

  #seconds(): number {
    return Math.round((this.#now() - this.#began) / 100) / 10;
  }
}
