import type { AppointmentFacts, Rule } from './facts.ts';
import { endOfLimit } from './limit.ts';

export const pastDeadline: Rule<AppointmentFacts> = {
  key: 'pastDeadline',
  severity: 'error',
  about: 'The appointment ends after the DeadLine of its task.',
  check: ({ start, end, task, zone }) =>
    task.deadLine !== null && end > endOfLimit(task.deadLine, zone)
      ? [{ start, end, detail: { deadLine: task.deadLine } }]
      : [],
  tell: (detail, { appointment, task, moment }) =>
    `${appointment} ends after the deadline of ${task}, ${moment(Number(detail['deadLine']))}.`,
};
