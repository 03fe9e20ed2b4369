import type { AppointmentFacts, Rule } from './facts.ts';

export const outOfService: Rule<AppointmentFacts> = {
  key: 'outOfService',
  severity: 'error',
  about:
    'The resource is not in service (InServiceFrom, InServiceTill) during all of the appointment. A resource that is no longer shown (DoNotShow) is a warning.',
  check: ({ start, end, resources }) =>
    resources.flatMap(({ id, inService, doNotShow }) => {
      if (start < inService.start || end > inService.end)
        return [{ resourceId: id, start, end, detail: { reason: 'service' } }];
      return doNotShow
        ? [{ severity: 'warning' as const, resourceId: id, start, end, detail: { reason: 'hidden' } }]
        : [];
    }),
  tell: (detail, { resource, appointment }) =>
    detail['reason'] === 'hidden'
      ? `${resource} is no longer shown to planners, but has ${appointment}.`
      : `${resource} is not in service during all of ${appointment}.`,
};
