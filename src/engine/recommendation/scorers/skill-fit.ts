import { falling, type Scorer } from './scorer.ts';

const MANY = 10;

export const skillFit: Scorer = {
  key: 'skillFit',
  description: 'The fewer skills beyond those required, the better: keeps versatile resources free.',
  requires: ['requirements'],
  weight: 1,
  applies: ({ requirements }) => requirements.length > 0,
  ofResource: ({ skills }, { requirements }) => falling(skills.size - requirements.length, MANY),
};
