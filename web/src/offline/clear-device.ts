export { ownerOf } from './action.ts';

import { actionsOf, eraseAll } from './store.ts';

/** How many actions of a user are not sent yet. */
export const unsentCount = async (owner: string): Promise<number> => (await actionsOf(owner)).length;

/** Takes everything of a person off the device. */
export const clearDevice = (owner: string): Promise<void> => eraseAll(owner);
