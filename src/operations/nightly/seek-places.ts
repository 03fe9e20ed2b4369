import { seekPlacesAgain } from '../../storage/nightly-store.ts';
import type { NightlyTask } from './nightly-task.ts';

/** Addresses that were not found are looked for again: a map may have learnt of them. */
export const seekPlaces: NightlyTask = {
  name: 'look again for addresses',
  run: async ({ db }) => ({ addresses: await seekPlacesAgain(db) }),
};
