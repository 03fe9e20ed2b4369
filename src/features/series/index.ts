import type { Feature } from '../../records/feature.ts';
import { writeAnswerWith } from '../../records/routes/record-schemas.ts';
import { seriesRoutes } from './series-routes.ts';
import { seriesAnswer, seriesEndAnswer } from './series-schemas.ts';

export const seriesFeature: Feature<Parameters<typeof seriesRoutes>[1]> = {
  name: 'series',
  routes(app, deps) {
    seriesRoutes(app, deps);
  },
  schemas: () => [writeAnswerWith('SeriesAnswer', seriesAnswer), writeAnswerWith('SeriesEndAnswer', seriesEndAnswer)],
};
