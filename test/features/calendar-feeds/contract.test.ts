import { describe, expect, test } from 'vitest';
import { createFeed } from '../../../src/features/calendar-feeds/contract.ts';
import { readBy } from '../../support/read-contract.ts';

describe('the body of a calendar feed', () => {
  const read = (sent: unknown) => readBy(createFeed.body, sent);

  test('is a resource, and is not private unless it says so', () => {
    expect(read({ ResourceNo: ' R1 ' }).read).toEqual({ resourceNo: 'R1', private: false, name: undefined });
    expect(read({ resourceNo: 7, private: true, name: 'For Anna' }).read).toEqual({
      resourceNo: '7',
      private: true,
      name: 'For Anna',
    });
  });

  test.each<[unknown, object]>([
    [{}, { code: 'REQ015', parameter: 'resourceNo' }],
    [{ resourceNo: 'R\u00001' }, { code: 'REQ016', parameter: 'resourceNo' }],
    [
      { resourceNo: 'R1', private: 'perhaps' },
      { code: 'REQ014', parameter: 'private' },
    ],
    [
      { resourceNo: 'R1', name: 'x'.repeat(101) },
      { code: 'REQ013', parameter: 'name' },
    ],
    [
      { resourceNo: 'R1', name: '\ud800' },
      { code: 'REQ016', parameter: 'name' },
    ],
    [[], { code: 'REQ007' }],
  ])('%j is refused', (sent, refusal) => {
    expect(read(sent)).toEqual(refusal);
  });
});
