import { NEVER, type Rule, within } from './rule.ts';

/** A certificate must be valid from the start of the visit to its end. */
export const certificate: Rule = {
  key: 'certificate',
  narrow: (open, { task, resource }) => {
    let left = open;
    for (const no of task.certificates ?? []) {
      const held = resource.certificates?.filter((each) => each.no === no) ?? [];
      if (held.length === 0) return NEVER;
      const parts = held.map(({ from, until }) =>
        within(left, from ?? Number.NEGATIVE_INFINITY, until ?? Number.POSITIVE_INFINITY),
      );
      left = parts.length === 1 ? (parts[0] ?? NEVER) : parts.flat().sort((a, b) => a.start - b.start);
    }
    return left;
  },
};
