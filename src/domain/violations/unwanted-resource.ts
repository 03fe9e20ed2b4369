import type { AppointmentFacts, Found, Rule } from './facts.ts';

export const unwantedResource: Rule<AppointmentFacts> = {
  key: 'unwantedResource',
  severity: 'error',
  about:
    'A resource is assigned that the task excludes, or the task requires certain resources and none of them is assigned.',
  check({ start, end, task, resources }) {
    const found: Found[] = resources
      .filter(({ id }) => task.excludedResources.has(id))
      .map(({ id }) => ({ resourceId: id, start, end, detail: { reason: 'excluded' } }));
    const lacks =
      resources.length > 0 &&
      task.requiredResources.size > 0 &&
      !resources.some(({ id }) => task.requiredResources.has(id));
    if (lacks) found.push({ part: 'required', start, end, detail: { reason: 'required' } });
    return found;
  },
  tell: (detail, { resource, appointment, task }) =>
    detail['reason'] === 'excluded'
      ? `${task} must not be done by ${resource}.`
      : `${appointment} has none of the resources that ${task} requires.`,
};
