import type { Feature, Needs } from '../../records/feature.ts';
import { addPartitions } from './add-partitions.ts';
import { forgetExpired } from './forget-expired.ts';
import { remindOfKeys } from './remind-of-keys.ts';
import { retryGeocoding } from './retry-geocoding.ts';
import { trimLog } from './trim-log.ts';

export const nightlyFeature: Feature<
  Needs<typeof addPartitions> &
    Needs<typeof forgetExpired> &
    Needs<typeof retryGeocoding> &
    Needs<typeof remindOfKeys> &
    Needs<typeof trimLog>
> = {
  name: 'nightly',
  nightly: [addPartitions, forgetExpired, retryGeocoding, remindOfKeys, trimLog],
};
