import { describe, expect, test } from 'vitest';
import { findSlots, hold } from '../../../src/features/slots/contract.ts';
import { slotRequest } from '../../../src/features/slots/slot-request.ts';
import { bodyReader, refusalOf } from '../../support/body-reader.ts';

const NOW = Date.parse('2026-06-01T05:00:00Z');
const monday = { startDate: '2026-06-08T00:00', endDate: '2026-06-09T00:00', duration: 'PT1H' };
const slots = bodyReader(findSlots);
const requested = (more: object = {}) => slotRequest(slots.read({ ...monday, ...more }), 'Europe/Brussels', NOW);

describe('a request for slots', () => {
  test('is in the zone that it names, else in that of the tenant', () => {
    expect(requested()).toMatchObject({
      start: Date.parse('2026-06-07T22:00Z'),
      end: Date.parse('2026-06-08T22:00Z'),
      workMs: 3_600_000,
      grid: 15,
      limit: 50,
      timeZone: 'Europe/Brussels',
      task: undefined,
    });
    expect(requested({ options: { timeZone: 'utc' } }).start).toBe(Date.parse('2026-06-08T00:00Z'));
  });

  test.each<[string, Record<string, unknown>, string, string]>([
    ['a window in the past', { startDate: '2026-05-01', endDate: '2026-05-02' }, 'REQ014', 'endDate'],
    ['a task with a NUL', { taskNo: 'a\u0000b' }, 'REQ016', 'taskNo'],
    ['a task without its job', { taskNo: 'T', sourceApp: 'ERP', sourceType: 'S' }, 'REQ015', 'jobNo'],
    ['a window of no length', { endDate: monday.startDate }, 'REQ014', 'endDate'],
    ['a reversed window', { endDate: '2026-05-01' }, 'REQ014', 'endDate'],
    ['a window longer than a year', { endDate: '2027-06-10' }, 'REQ014', 'endDate'],
    ['no start', { startDate: undefined }, 'REQ015', 'startDate'],
    ['a duration of 0', { duration: 'PT0S' }, 'REQ014', 'duration'],
    ['a negative duration', { duration: '-PT1H' }, 'REQ014', 'duration'],
    ['a month', { duration: 'P1M' }, 'REQ014', 'duration'],
    ['a duration that is none', { duration: 'soon' }, 'REQ014', 'duration'],
    ['a grid that divides no day', { options: { granularity: 'PT7M' } }, 'REQ014', 'options.granularity'],
    ['a grid of seconds', { options: { granularity: 'PT90S' } }, 'REQ014', 'options.granularity'],
    ['an unknown zone', { options: { timeZone: 'Mars/Olympus' } }, 'REQ014', 'options.timeZone'],
    ['a negative distance', { options: { maxDistanceKm: -1 } }, 'REQ014', 'options.maxDistanceKm'],
    ['an unknown mode', { options: { locationMode: 'car' } }, 'REQ014', 'options.locationMode'],
    ['too many slots', { options: { limit: 1001 } }, 'REQ014', 'options.limit'],
    ['an unknown scorer', { scoring: { weights: { beauty: 1 } } }, 'REQ010', 'scoring.weights.beauty'],
    ['no weight', { scoring: { weights: { earliest: 0, distance: 0 } } }, 'REQ014', 'scoring.weights'],
    ['a negative weight', { scoring: { weights: { earliest: -1 } } }, 'REQ014', 'scoring.weights.earliest'],
    ['a weight that is no number', { scoring: { weights: { earliest: 'NaN' } } }, 'REQ014', 'scoring.weights.earliest'],
    ['a latitude beyond the pole', { location: { latitude: 91, longitude: 4 } }, 'REQ014', 'location'],
  ])('refuses %s, and names the property', (_what, more, code, parameter) => {
    expect(refusalOf(() => requested(more))).toMatchObject({ code, parameter });
  });
});

test('a slot is held for 15 minutes, or up to a day', () => {
  const holding = bodyReader(hold);
  expect(holding.read({ token: 't' }).minutes).toBe(15);
  expect(holding.refusal({ token: 't', minutes: 1441 })).toMatchObject({ code: 'REQ014', parameter: 'minutes' });
  expect(holding.refusal({})).toMatchObject({ code: 'REQ015', parameter: 'token' });
});
