import { common, type Rule, within } from './rule.ts';

/** The windows of the customer, the limits of the task, and the moment before which nothing is changed any more. */
export const outsideWindow: Rule = {
  key: 'outsideWindow',
  narrow: (open, { problem, task }) => {
    const from = Math.max(task.earliest ?? Number.NEGATIVE_INFINITY, problem.freezeBefore ?? Number.NEGATIVE_INFINITY);
    const left = within(open, from, task.latest ?? Number.POSITIVE_INFINITY);
    return task.windows === undefined ? left : common(left, task.windows);
  },
};
