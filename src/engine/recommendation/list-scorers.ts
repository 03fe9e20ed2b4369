import { scorers } from './scorers/index.ts';

export interface ShownScorer {
  readonly key: string;
  readonly description: string;
  readonly requires: readonly string[];
  /** Weight when none are sent. */
  readonly default: number;
}

/** GET /recommendation/scorers: the catalogue. */
export const listScorers = (): ShownScorer[] =>
  scorers.map(({ key, description, requires, weight }) => ({ key, description, requires, default: weight }));
