import type { Scorer } from './scorer.ts';

export const utilization: Scorer = {
  key: 'utilization',
  description: 'The better it fills a gap, the better: long gaps stay whole for long work.',
  requires: ['duration'],
  weight: 1,
  ofGap: ({ usable }, { minutes }) => Math.min(1, minutes / usable),
};
