import { expect, test, vi } from 'vitest';
import { LongWork } from '../../src/platform/long-work.ts';

async function restsAfter(ms: number): Promise<boolean> {
  const now = vi.spyOn(performance, 'now').mockReturnValue(0);
  try {
    const work = new LongWork();
    let hadTurn = false;
    setImmediate(() => {
      hadTurn = true;
    });
    now.mockReturnValue(ms);
    await work.rest();
    return hadTurn;
  } finally {
    now.mockRestore();
  }
}

test('goes on while its turn is short, and then lets others have theirs', async () => {
  expect(await restsAfter(1)).toBe(false);
  expect(await restsAfter(50)).toBe(true);
});
