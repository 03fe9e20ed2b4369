import type { Planned, Problem, Task } from './model.ts';

/** Where a task stands that does not move: it is locked, or planned before the moment at which changes may begin. */
export const fixedAt = (problem: Problem, { planned, locked }: Task): Planned | undefined =>
  planned && (locked || planned.start < (problem.freezeBefore ?? Number.NEGATIVE_INFINITY)) ? planned : undefined;
