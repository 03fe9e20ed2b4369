import type { Feature, Needs } from '../../records/feature.ts';
import { remindOfHours, scheduleReminders } from './remind-of-hours.ts';
import { writeTimeEntries } from './time-entry.ts';
import { timeRoutes } from './time-routes.ts';
import { timeSchemas } from './time-schemas.ts';
import { timeSessionWriter } from './time-session.ts';

export const timeFeature: Feature<
  Parameters<typeof timeRoutes>[1] &
    Parameters<typeof timeSessionWriter>[0] &
    Needs<typeof remindOfHours> &
    Needs<typeof scheduleReminders>
> = {
  name: 'time',
  routes(app, deps) {
    timeRoutes(app, deps);
  },
  schemas: () => timeSchemas(),
  writers: (deps) => ({
    timeEntry: writeTimeEntries,
    timeSession: timeSessionWriter(deps),
  }),
  jobs: [remindOfHours],
  nightly: [scheduleReminders],
};
