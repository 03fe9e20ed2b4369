import type { Problem, Resource, ResourceDay, Span, Task } from '../model.ts';

/** A task held against a day of a resource, whatever else is on that day. */
export interface Pairing {
  readonly problem: Problem;
  readonly task: Task;
  readonly resource: Resource;
  readonly day: ResourceDay;
}

/** Says when on the day the task may be worked on. */
export interface Rule {
  readonly key: RuleKey;
  /** Answers what is left of the time that is open so far: the list itself where the rule takes nothing away. */
  narrow(open: readonly Span[], pairing: Pairing): readonly Span[];
}

type RuleKey =
  | 'excluded'
  | 'missingRequirement'
  | 'certificate'
  | 'notWorking'
  | 'containerElsewhere'
  | 'linkedElsewhere'
  | 'outsideWindow'
  | 'tooShort';

export const NEVER: readonly Span[] = [];

/** What two lists have in common, both in order. */
export function common(a: readonly Span[], b: readonly Span[]): readonly Span[] {
  const found: Span[] = [];
  for (let i = 0, j = 0; ; ) {
    const [left, right] = [a[i], b[j]];
    if (left === undefined || right === undefined) return found;
    const start = Math.max(left.start, right.start);
    const end = Math.min(left.end, right.end);
    if (start < end) found.push({ start, end });
    if (left.end < right.end) i++;
    else j++;
  }
}

/** The part of a list from one moment to another. */
export function within(open: readonly Span[], start: number, end: number): readonly Span[] {
  const [first, last] = [open[0], open.at(-1)];
  if (first === undefined || last === undefined || (first.start >= start && last.end <= end)) return open;
  return common(open, [{ start, end }]);
}
