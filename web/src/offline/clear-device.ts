export { ownerOf } from './action.ts';

import { actionsOf, eraseAll } from './store.ts';

/** How many actions of a user are not sent yet. */
export const unsentCount = async (owner: string): Promise<number> => (await actionsOf(owner)).length;

/** Deletes all data of a user from the device. */
export const clearDevice = (owner: string): Promise<void> => eraseAll(owner);
