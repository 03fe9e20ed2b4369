import type { Question } from './question.ts';
import { scorers } from './scorers/index.ts';
import type { Scorer } from './scorers/scorer.ts';

export interface Weighed {
  readonly scorer: Scorer;
  /** Of all weights together 1. */
  readonly weight: number;
}

/** What the weights of a request leave idle: scorers that cannot score it, because it lacks what they need. */
export const idleScorers = (weights: ReadonlyMap<string, number> | undefined, question: Question): readonly Scorer[] =>
  scorers.filter(({ key, applies }) => (weights?.get(key) ?? 0) > 0 && applies?.(question) === false);

/**
 * Weights as shares. One whose inputs the question does not have drops out before they are made shares: it could only say the same of
 * every slot. Where all drop out, nothing is left.
 */
export function normalise(weights: ReadonlyMap<string, number> | undefined, question: Question): readonly Weighed[] {
  const wanted = scorers
    .map((scorer) => ({ scorer, weight: weights ? (weights.get(scorer.key) ?? 0) : scorer.weight }))
    .filter(({ scorer, weight }) => weight > 0 && (scorer.applies?.(question) ?? true));
  const largest = wanted.reduce((most, { weight }) => Math.max(most, weight), 0);
  // Divided by the largest first: a sum of weights near the end of the number range would be infinite.
  const sum = wanted.reduce((total, { weight }) => total + weight / largest, 0);
  return wanted.map(({ scorer, weight }) => ({ scorer, weight: weight / largest / sum }));
}
