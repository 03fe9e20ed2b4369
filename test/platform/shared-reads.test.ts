import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { SharedReads } from '../../src/platform/shared-reads.ts';

describe('reads that are asked for together', () => {
  it('are done once, after the last of them was asked for', async () => {
    const reads = new SharedReads<string, number>();
    let [done, state] = [0, 1];
    const read = async (): Promise<number> => {
      done++;
      return state;
    };
    const first = reads.read('a', read);
    state = 2;
    const second = reads.read('a', read);
    expect(await Promise.all([first, second])).toEqual([2, 2]);
    expect(done).toBe(1);
  });

  it('do not join a read that has begun', async () => {
    const reads = new SharedReads<string, number>();
    let state = 1;
    let finish = (): void => {};
    const slow = reads.read('a', async () => {
      const seen = state;
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      return seen;
    });
    await nextTurn();
    state = 2;
    expect(await reads.read('a', async () => state)).toBe(2);
    finish();
    expect(await slow).toBe(1);
  });

  it('are separate for each key, and a failure is not kept', async () => {
    const reads = new SharedReads<string, number>();
    const failed = reads.read('a', () => Promise.reject(new Error('lost')));
    const other = reads.read('b', async () => 3);
    await expect(failed).rejects.toThrow('lost');
    expect(await other).toBe(3);
    expect(await reads.read('a', async () => 4)).toBe(4);
  });
});
