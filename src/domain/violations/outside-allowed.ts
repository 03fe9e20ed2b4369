import type { AppointmentFacts, Found, Rule } from './facts.ts';
import { endOfLimit } from './limit.ts';

export const outsideAllowed: Rule<AppointmentFacts> = {
  key: 'outsideAllowed',
  severity: 'error',
  about:
    'The appointment starts before AppointmentEarliestAllowed of its task, or ends after AppointmentLatestAllowed.',
  check({ start, end, task, zone }) {
    const found: Found[] = [];
    if (task.earliestAllowed !== null && start < task.earliestAllowed)
      found.push({ part: 'earliest', start, end, detail: { earliestAllowed: task.earliestAllowed } });
    if (task.latestAllowed !== null && end > endOfLimit(task.latestAllowed, zone))
      found.push({ part: 'latest', start, end, detail: { latestAllowed: task.latestAllowed } });
    return found;
  },
  tell: (detail, { appointment, task, moment }) =>
    'earliestAllowed' in detail
      ? `${appointment} starts before ${moment(Number(detail['earliestAllowed']))}, the earliest that ${task} allows.`
      : `${appointment} ends after ${moment(Number(detail['latestAllowed']))}, the latest that ${task} allows.`,
};
