import { falling, type Scorer } from './scorer.ts';

export const earliest: Scorer = {
  key: 'earliest',
  description: 'The sooner within the window, the better.',
  requires: ['startDate', 'endDate'],
  weight: 3,
  ofStart: (minute, { from, till }) => falling(minute - from, till - from),
};
