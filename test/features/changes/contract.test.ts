import { describe, expect, test } from 'vitest';
import { changesQuery, undoBody } from '../../../src/features/changes/contract.ts';
import { isBackwards } from '../../../src/features/changes/read-changes-back.ts';
import { readBy } from '../../support/read-contract.ts';

const read = (query: string) => readBy(changesQuery, Object.fromEntries(new URLSearchParams(query)), { isQuery: true });

describe('the query of changes', () => {
  test('has a limit and a start only if they were sent: what follows from their absence depends on the order', () => {
    expect(read('').read).toMatchObject({ after: undefined, limit: undefined, wait: 0, order: 'asc', entity: [] });
    expect(read('after=0&order=DESC&entity=job, Task&sourceApp=a,b').read).toMatchObject({
      after: 0,
      order: 'desc',
      entity: ['job', 'Task'],
      sourceApp: ['a,b'],
    });
  });

  test.each([
    'wait=61',
    'wait=-1',
    'wait=x',
    'after=-1',
    'after=x',
    'after=1.5',
    'limit=10001',
    'limit=0',
    'limit=x',
    'order=up',
    'before=0',
    'id=x',
    'key=%00',
    'actor=%00',
    'from=then',
    'sourceApp=%00',
  ])('%s is refused and names the parameter', (query) => {
    expect(read(query)).toEqual({ code: 'REQ008', parameter: query.split('=')[0] });
  });

  test.each(['before=5', 'id=1', 'key=x', 'actor=x', 'requestId=x', 'from=2020-01-01', 'to=2020-01-01'])(
    '%s is refused without order=desc',
    (query) => {
      const [backwards, forwards] = [read(`order=desc&${query}`).read, read(query).read];
      expect(backwards && isBackwards(backwards)).toBe(true);
      expect(() => forwards && isBackwards(forwards)).toThrow(
        `${query.split('=')[0]}: can only be used with order=desc.`,
      );
    },
  );
});

test.each<[unknown, object]>([
  [{ REQUESTID: 'a' }, { read: { requestId: 'a' }, warnings: [] }],
  [{ requestId: ' a\u0000' }, { read: { requestId: ' a\u0000' }, warnings: [] }],
  [{ requestId: '' }, { read: { requestId: undefined }, warnings: [] }],
  [{ requestId: 5 }, { code: 'REQ007', parameter: 'requestId' }],
  [[], { code: 'REQ007' }],
  [null, { code: 'REQ007' }],
])('the request to undo in %j is read as an exact text', (sent, wanted) => {
  expect(readBy(undoBody, sent)).toEqual(wanted);
});
