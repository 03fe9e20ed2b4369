import { describe, expect, test } from 'vitest';
import { acknowledgeBatch, createCursor, leaseBatch } from '../../../src/features/connectors/cursors-contract.ts';
import {
  acknowledgeDelivery,
  connectorSending,
  type ReplayBody,
} from '../../../src/features/connectors/receivers-contract.ts';
import { replayOf } from '../../../src/features/connectors/replay.ts';
import { registerWebhook } from '../../../src/features/connectors/webhooks-contract.ts';
import { readBy } from '../../support/read-contract.ts';

const GUID = '0f8fad5b-d9cb-469f-a165-70867728950e';
const OTHER_GUID = '7c9e6679-7425-40de-944b-e07fc1f90ae7';

describe('a cursor', () => {
  const read = (sent: unknown) => readBy(createCursor.body, sent);

  test('is read with entities in one text or in several, and numbers as texts', () => {
    expect(read({ Name: ' nav ', entity: 'Job,Task', sourceApp: 'ERP', after: '5' }).read).toEqual({
      name: 'nav',
      entity: ['Job', 'Task'],
      sourceApp: ['ERP'],
      after: 5,
    });
    expect(read({ name: 'nav', entity: ['Job', 'Task'] }).read).toMatchObject({
      entity: ['Job', 'Task'],
      sourceApp: [],
    });
    expect(read({ name: 'nav', entities: 'Job' }).warnings).toMatchObject([{ parameter: 'entities' }]);
  });

  test.each<[unknown, string, string | undefined]>([
    [{}, 'REQ015', 'name'],
    [{ name: 'a/b' }, 'REQ014', 'name'],
    [{ name: 'a\\b' }, 'REQ014', 'name'],
    [{ name: 'x'.repeat(101) }, 'REQ014', 'name'],
    [{ name: 'a\u0000' }, 'REQ016', 'name'],
    [{ name: 'n', entity: [{}] }, 'REQ014', 'entity'],
    [{ name: 'n', sourceApp: 'a\u0000' }, 'REQ016', 'sourceApp'],
    [{ name: 'n', after: -1 }, 'REQ014', 'after'],
    [{ name: 'n', after: 1.5 }, 'REQ014', 'after'],
    ['text', 'REQ007', undefined],
  ])('%j is refused with %s', (sent, code, parameter) => {
    expect(read(sent)).toEqual({ code, ...(parameter ? { parameter } : {}) });
  });

  test('hands out between 1 and 10,000 changes for between a second and an hour', () => {
    expect(readBy(leaseBatch.body, {}).read).toEqual({ limit: 1000, seconds: 60 });
    expect(readBy(leaseBatch.body, { limit: 10_000, seconds: 3600 }).read).toEqual({ limit: 10_000, seconds: 3600 });
    for (const sent of [{ limit: 0 }, { limit: 10_001 }, { limit: 1.5 }, { seconds: 0 }, { seconds: 3601 }])
      expect(readBy(leaseBatch.body, sent)).toEqual({ code: 'REQ014', parameter: Object.keys(sent)[0] });
    expect(readBy(acknowledgeBatch.body, {})).toEqual({ code: 'REQ015', parameter: 'lease' });
  });
});

describe('a webhook', () => {
  const notificationURL = 'https://flow.example';
  const read = (sent: unknown) => readBy(registerWebhook.body, sent);

  test('is read as far as it was sent', () => {
    expect(read({ NotificationUrl: notificationURL, changeType: 'created' }).read).toEqual({
      notificationURL,
      sourceApp: undefined,
      name: undefined,
      resource: undefined,
      changeType: ['created'],
    });
  });

  test.each<[object, string, string]>([
    [{ notificationURL: undefined }, 'REQ015', 'notificationURL'],
    [{ notificationURL: `https://flow.example/${'x'.repeat(1000)}` }, 'REQ013', 'notificationURL'],
    [{ sourceApp: 'x'.repeat(31) }, 'REQ013', 'sourceApp'],
    [{ name: 'x'.repeat(201) }, 'REQ013', 'name'],
    [{ name: 'a\u0000b' }, 'REQ016', 'name'],
    [{ resource: 'x'.repeat(201) }, 'REQ013', 'resource'],
    [{ changeType: ['created', {}] }, 'REQ014', 'changeType[1]'],
    [{ changeType: ['x'.repeat(51)] }, 'REQ013', 'changeType[0]'],
  ])('%j is refused with %s', (more, code, parameter) => {
    expect(read({ notificationURL, ...more })).toEqual({ code, parameter });
  });
});

describe('a signing secret', () => {
  test('overlaps with the previous one for a day, and for no longer than two weeks', () => {
    const { body } = connectorSending.createSecret;
    expect(readBy(body, {}).read).toEqual({ overlapHours: 24 });
    expect(readBy(body, { overlapHours: '0.5' }).read).toEqual({ overlapHours: 0.5 });
    for (const overlapHours of [-1, 337, 'long'])
      expect(readBy(body, { overlapHours })).toEqual({ code: 'REQ014', parameter: 'overlapHours' });
  });
});

describe('deliveries', () => {
  test.each(['limit=0', 'limit=1001', 'page=0', 'status=lost'])('are not listed with %s', (query) => {
    const [parameter = '', value] = query.split('=');
    const read = readBy(connectorSending.listDeliveries.query, { [parameter]: value }, { isQuery: true });
    expect(read).toEqual({ code: 'REQ008', parameter });
  });

  test('are listed a hundred at a time, of all statuses', () => {
    const read = (sent: object) => readBy(connectorSending.listDeliveries.query, sent, { isQuery: true }).read;
    expect(read({})).toEqual({ page: 1, limit: 100, status: undefined });
    expect(read({ status: 'Dead' })).toMatchObject({ status: 'dead' });
  });

  test.each<[unknown, string, string | undefined]>([
    [{}, 'REQ015', 'status'],
    [{ status: 'done' }, 'REQ014', 'status'],
    [{ status: 'refused', message: 'x'.repeat(501) }, 'REQ013', 'message'],
    [{ status: 'refused', message: 'a\u0000' }, 'REQ016', 'message'],
    [[], 'REQ007', undefined],
  ])('are not acknowledged with %j', (sent, code, parameter) => {
    expect(readBy(acknowledgeDelivery.body, sent)).toEqual({ code, ...(parameter ? { parameter } : {}) });
  });
});

describe('a replay', () => {
  const replayed = (sent: object) => {
    const { read, ...refused } = readBy(connectorSending.replay.body, sent);
    if (!read) return refused;
    try {
      return replayOf(read as ReplayBody, 'Europe/Brussels');
    } catch (error) {
      const { code, parameter } = (error as { detail: { code: string; parameter: string } }).detail;
      return { code, parameter };
    }
  };

  test('selects deliveries by ids, or by a range of change numbers or times', () => {
    expect(replayed({ deliveryId: GUID })).toEqual({ ids: [GUID] });
    expect(replayed({ deliveryIds: [GUID, OTHER_GUID] })).toEqual({ ids: [GUID, OTHER_GUID] });
    expect(replayed({ from: 1, to: '2' })).toEqual({ fromNo: 1, toNo: 2 });
    expect(replayed({ from: '2026-01-01', to: '2026-01-01T12:00Z' })).toEqual({
      fromAt: Date.parse('2025-12-31T23:00Z'),
      toAt: Date.parse('2026-01-01T12:00Z'),
    });
  });

  test.each<[object, string, string]>([
    [{ deliveryId: 'x' }, 'APP001', 'deliveryId'],
    [{ deliveryIds: [GUID, 'nonsense'] }, 'APP001', 'deliveryIds'],
    [{ deliveryIds: Array.from({ length: 1001 }, () => GUID) }, 'REQ014', 'deliveryIds'],
    [{ deliveryId: GUID, deliveryIds: [GUID] }, 'REQ014', 'deliveryId'],
    [{ deliveryId: GUID, from: 1, to: 2 }, 'REQ014', 'deliveryId'],
    [{}, 'REQ015', 'from'],
    [{ from: 1 }, 'REQ015', 'to'],
    [{ from: 2, to: 1 }, 'REQ014', 'to'],
    [{ from: 'then', to: 'now' }, 'REQ014', 'from'],
    [{ from: 1, to: '2026-01-01' }, 'REQ014', 'from'],
    [{ from: '2026-01-02', to: '2026-01-01' }, 'REQ014', 'to'],
  ])('of %.100j is refused with %s', (sent, code, parameter) => {
    expect(replayed(sent)).toEqual({ code, parameter });
  });
});
