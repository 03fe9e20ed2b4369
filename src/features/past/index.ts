import type { Feature, Needs } from '../../records/feature.ts';
import { forgetPast } from './forget-past.ts';

/** Everything that can be read of the plan, as it was at a past moment. */
export const pastFeature: Feature<Needs<typeof forgetPast>> = {
  name: 'past',
  nightly: [forgetPast],
};
