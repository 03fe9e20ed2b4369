import type { PairFacts, Rule } from './facts.ts';
import { lengthText } from './length-text.ts';

export const overlap: Rule<PairFacts> = {
  key: 'overlap',
  severity: 'error',
  about:
    'Two appointments need the same resource at the same time. Resources with BulkPlanning may have several appointments at once.',
  check({ resourceId, one, other }) {
    const [start, end] = [Math.max(one.start, other.start), Math.min(one.end, other.end)];
    if (start >= end) return [];
    return [
      {
        appointmentId: one.id,
        otherId: other.id,
        resourceId,
        start,
        end,
        detail: { overlapInSeconds: Math.round((end - start) / 1000) },
      },
    ];
  },
  tell: (detail, { resource, appointment, other }) =>
    `${resource} has two appointments at once, ${appointment} and ${other}, for ${lengthText(Number(detail['overlapInSeconds']))}.`,
};
