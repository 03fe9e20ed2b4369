export const SINGLE = 0;
/** A team, or tasks that are linked. */
export const LINKED = 1;
export const CONTAINER = 2;
