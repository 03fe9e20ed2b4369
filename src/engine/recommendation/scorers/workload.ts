import type { Scorer } from './scorer.ts';

export const workload: Scorer = {
  key: 'workload',
  description: 'The more of its working time in the window is still free, the better: balances the work.',
  requires: [],
  weight: 1,
  ofResource: (_candidate, _question, { freeMinutes, workingMinutes }) =>
    workingMinutes === 0 ? 0 : Math.min(1, freeMinutes / workingMinutes),
};
