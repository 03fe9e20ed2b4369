import { inSteps, type Work } from './in-steps.ts';

/** Does the work for one item after the other until the answer is there, or all is done. Who needs the rest does it when it is needed. */
export async function untilAnswered<Item>(
  answer: Promise<unknown>,
  items: readonly Item[],
  work: Work<Item>,
): Promise<void> {
  let isAnswered = false;
  const answered = (): void => {
    isAnswered = true;
  };
  answer.then(answered, answered);
  await inSteps(items, work, () => isAnswered);
}
