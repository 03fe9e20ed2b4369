import type { Feature } from '../../records/feature.ts';
import { writeCalendars } from './calendar-writer.ts';
import { calendarRoutes } from './calendars-routes.ts';

export const calendarsFeature: Feature<Parameters<typeof calendarRoutes>[1]> = {
  name: 'calendars',
  routes(app, deps) {
    calendarRoutes(app, deps);
  },
  writers: () => ({
    calendar: writeCalendars,
  }),
};
