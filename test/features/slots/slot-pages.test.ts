import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Roads } from '../../../src/domain/travel.ts';
import { aJob, aResource, aTask, taskKey } from '../../records/builders.ts';
import { aCall, sharedService, type TestService, type TestTenant } from '../../support/service.ts';

let service: TestService;
let erp: TestTenant;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());

/** Twelve resources, each a few kilometres further away than the one before. */
beforeEach(async () => {
  service.setNow('2026-06-01T05:00:00Z');
  erp = await service.tenant({ timeZone: 'Europe/Brussels' });
  await erp.client.import([
    ...Array.from({ length: 12 }, (_, i) =>
      aResource(`R${String(i).padStart(2, '0')}`, { HomeAddressGeoLat: 50.85 + i / 30, HomeAddressGeoLong: 4.35 }),
    ),
    aJob('J1'),
    aTask('J1', 'T1', { DurationInSeconds: 3600 }),
  ]);
});

interface Slot {
  readonly start: string;
  readonly resourceNo: string;
  readonly distance: number;
  readonly distanceKnown: boolean;
  readonly estimated: boolean;
}

const monday = { startDate: '2026-06-01T00:00', endDate: '2026-06-02T00:00', duration: 'PT1H' };
const near = { location: { latitude: 50.85, longitude: 4.35 } };
const ask = (more: Record<string, unknown> = {}) => erp.client.post('/recommendation', { ...monday, ...more });
const nameOf = ({ resourceNo, start }: Slot): string => `${resourceNo} ${start}`;
const mostOfOne = (slots: readonly Slot[]): number =>
  Math.max(...slots.map(({ resourceNo }) => slots.filter((each) => each.resourceNo === resourceNo).length));

/** All pages of a request. */
async function pagesOf(more: Record<string, unknown>, options: Record<string, unknown>) {
  const pages = [(await ask({ ...more, options })).body];
  while (pages.at(-1).nextCursor !== null) {
    const { status, body, text } = await ask({ ...more, options: { ...options, cursor: pages.at(-1).nextCursor } });
    expect(status, text).toBe(200);
    pages.push(body);
  }
  return pages;
}

describe('a page of slots', () => {
  test('has at most five of a resource by default, so that a full page has ten resources', async () => {
    const { body } = await ask({ ...near, scoring: { weights: { distance: 1 } } });
    expect(body.slots).toHaveLength(50);
    expect(new Set(body.slots.map(({ resourceNo }: Slot) => resourceNo)).size).toBe(10);
    expect(mostOfOne(body.slots)).toBe(5);
    expect(body).toMatchObject({ totalSlots: 12 * 33, resourceCount: 12, nextCursor: expect.any(String) });
    expect(mostOfOne((await ask({ ...near, options: { limit: 100 } })).body.slots)).toBe(10);
  });

  test('has as many of a resource as are asked for', async () => {
    const weights = { scoring: { weights: { distance: 1 } } };
    const all = await ask({ ...near, ...weights, options: { slotsPerResource: 1000 } });
    expect(mostOfOne(all.body.slots)).toBe(33);
    const one = await ask({ ...near, ...weights, options: { slotsPerResource: 1 } });
    expect(one.body.slots.map(({ resourceNo }: Slot) => resourceNo)).toHaveLength(12);
    for (const slotsPerResource of [0, 1001, 'many'])
      expect((await ask({ options: { slotsPerResource } })).body).toMatchObject({
        Code: 'REQ014',
        parameter: 'options.slotsPerResource',
      });
  });

  test.each([
    ['usual', {}],
    ['small', { limit: 7, slotsPerResource: 2 }],
    ['large', { limit: 1000 }],
  ])('is followed by others until every slot was on one of them: %s pages', async (_size, options) => {
    const pages = await pagesOf(near, options);
    const names = pages.flatMap(({ slots }) => slots.map(nameOf));
    expect(names).toHaveLength(12 * 33);
    expect(new Set(names).size).toBe(12 * 33);
    for (const { slots, totalSlots, resourceCount, warnings } of pages) {
      expect({ totalSlots, resourceCount, warnings }).toEqual({ totalSlots: 396, resourceCount: 12, warnings: [] });
      expect(slots.length).toBeGreaterThan(0);
    }
    expect(await pagesOf(near, options)).toEqual(pages);
  });

  test('stays in the order of the first page while the clock moves on', async () => {
    const first = (await ask(near)).body;
    service.setNow('2026-06-01T06:20:00Z');
    const options = { cursor: first.nextCursor };
    const second = (await ask({ ...near, options })).body;
    expect(second.warnings).toEqual([]);
    for (const { start } of second.slots) expect(Date.parse(start)).toBeGreaterThan(Date.parse('2026-06-01T06:20:00Z'));
    service.setNow('2026-06-01T04:00:00Z');
    expect((await ask({ ...near, options })).body).toMatchObject({ Code: 'REQ014', parameter: 'options.cursor' });
  });

  test('says that the plan has changed since the first one', async () => {
    const first = (await ask(near)).body;
    await erp.client.import([aJob('J2', { ShortDescription: 'Unrelated' })]);
    const unrelated = await ask({ ...near, options: { cursor: first.nextCursor } });
    expect(unrelated.body.warnings).toEqual([]);
    await erp.client.import([
      aCall('mboc_upsertAppointment', {
        ...taskKey('J1', 'T1'),
        ResourceNo: 'R03',
        Start: '2026-06-01T10:00',
        End: '2026-06-01T11:00',
      }),
    ]);
    const changed = await ask({ ...near, options: { cursor: first.nextCursor } });
    expect(changed.status).toBe(200);
    expect(changed.body.warnings).toEqual([expect.stringContaining('the plan has changed since the first page')]);
    const later = await ask({ ...near, options: { cursor: changed.body.nextCursor } });
    expect(later.body.warnings).toHaveLength(1);
  });

  test('is refused for another request, another tenant, and a cursor that nobody gave', async () => {
    const { nextCursor: cursor } = (await ask(near)).body;
    const refused = { Code: 'REQ014', parameter: 'options.cursor' };
    expect((await ask({ ...near, duration: 'PT2H', options: { cursor } })).body).toMatchObject(refused);
    expect((await ask({ ...near, options: { cursor: cursor.slice(0, -2) } })).body).toMatchObject(refused);
    const [{ token }] = (await ask(near)).body.slots;
    expect((await ask({ ...near, options: { cursor: token.split('.').slice(0, -2).join('.') } })).body).toMatchObject(
      refused,
    );
    const stranger = await service.tenant({ timeZone: 'Europe/Brussels' });
    const body = { ...monday, ...near, options: { cursor } };
    expect((await stranger.client.post('/recommendation', body)).body).toMatchObject(refused);
    service.setNow('2026-06-02T05:00:01Z');
    const long = { ...near, endDate: '2026-06-09T00:00' };
    service.setNow('2026-06-01T05:00:00Z');
    const old = (await ask(long)).body.nextCursor;
    service.setNow('2026-06-02T05:00:01Z');
    expect((await ask({ ...long, options: { cursor: old } })).body.Description).toContain('has expired');
  });

  test('is part of one ranking where a service knows the roads', async () => {
    // The further away, the shorter by road: the best of the 200 that the estimate ranks first is the furthest of them.
    const roads: Roads = {
      legs: async (ways) => ways.map(({ from }) => ({ km: 60 - 100 * (from.lat - 50.85), minutes: 20 })),
    };
    const deps = service.deps as { roads: Roads | undefined };
    deps.roads = roads;
    try {
      const pages = await pagesOf({ ...near, scoring: { weights: { distance: 1 } } }, { limit: 30 });
      const slots: Slot[] = pages.flatMap((page) => page.slots);
      expect(new Set(slots.map(nameOf)).size).toBe(396);
      expect(slots).toHaveLength(396);
      expect(slots[0]).toMatchObject({ resourceNo: 'R09', estimated: false });
      for (const page of pages) expect(page.warnings).toEqual([]);
    } finally {
      deps.roads = undefined;
    }
  });
});

describe('a distance', () => {
  test('that is unknown is 0 with one warning, and its slots rank behind all others', async () => {
    await erp.client.import([aResource('A-LOST'), aResource('B-LOST')]);
    const { body } = await ask({ ...near, scoring: { weights: { earliest: 1 } }, options: { limit: 1000 } });
    const known = body.slots.map(({ distanceKnown }: Slot) => distanceKnown);
    expect(known.indexOf(false)).toBe(12 * 33);
    expect(known.lastIndexOf(true)).toBe(12 * 33 - 1);
    expect(body.slots.at(-1)).toMatchObject({ distance: 0, distanceKnown: false, estimated: false, travelMinutes: 0 });
    expect(body.warnings).toEqual([
      expect.stringMatching(/^slots\.distance: of 66 slots the start location of the resource is unknown/),
    ]);
    const nowhere = await ask();
    expect(nowhere.body.warnings).toEqual([
      expect.stringContaining('slots.distance: the location of the work is unknown'),
    ]);
  });

  test('is an estimate where no service knows the roads, and the limit then is one of the straight line', async () => {
    // R09 is 33.4 km away in a straight line, some 42 km by road.
    const { body } = await ask({ ...near, options: { maxDistanceKm: 34, limit: 1000 } });
    expect(body.resourceCount).toBe(10);
    const furthest = body.slots.find(({ resourceNo }: Slot) => resourceNo === 'R09');
    expect(furthest).toMatchObject({ estimated: true, distanceKnown: true });
    expect(furthest.distance).toBeCloseTo(33.36 * 1.275, 0);
    expect(body.warnings).toEqual([expect.stringContaining('options.maxDistanceKm: limits the straight line')]);
    expect(body.rejected).toMatchObject([{ rule: 'tooFar', count: 2, resources: [{}, {}] }]);
  });

  test('names the first resources of a reason, and all of them on request', async () => {
    const far = { ...near, options: { maxDistanceKm: 1 } };
    const [first] = (await ask(far)).body.rejected;
    expect(first).toMatchObject({ rule: 'tooFar' });
    expect(first.count).toBeGreaterThan(5);
    expect(first.resources).toHaveLength(5);
    const [whole] = (await ask({ ...far, options: { ...far.options, rejected: 'all' } })).body.rejected;
    expect(whole.resources).toHaveLength(first.count);
    expect(whole.resources.slice(0, 5)).toEqual(first.resources);
  });
});

describe('weights', () => {
  test('of scorers that cannot score the request count for nothing, with a warning each', async () => {
    const { body } = await ask({ scoring: { weights: { earliest: 1, distance: 5, continuity: 2, travel: 0 } } });
    expect(body.warnings.filter((text: string) => text.startsWith('scoring.'))).toEqual([
      'scoring.weights.distance: does not count, because distance needs location.',
      'scoring.weights.continuity: does not count, because continuity needs options.customerNo.',
    ]);
    expect(Object.keys(body.slots[0].scores)).toEqual(['earliest']);
  });

  test('are refused where none of them can score the request, and no other scorer takes over', async () => {
    const weights = { distance: 1, skillFit: 1, earliest: 0 };
    const { status, body } = await ask({ scoring: { weights } });
    expect(status).toBe(400);
    expect(body).toMatchObject({ Code: 'REQ010', parameter: 'scoring.weights' });
    expect(body.Description).toContain('distance needs location, skillFit needs requirements');
    const unfound = { location: { address: 'qqq zzz 99', country: 'BE' }, scoring: { weights: { distance: 1 } } };
    expect((await ask(unfound)).body).toMatchObject({ Code: 'REQ010' });
    expect((await ask({ ...near, scoring: { weights } })).status).toBe(200);
  });
});
