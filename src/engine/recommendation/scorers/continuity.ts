import type { Scorer } from './scorer.ts';

export const continuity: Scorer = {
  key: 'continuity',
  description: 'A resource that has worked for the same customer before.',
  requires: ['options.customerNo'],
  weight: 1,
  applies: ({ customer }) => customer !== undefined,
  ofResource: ({ id }, { served }) => (served.has(id) ? 1 : 0),
};
