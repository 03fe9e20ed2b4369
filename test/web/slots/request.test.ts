import { describe, expect, test } from 'vitest';
import { bestTimes, cardsOf } from '../../../web/src/slots/cards.ts';
import {
  bodyOf,
  coordinatesIn,
  forAnotherTask,
  initialRequest,
  relax,
  type Slot,
} from '../../../web/src/slots/slot-request.ts';
import { clockOn, spanOn } from '../../../web/src/slots/slot-time.ts';
import { stripOf } from '../../../web/src/slots/strip.ts';

const ZONE = 'Europe/Brussels';
const task = { sourceApp: 'ERP', sourceType: 'SERVICE', jobNo: 'J1', taskNo: 'T1' };
const request = initialRequest('2026-07-02');
const help = (change: string, value: string | number) => ({ change, value, detail: '', slots: 1 });

describe('a question', () => {
  test('covers the last day as a whole, in the zone of the planner', () => {
    expect(bodyOf(request, task, ZONE, undefined)).toEqual({
      startDate: '2026-07-02',
      endDate: '2026-07-16',
      options: {
        timeZone: ZONE,
        granularity: 'PT15M',
        locationMode: 'route',
        limit: 100,
        slotsPerResource: 40,
        rejected: 'all',
      },
      ...task,
    });
  });

  test('is none before it is known how long the work takes', () => {
    expect(bodyOf(request, undefined, ZONE, undefined)).toBeUndefined();
    expect(bodyOf({ ...request, minutes: 90 }, undefined, ZONE, undefined)).toMatchObject({ duration: 'PT90M' });
    expect(bodyOf({ ...request, to: '' }, task, ZONE, undefined)).toBeUndefined();
  });

  test('has a place when one is found, and only then a distance without a task', () => {
    const far = { ...request, minutes: 60, maxKm: 5 };
    expect(bodyOf(far, undefined, ZONE, undefined)?.options).not.toHaveProperty('maxDistanceKm');
    const place = { ...request.location, kind: 'coordinates' as const, coordinates: '50.47, 4.87' };
    expect(bodyOf({ ...far, location: place }, undefined, ZONE, { earliest: 1 })).toMatchObject({
      location: { latitude: 50.47, longitude: 4.87 },
      options: { maxDistanceKm: 5 },
      scoring: { weights: { earliest: 1 } },
    });
  });

  test.each([
    ['50.86, 4.36', 50.86, 4.36],
    ['50.86,4.36', 50.86, 4.36],
    ['50,86; -4,36', 50.86, -4.36],
    [' -50,86 4,36 ', -50.86, 4.36],
  ])('reads the coordinates %s', (text, latitude, longitude) => {
    expect(coordinatesIn(text)).toEqual({ latitude, longitude });
  });
  test.each(['', '50.86', '91, 4', '50, 181', 'here, there', '1, 2, 3'])('does not take %j for coordinates', (text) => {
    expect(coordinatesIn(text)).toBeUndefined();
  });

  test('follows a relaxation: own wishes are changed, those of the task are waived', () => {
    const asked = { ...request, requirements: ['Skill:Heating'], maxKm: 10 };
    const following = (change: string, value: string | number) => relax(asked, help(change, value), ZONE);
    expect(following('dropRequirement', 'Skill:Heating').requirements).toEqual([]);
    expect(following('dropRequirement', 'Skill:Gas').waived.requirements).toEqual(['Skill:Gas']);
    expect(following('dropCertificate', 'f-gas').waived.certificates).toEqual(['f-gas']);
    expect(following('maxDistance', 73).maxKm).toBe(73);
    expect(following('duration', 45).minutes).toBe(45);
    expect(following('anybody', '').waived.resources).toBe(true);
    expect(following('dropDependencies', 'J1/T1').waived.dependencies).toBe(true);
    expect(following('dropLoads', 'crates').waived.loads).toBe(true);
    const later = following('window', '2026-07-23T00:00:00+02:00');
    expect([later.to, later.waived.latest]).toEqual(['2026-07-22', true]);
    expect(bodyOf(later, task, ZONE, undefined)?.options).toMatchObject({ waive: { latest: true } });
    expect(bodyOf(forAnotherTask(later), task, ZONE, undefined)?.options).not.toHaveProperty('waive');
  });
});

const slot = (start: string, resourceNo: string): Slot => ({
  start,
  end: start,
  resourceNo,
  resourceName: resourceNo,
  distance: 0,
  distanceKnown: false,
  estimated: false,
  score: 1,
  scores: {},
  token: `${resourceNo} ${start}`,
});

describe('an answer', () => {
  test('is a card for each resource and day of the planner, in the order of the best', () => {
    const cards = cardsOf(
      [
        slot('2026-07-02T10:00:00+02:00', 'ANNA'),
        slot('2026-07-02T10:00:00+02:00', 'BEN'),
        slot('2026-07-02T08:00:00+02:00', 'ANNA'),
        slot('2026-07-02T22:30:00Z', 'ANNA'),
      ],
      ZONE,
    );
    expect(cards.map(({ key }) => key)).toEqual(['2026-07-02 ANNA', '2026-07-02 BEN', '2026-07-03 ANNA']);
    expect(cards[0]!.times.map(({ start }) => start.slice(11, 16))).toEqual(['08:00', '10:00']);
    // To a customer it is the same offer with either resource.
    expect(bestTimes(cards, 3).map(({ token }) => token)).toEqual([
      'ANNA 2026-07-02T10:00:00+02:00',
      'ANNA 2026-07-02T22:30:00Z',
    ]);
  });

  test('distinguishes the two equal hours in the night of the clock change', () => {
    const at = (text: string): number => Date.parse(text);
    expect(clockOn(ZONE, at('2026-10-25T00:30:00Z'))).toBe('02:30 (UTC+2)');
    expect(clockOn(ZONE, at('2026-10-25T01:30:00Z'))).toBe('02:30 (UTC+1)');
    expect(spanOn(ZONE, at('2026-10-24T23:30:00Z'), at('2026-10-25T02:00:00Z'))).toBe('01:30 – 03:00');
    // In spring the clock jumps from 02:00 to 03:00: an hour of work ends at four.
    expect(spanOn(ZONE, at('2026-03-29T00:30:00Z'), at('2026-03-29T01:30:00Z'))).toBe('01:30 – 03:30');
    expect(clockOn('Australia/Lord_Howe', at('2026-04-04T14:45:00Z'))).toBe('01:45 (UTC+11)');
    expect(clockOn('Australia/Lord_Howe', at('2026-04-04T15:15:00Z'))).toBe('01:45 (UTC+10:30)');
  });

  test('shows the part of the day in which something happens, on an axis of moments', () => {
    const span = (start: string, end: string) => ({ start: Date.parse(start), end: Date.parse(end) });
    const day = span('2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z');
    const night = stripOf(ZONE, day, {
      working: [span('2026-10-24T22:00:00Z', '2026-10-25T05:00:00Z')],
      booked: [span('2026-10-24T20:00:00Z', '2026-10-24T23:00:00Z')],
      slot: span('2026-10-25T01:00:00Z', '2026-10-25T02:00:00Z'),
    });
    expect(night.ticks.map(({ label }) => label)).toEqual(['00:00', '02:00', '03:00', '05:00']);
    // What began the evening before is cut off at midnight.
    expect(night.booked).toEqual([{ left: 0, width: 12.5, index: 0 }]);
    expect(night.slot).toEqual({ left: 37.5, width: 12.5 });
  });
});
