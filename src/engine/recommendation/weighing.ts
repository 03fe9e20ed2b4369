import type { Candidate, Question } from './question.ts';
import type { GapFacts, Load } from './scorers/scorer.ts';
import type { Weighed } from './weights.ts';

interface Part<Score> {
  readonly weight: number;
  readonly score: Score;
}

/** Those scorers that have a part of one kind. */
const partsOf = <Score>(weights: readonly Weighed[], pick: (each: Weighed) => Score | undefined): Part<Score>[] =>
  weights.flatMap((each) => {
    const score = pick(each);
    return score ? [{ weight: each.weight, score }] : [];
  });

/** The scorers of a question by their kinds, so that each is asked only where it has something to say. */
export class Weighing {
  readonly #question: Question;
  readonly #ofResource;
  readonly #ofGap;
  readonly #ofStart;
  /** What a gap can add to a score at most. */
  readonly mostOfGap: number;

  constructor(weights: readonly Weighed[], question: Question) {
    this.#question = question;
    this.#ofResource = partsOf(weights, ({ scorer }) => scorer.ofResource);
    this.#ofGap = partsOf(weights, ({ scorer }) => scorer.ofGap);
    this.#ofStart = partsOf(weights, ({ scorer }) => scorer.ofStart);
    this.mostOfGap = this.#ofGap.reduce((sum, { weight }) => sum + weight, 0);
  }

  ofResource(candidate: Candidate, load: Load): number {
    let sum = 0;
    for (const { weight, score } of this.#ofResource) sum += weight * score(candidate, this.#question, load);
    return sum;
  }

  ofGap(gap: GapFacts): number {
    let sum = 0;
    for (const { weight, score } of this.#ofGap) sum += weight * score(gap, this.#question);
    return sum;
  }

  ofStart(minute: number): number {
    let sum = 0;
    for (const { weight, score } of this.#ofStart) sum += weight * score(minute, this.#question);
    return sum;
  }
}
