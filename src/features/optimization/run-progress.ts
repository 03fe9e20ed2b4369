import { inHundredths, roundedFigures } from '../../engine/optimization/rounded-figures.ts';
import type { Figures } from '../../engine/routing/check/figures.ts';
import type { Found } from './thread-messages.ts';

/** The best plan so far, as reported during a run. */
export interface RunProgress {
  readonly seconds: number;
  /** Of all threads together. */
  readonly iterations: number;
  readonly objective: number;
  readonly best: Figures;
  readonly threads: number;
}

export interface HistoryPoint {
  readonly seconds: number;
  readonly objective: number;
}

const MOST_POINTS = 300;

/** Gathers what the threads tell, and how the best became better: some hundred points, however long it takes. */
export class ProgressBoard {
  readonly #found: (Found | undefined)[];
  readonly #began = performance.now();
  #best: Found | undefined;
  #history: HistoryPoint[] = [];

  constructor(threads: number) {
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
    return Math.round((performance.now() - this.#began) / 100) / 10;
  }
}
