import { describe, expect, test } from 'vitest';
import { openStream, sendMessages } from '../../../src/features/live/contract.ts';
import { readBy } from '../../support/read-contract.ts';

describe('messages', () => {
  const read = (sent: unknown) => readBy(sendMessages.body, sent);

  test('are one object or a list; severities are numbers or names, Info unless sent', () => {
    expect(read({ TEXT: ' Hello ', severity: 'warning' }).read).toEqual([
      { text: 'Hello', severity: 3, user: undefined },
    ]);
    expect(read([{ text: 5 }, { text: 'b', severity: '0', user: 'a@example.com' }]).read).toEqual([
      { text: '5', severity: 2, user: undefined },
      { text: 'b', severity: 0, user: 'a@example.com' },
    ]);
    expect(read([]).read).toEqual([]);
  });

  test.each<[unknown, string, string | undefined]>([
    [{}, 'REQ015', 'text'],
    [{ text: '  ' }, 'REQ015', 'text'],
    [{ text: 5, severity: 6 }, 'REQ014', 'severity'],
    [{ text: 'x', severity: 'loud' }, 'REQ014', 'severity'],
    [{ text: 'x', severity: [1] }, 'REQ014', 'severity'],
    [{ text: 'x'.repeat(1001) }, 'REQ013', 'text'],
    [{ text: 'a\u0000b' }, 'REQ016', 'text'],
    [{ text: 'x', user: 'u'.repeat(321) }, 'REQ013', 'user'],
    [[{ text: 'x' }, { text: 'y', severity: 9 }], 'REQ014', '[1].severity'],
    ['text', 'REQ007', undefined],
    [[null], 'REQ007', undefined],
  ])('%j is refused', (sent, code, parameter) => {
    expect(read(sent)).toEqual({ code, ...(parameter ? { parameter } : {}) });
  });
});

describe('the query of a stream', () => {
  const read = (sent: object) => readBy(openStream.query, sent, { isQuery: true });

  test('has names in any case; entities and events may be repeated or separated by commas', () => {
    const sent = {
      LASTEVENTID: '5',
      entity: ['Job', 'Task,Resource'],
      sourceApp: ['ERP', 'CRM'],
      events: 'Message,change',
    };
    expect(read(sent).read).toEqual({
      lastEventId: 5,
      after: undefined,
      entity: ['Job', 'Task', 'Resource'],
      sourceApp: ['ERP', 'CRM'],
      events: ['message', 'change'],
    });
  });

  test.each([
    [{ after: 'x' }, 'after'],
    [{ after: '1.5' }, 'after'],
    [{ lastEventId: '-1' }, 'lastEventId'],
    [{ events: 'weather' }, 'events'],
    [{ events: 'change,weather' }, 'events'],
  ])('%j is refused', (sent, parameter) => {
    expect(read(sent)).toEqual({ code: 'REQ008', parameter });
  });
});
