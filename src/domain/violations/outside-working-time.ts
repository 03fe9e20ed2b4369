import { intersect, subtract, totalLength } from '../time/interval.ts';
import type { AppointmentFacts, Found, ResourceFacts, Rule } from './facts.ts';
import { lengthText } from './length-text.ts';

export const outsideWorkingTime: Rule<AppointmentFacts> = {
  key: 'outsideWorkingTime',
  severity: 'warning',
  about:
    'A part of the appointment is outside the working time of its resource. An all-day appointment needs only some working time. Tasks with IgnoreCalendars are not checked.',
  check: (facts) => (facts.task.ignoreCalendars ? [] : facts.resources.flatMap((resource) => of(facts, resource))),
  tell: (detail, { resource, appointment }) =>
    `${resource} does not work during ${lengthText(Number(detail['outsideInSeconds']))} of ${appointment}.`,
};

function of({ start, end, isAllDay }: AppointmentFacts, resource: ResourceFacts): Found[] {
  // What lies outside its service is for the rule outOfService to tell.
  const within = intersect([{ start, end }], [resource.inService]);
  const working = resource.workingIn({ start, end });
  if (isAllDay && working.length > 0) return [];
  const outside = subtract(within, working);
  const [first, last] = [outside[0], outside.at(-1)];
  if (first === undefined || last === undefined) return [];
  return [
    {
      resourceId: resource.id,
      start: first.start,
      end: last.end,
      detail: { outsideInSeconds: Math.round(totalLength(outside) / 1000) },
    },
  ];
}
