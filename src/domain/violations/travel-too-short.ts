import type { Rule, TravelFacts } from './facts.ts';
import { lengthText } from './length-text.ts';

const MINUTE_MS = 60_000;
/** A longer pause is a night: where somebody spent it is unknown. */
export const LONGEST_PAUSE_MS = 12 * 60 * MINUTE_MS;

export const travelTooShort: Rule<TravelFacts> = {
  key: 'travelTooShort',
  severity: 'warning',
  about:
    'The time between two consecutive appointments of a resource is at least a minute shorter than the travel time between their locations. Not checked: overlaps, pauses of 12 hours or more, all-day appointments, locations that are unknown, resources with BulkPlanning.',
  check({ resourceId, earlier, later, travelInSeconds, distanceInMetres, source }) {
    const pause = later.start - earlier.end;
    if (pause < 0 || pause >= LONGEST_PAUSE_MS || travelInSeconds * 1000 - pause < MINUTE_MS) return [];
    return [
      {
        appointmentId: later.id,
        otherId: earlier.id,
        resourceId,
        start: earlier.end,
        end: earlier.end + travelInSeconds * 1000,
        detail: { travelInSeconds, availableInSeconds: Math.floor(pause / 1000), distanceInMetres, source },
      },
    ];
  },
  tell: (detail, { resource, appointment, other }) => {
    const available = Number(detail['availableInSeconds']);
    const has = available === 0 ? 'no time' : lengthText(available);
    return `${resource} has ${has} to travel from ${other} to ${appointment}, which takes ${lengthText(Number(detail['travelInSeconds']))}.`;
  },
};
