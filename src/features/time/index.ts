import type { Feature } from '../../records/feature.ts';
import { writeTimeEntries } from './time-entry.ts';
import { timeRoutes } from './time-routes.ts';
import { timeSchemas } from './time-schemas.ts';
import { timeSessionWriter } from './time-session.ts';
import { timeWriteRoutes } from './time-writes-routes.ts';
import { timesheetRoutes } from './timesheet-routes.ts';

export const timeFeature: Feature<
  Parameters<typeof timeRoutes>[1] &
    Parameters<typeof timeWriteRoutes>[1] &
    Parameters<typeof timesheetRoutes>[1] &
    Parameters<typeof timeSessionWriter>[0]
> = {
  name: 'time',
  routes(app, deps) {
    timeRoutes(app, deps);
    timeWriteRoutes(app, deps);
    timesheetRoutes(app, deps);
  },
  schemas: () => timeSchemas(),
  writers: (deps) => ({
    timeEntry: writeTimeEntries,
    timeSession: timeSessionWriter(deps),
  }),
};
