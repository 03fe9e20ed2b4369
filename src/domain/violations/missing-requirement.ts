import { foldKey } from '../natural-key.ts';
import type { AppointmentFacts, Rule } from './facts.ts';

export const missingRequirement: Rule<AppointmentFacts> = {
  key: 'missingRequirement',
  severity: 'error',
  about: 'The task requires a filter value that the resource does not have.',
  check: ({ start, end, task, resources }) =>
    resources.flatMap((resource) =>
      task.requirements
        .filter(({ group, value }) => !resource.offers.has(foldKey([group, value])))
        .map(({ group, value }) => ({
          resourceId: resource.id,
          part: foldKey([group, value]),
          start,
          end,
          detail: { filterGroup: group, filterValue: value },
        })),
    ),
  tell: (detail, { resource, task }) =>
    `${resource} lacks ${detail['filterValue']} (${detail['filterGroup']}), which ${task} requires.`,
};
