/** So many items at a time take less than a millisecond. */
const STEP = 32;

export interface Work<Item> {
  do(item: Item): unknown;
}

/**
 * Does the work for one item after the other, and lets others have their turn: answers of the database arrive, and what waits for them is sent. It
 * can be over after each step.
 */
export async function inSteps<Item>(
  items: readonly Item[],
  work: Work<Item>,
  isOver: () => boolean = () => false,
): Promise<void> {
  for (let from = 0; from < items.length && !isOver(); from += STEP) {
    const to = Math.min(from + STEP, items.length);
    for (let at = from; at < to; at++) work.do(items[at] as Item);
    if (to - from === STEP) await new Promise(setImmediate);
  }
}
