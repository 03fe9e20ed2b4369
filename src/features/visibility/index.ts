import { serve } from '../../platform/contract/route.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import type { Feature } from '../../records/feature.ts';
import * as contract from './contract.ts';
import { explainVisibility } from './explain-visibility.ts';

export const visibilityFeature: Feature<HasDatabase> = {
  name: 'visibility',
  routes(app, deps) {
    serve(app, contract.showVisibility, ({ caller, query }) => explainVisibility(deps, caller, query));
  },
};
