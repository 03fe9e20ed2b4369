import type { Feature, Needs } from '../../records/feature.ts';
import { forgetExpired } from './forget-expired.ts';
import { remindOfKeys } from './remind-of-keys.ts';
import { seekPlaces } from './seek-places.ts';
import { trimLog } from './trim-log.ts';

export const nightlyFeature: Feature<
  Needs<typeof forgetExpired> & Needs<typeof seekPlaces> & Needs<typeof remindOfKeys> & Needs<typeof trimLog>
> = {
  name: 'nightly',
  nightly: [forgetExpired, seekPlaces, remindOfKeys, trimLog],
};
