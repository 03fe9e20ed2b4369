import type { Feature } from '../../records/feature.ts';
import { publicHolidayRoutes } from './public-holiday-routes.ts';

export const publicHolidaysFeature: Feature<Parameters<typeof publicHolidayRoutes>[1]> = {
  name: 'public-holidays',
  routes(app, deps) {
    publicHolidayRoutes(app, deps);
  },
};
