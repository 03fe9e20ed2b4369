import type { LoadFacts, Rule } from './facts.ts';

export const overLoaded: Rule<LoadFacts> = {
  key: 'overLoaded',
  severity: 'warning',
  about:
    'The appointments of a resource that start on one day ask for more of a named load (TaskLoad) than it can carry (ResourceLoadCapacity). With a refill (ResourceRefill) it carries its capacity once more for each time a day, but no single appointment may ask for more than the capacity. Reported once per resource, day and load; a resource without a capacity of that name has no limit.',
  check({ resourceId, appointmentId, day, load, name, asked, capacity }) {
    if (asked <= capacity) return [];
    return [
      {
        appointmentId,
        resourceId,
        part: `${day.start} ${name}`,
        start: day.start,
        end: day.end,
        detail: { load, asked, capacity },
      },
    ];
  },
  tell: ({ load, asked, capacity }, { resource, appointment }) =>
    `${resource} needs ${asked} of ${load} on the day of ${appointment} and can carry ${capacity}.`,
};
