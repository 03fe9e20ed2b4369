import { totalmem } from 'node:os';
import { describe, expect, test } from 'vitest';
import { settingArguments, sharedBuffers } from '../../../../src/platform/postgres/embedded/settings.ts';

const GB = 1_073_741_824;

const given = (own: Readonly<Record<string, string>>): readonly string[] =>
  settingArguments(own).filter((each) => each.startsWith('shared_buffers='));

describe('the pages that the private PostgreSQL keeps in memory', () => {
  test.each([
    [GB / 4, '128MB'],
    [GB / 2, '128MB'],
    [GB, '256MB'],
    [1.5 * GB, '384MB'],
    [2 * GB, '512MB'],
    [64 * GB, '512MB'],
    [GB + 1_500_000, '256MB'],
  ])('of %d bytes take %s', (memory, buffers) => {
    expect(sharedBuffers(memory)).toBe(buffers);
  });

  test('take a quarter of the memory of this machine at most', () => {
    const [, megabytes] = /^shared_buffers=(\d+)MB$/.exec(given({})[0] ?? '') ?? [];
    expect(Number(megabytes)).toBeGreaterThanOrEqual(128);
    expect(Number(megabytes)).toBeLessThanOrEqual(Math.max(128, totalmem() / 4 / 1_048_576));
  });

  test('can be set', () => {
    expect(given({ shared_buffers: '64MB' })).toEqual(['shared_buffers=64MB']);
  });
});
