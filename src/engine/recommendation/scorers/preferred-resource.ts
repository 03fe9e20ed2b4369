import type { Scorer } from './scorer.ts';

export const preferredResource: Scorer = {
  key: 'preferredResource',
  description: 'A resource that is preferred for the task, or named in options.preferredResources.',
  requires: ['options.preferredResources'],
  weight: 2,
  applies: ({ preferred }) => preferred.size > 0,
  ofResource: ({ id }, { preferred }) => (preferred.has(id) ? 1 : 0),
};
