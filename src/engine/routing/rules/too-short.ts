import type { Rule } from './rule.ts';

/** A visit is not split: it needs one open stretch that is as long as itself. */
export const tooShort: Rule = {
  key: 'tooShort',
  narrow: (open, { task }) =>
    open.every(({ start, end }) => end - start >= task.duration)
      ? open
      : open.filter(({ start, end }) => end - start >= task.duration),
};
