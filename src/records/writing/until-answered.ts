/** So many items at a time take less than a millisecond. */
const STEP = 32;

/** Does the work for one item after the other until the answer is there, or all is done. Who needs the rest does it when it is needed. */
export async function untilAnswered<Item>(
  answer: Promise<unknown>,
  items: readonly Item[],
  work: (item: Item) => unknown,
): Promise<void> {
  let isAnswered = false;
  const answered = (): void => {
    isAnswered = true;
  };
  answer.then(answered, answered);
  for (let at = 0; at < items.length && !isAnswered; at++) {
    work(items[at] as Item);
    if (at % STEP === STEP - 1) await new Promise(setImmediate);
  }
}
