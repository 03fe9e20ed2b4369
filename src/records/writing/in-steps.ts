/** So many items at a time take less than a millisecond. */
const STEP = 32;

/** Does the work for one item after the other, and lets others have their turn: answers of the database arrive, and what waits for them is sent. */
export async function inSteps<Item>(
  items: readonly Item[],
  work: (item: Item) => unknown,
  isOver: () => boolean = () => false,
): Promise<void> {
  for (let at = 0; at < items.length && !isOver(); at++) {
    work(items[at] as Item);
    if (at % STEP === STEP - 1) await new Promise(setImmediate);
  }
}
