import { NEVER, type Rule } from './rule.ts';

/** Days without working time have routes only for what is locked on them. The list that comes in is the working time itself. */
export const notWorking: Rule = {
  key: 'notWorking',
  narrow: (open, { day }) => (day.working.length === 0 ? NEVER : open),
};
