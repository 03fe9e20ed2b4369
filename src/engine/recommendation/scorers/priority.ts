import { falling, type Scorer } from './scorer.ts';

export const priority: Scorer = {
  key: 'priority',
  description: 'Work of high importance early; for other work every slot counts half.',
  requires: ['options.importance'],
  weight: 1,
  applies: ({ importance }) => importance !== undefined,
  ofStart: (minute, { importance, from, till }) => (importance === 1 ? falling(minute - from, till - from) : 0.5),
};
