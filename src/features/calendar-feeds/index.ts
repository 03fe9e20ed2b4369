import type { Feature } from '../../records/feature.ts';
import { calendarFeedRoutes } from './calendar-feeds-routes.ts';

export const calendarFeedsFeature: Feature<Parameters<typeof calendarFeedRoutes>[1]> = {
  name: 'calendar-feeds',
  routes(app, deps) {
    calendarFeedRoutes(app, deps);
  },
};
