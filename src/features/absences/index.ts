import type { HasPublicAddress } from '../../platform/http/public-address.ts';
import type { Feature } from '../../records/feature.ts';
import { absenceRoutes } from './absence-routes.ts';
import { absenceSchema } from './absence-schemas.ts';
import { absenceWriter } from './absence-writer.ts';

export const absencesFeature: Feature<Parameters<typeof absenceRoutes>[1] & HasPublicAddress> = {
  name: 'absences',
  routes(app, deps) {
    absenceRoutes(app, deps);
  },
  schemas: () => [absenceSchema()],
  writers: (deps) => ({ absence: absenceWriter(deps) }),
};
