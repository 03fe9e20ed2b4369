import { falling, type Scorer } from './scorer.ts';

const LONG_MINUTES = 120;

export const travel: Scorer = {
  key: 'travel',
  description: 'The less extra travel time that day, the better: none is 1, two hours are 0.',
  requires: ['location'],
  weight: 3,
  applies: ({ place }) => place !== undefined,
  ofGap: ({ addedMinutes }) => falling(addedMinutes, LONG_MINUTES),
};
