import type { Candidate, Question } from './question.ts';
import { scorers } from './scorers/index.ts';
import type { GapFacts, Load, Scorer } from './scorers/scorer.ts';
import type { Weighed } from './weights.ts';

type Kind = 'ofResource' | 'ofGap' | 'ofStart';

interface Part<K extends Kind> {
  /** 0 where the question leaves it out. */
  readonly weight: number;
  readonly score: NonNullable<Scorer[K]>;
}

/** The scorers that have a part of one kind, in the order of the catalogue: a position always has the same scorer. */
const partsOf = <K extends Kind>(kind: K, weights: readonly Weighed[]): Part<K>[] =>
  scorers.flatMap((scorer) => {
    const score = scorer[kind];
    if (!score) return [];
    return [{ weight: weights.find((each) => each.scorer === scorer)?.weight ?? 0, score }];
  });

/**
 * The scorers of a question by their kinds, so that each is asked only where it has something to say.
 *
 * Gaps and starts are weighed ten thousand times a question. The first scorers of those kinds are called one by one: from a place that always
 * calls the same function, the compiler puts its code there. A loop would call all of them from one place, each with a new number on the heap.
 */
export class Weighing {
  readonly #question: Question;
  readonly #ofResource: readonly Part<'ofResource'>[];
  readonly #gap1: Part<'ofGap'>;
  readonly #gap2: Part<'ofGap'>;
  readonly #gap3: Part<'ofGap'>;
  readonly #furtherOfGap: readonly Part<'ofGap'>[];
  readonly #start1: Part<'ofStart'>;
  readonly #start2: Part<'ofStart'>;
  readonly #furtherOfStart: readonly Part<'ofStart'>[];
  /** What a gap can add to a score at most. */
  readonly mostOfGap: number;

  constructor(weights: readonly Weighed[], question: Question) {
    this.#question = question;
    this.#ofResource = partsOf('ofResource', weights).filter(({ weight }) => weight > 0);
    const ofGap = partsOf('ofGap', weights);
    const ofStart = partsOf('ofStart', weights);
    this.mostOfGap = ofGap.reduce((sum, { weight }) => sum + weight, 0);
    [this.#gap1 = NONE, this.#gap2 = NONE, this.#gap3 = NONE, ...this.#furtherOfGap] = ofGap;
    [this.#start1 = NONE, this.#start2 = NONE, ...this.#furtherOfStart] = ofStart;
  }

  ofResource(candidate: Candidate, load: Load): number {
    let sum = 0;
    for (const { weight, score } of this.#ofResource) sum += weight * score(candidate, this.#question, load);
    return sum;
  }

  ofGap(gap: GapFacts): number {
    const question = this.#question;
    const one = this.#gap1;
    const two = this.#gap2;
    const three = this.#gap3;
    let sum = 0;
    if (one.weight > 0) sum += one.weight * one.score(gap, question);
    if (two.weight > 0) sum += two.weight * two.score(gap, question);
    if (three.weight > 0) sum += three.weight * three.score(gap, question);
    for (const { weight, score } of this.#furtherOfGap) if (weight > 0) sum += weight * score(gap, question);
    return sum;
  }

  ofStart(minute: number): number {
    const question = this.#question;
    const one = this.#start1;
    const two = this.#start2;
    let sum = 0;
    if (one.weight > 0) sum += one.weight * one.score(minute, question);
    if (two.weight > 0) sum += two.weight * two.score(minute, question);
    for (const { weight, score } of this.#furtherOfStart) if (weight > 0) sum += weight * score(minute, question);
    return sum;
  }
}

const NONE = { weight: 0, score: () => 0 };
