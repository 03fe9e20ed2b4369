import type { Feature, Needs } from '../../records/feature.ts';
import { writeAnswerWith } from '../../records/routes/record-schemas.ts';
import { optimizationRoutes } from './optimization-routes.ts';
import { applyAnswer, runSchema } from './optimization-schemas.ts';
import { optimizeJob } from './run-optimization.ts';
import { writeBreaks } from './write-breaks.ts';

export const optimizationFeature: Feature<Parameters<typeof optimizationRoutes>[1] & Needs<typeof optimizeJob>> = {
  name: 'optimization',
  routes(app, deps) {
    optimizationRoutes(app, deps);
  },
  schemas: () => [writeAnswerWith('ApplyAnswer', applyAnswer), runSchema],
  writers: () => ({ resourceBreak: writeBreaks }),
  jobs: [optimizeJob],
};
