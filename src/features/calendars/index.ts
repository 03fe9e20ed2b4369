import type { Feature } from '../../records/feature.ts';
import { writeCalendars } from './calendar-writer.ts';

export const calendarsFeature: Feature<object> = {
  name: 'calendars',
  writers: () => ({
    calendar: writeCalendars,
  }),
};
