import { falling, type Scorer } from './scorer.ts';

const FAR_KM = 100;

export const distance: Scorer = {
  key: 'distance',
  description: 'The nearer the previous location of the resource, the better: 0 km is 1, 100 km is 0.',
  requires: ['location'],
  weight: 1,
  applies: ({ place }) => place !== undefined,
  ofGap: ({ km }) => falling(km, FAR_KM),
};
