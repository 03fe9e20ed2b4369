import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aJob, aResource, aTask, aTaskFilter, taskKey } from '../../records/builders.ts';
import { aCall, sharedService, type TestService, type TestTenant } from '../../support/service.ts';

let service: TestService;
let erp: TestTenant;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());

const skill = (no: string, value: string, group = 'Skill') =>
  aCall('mboc_upsertResourceFilterValue', { ResourceNo: no, FilterGroup: group, FilterValue: value });
const BRUSSELS = { HomeAddressGeoLat: 50.85, HomeAddressGeoLong: 4.35 };
const ANTWERP = { HomeAddressGeoLat: 51.22, HomeAddressGeoLong: 4.4 };

beforeEach(async () => {
  service.setNow('2026-06-01T05:00:00Z');
  erp = await service.tenant({ timeZone: 'Europe/Brussels' });
  await erp.client.import([
    aResource('ANNA', { DisplayName: 'Anna', ...BRUSSELS }),
    aResource('BEN', { DisplayName: 'Ben', ...ANTWERP }),
    skill('ANNA', 'Welding'),
    skill('ANNA', 'Diving'),
    skill('BEN', 'Welding'),
    aJob('J1', { CustomerNo: 'C1' }),
    aTask('J1', 'T1', { DurationInSeconds: 5400 }),
  ]);
});

/** Monday, 1 June 2026: one day of work. */
const monday = { startDate: '2026-06-01T00:00', endDate: '2026-06-02T00:00', duration: 'PT1H' };
const ask = (more: Record<string, unknown> = {}) => erp.client.post('/recommendation', { ...monday, ...more });
const book = (no: string, start: string, end: string, more: Record<string, unknown> = {}) =>
  erp.client.import([
    aCall('mboc_upsertAppointment', { ...taskKey('J1', 'T1'), ResourceNo: no, Start: start, End: end, ...more }),
  ]);

describe('POST /recommendation', () => {
  test('gives slots on the grid of working time, the earliest of equal ones first', async () => {
    const { body, status } = await ask();
    expect(status).toBe(200);
    // 08:00 to 16:00 in steps of a quarter, for two people.
    expect(body).toMatchObject({ totalSlots: 66, resourceCount: 2, timeZone: 'Europe/Brussels', relaxations: [] });
    expect(body.slots[0]).toMatchObject({
      start: '2026-06-01T08:00:00+02:00',
      end: '2026-06-01T09:00:00+02:00',
      resourceNo: 'ANNA',
      resourceName: 'Anna',
    });
    // Five of each, unless more are asked for.
    expect(body.slots).toHaveLength(10);
    expect((await ask()).text).toBe((await ask()).text);
  });

  test('sees what was written a moment before, by whatever way', async () => {
    await ask();
    await book('ANNA', '2026-06-01T08:00', '2026-06-01T12:00');
    expect((await ask()).body.totalSlots).toBe(33 + 17);
    const [{ appointmentGuid }] = (await erp.client.get('/appointment?startDate=2026-06-01&endDate=2026-06-02')).body;
    await erp.client.import([
      aCall('mboc_upsertAppointment', { AppointmentGuid: appointmentGuid, ResourceNo: 'BEN', ReplaceResource: 1 }),
    ]);
    expect((await ask({ options: { resources: ['ANNA'] } })).body.totalSlots).toBe(33);
    expect((await ask({ options: { resources: ['BEN'] } })).body.totalSlots).toBe(17);
    await erp.client.del('/appointment', { appointmentGuid });
    expect((await ask()).body.totalSlots).toBe(66);
    await erp.client.put('/resource', { resourceNo: 'BEN', doNotShow: true });
    expect((await ask()).body.resourceCount).toBe(1);
    await erp.client.put('/calendar', {
      code: 'short',
      default: true,
      businessHours: [{ start: '09:00', end: '11:00' }],
    });
    expect((await ask()).body.totalSlots).toBe(5);
    await erp.client.import([
      aCall('mboc_upsertResourceCapacity', { ResourceNo: 'ANNA', CapacityDate: '2026-06-01', CapacityInSeconds: 1800 }),
    ]);
    expect((await ask()).body.totalSlots).toBe(0);
  });

  test('work over midnight counts on both days, as GET /capacity counts it', async () => {
    const limit = (date: string, hours: number) =>
      aCall('mboc_upsertResourceCapacity', { ResourceNo: 'ANNA', CapacityDate: date, CapacityInSeconds: hours * 3600 });
    await erp.client.import([
      aCall('mboc_upsertCalendar', {
        CalendarCode: 'always',
        Name: 'Always',
        Default: true,
        BusinessHours: JSON.stringify([{ start: '00:00', end: '24:00' }]),
        Weekend: '[]',
      }),
      limit('2026-06-01', 1),
      limit('2026-06-02', 2),
    ]);
    const night = {
      startDate: '2026-06-01T18:00',
      endDate: '2026-06-02T06:00',
      duration: 'PT3H',
      options: { granularity: 'PT1H', resources: ['ANNA'] },
    };
    const { body } = await ask(night);
    expect(body.slots.map(({ start }: { start: string }) => start)).toEqual(['2026-06-01T23:00:00+02:00']);
    const task = { sourceApp: 'ERP', sourceType: 'SERVICE', jobNo: 'J1', taskNo: 'T1' };
    expect((await erp.client.post('/recommendation/book', { token: body.slots[0].token, ...task })).status).toBe(201);
    const capacity = await erp.client.get('/capacity?start=2026-06-01&end=2026-06-03&resources=ANNA');
    expect(capacity.body[0].buckets).toMatchObject([
      { plannedInSeconds: 3600, freeInSeconds: 0 },
      { plannedInSeconds: 7200, freeInSeconds: 0 },
    ]);
    const full = await ask({ ...night, duration: 'PT1H' });
    expect(full.body.totalSlots).toBe(0);
    expect(full.body.rejected).toContainEqual(
      expect.objectContaining({ rule: 'capacity', resources: [{ resourceNo: 'ANNA', resourceName: 'Anna' }] }),
    );
  });

  test('looks for requirements, and says of everybody else why not', async () => {
    const { body } = await ask({ requirements: ['Diving'] });
    expect(body).toMatchObject({ resourceCount: 1, totalSlots: 33 });
    expect(body.rejected).toEqual([
      {
        rule: 'missingRequirement',
        detail: 'The resource does not have Diving.',
        value: 'Diving',
        count: 1,
        resources: [{ resourceNo: 'BEN', resourceName: 'Ben' }],
      },
    ]);
    expect((await ask({ requirements: ['skill:DIVING'] })).body.resourceCount).toBe(1);
  });

  test('a requirement that nobody has gives no slots, a warning, and what would help', async () => {
    const { body } = await ask({ requirements: ['Welding', 'Juggling'] });
    expect(body.totalSlots).toBe(0);
    expect(body.warnings[0]).toContain('Juggling');
    expect(body.relaxations).toMatchObject([{ change: 'dropRequirement', value: 'Juggling', slots: 66 }]);
  });

  test('a value that stands in several groups has to name its group', async () => {
    await erp.client.import([skill('BEN', 'Welding', 'Training')]);
    const answer = await ask({ requirements: ['Welding'] });
    expect(answer.body).toMatchObject({ Code: 'REQ014', parameter: 'requirements' });
    expect((await ask({ requirements: ['Training:Welding'] })).body.resourceCount).toBe(1);
  });

  test('a certificate has to be valid until the slot ends', async () => {
    await erp.client.import([
      aCall('mboc_upsertResourceCertificate', {
        ResourceNo: 'ANNA',
        CertificateNo: 'F-GAS',
        ValidUntil: '2026-06-01T12:00',
      }),
    ]);
    const { body } = await ask({ options: { certificates: ['F-GAS'] } });
    expect(body).toMatchObject({ totalSlots: 13, resourceCount: 1 });
  });

  test('a task gives duration, requirements, wishes and place', async () => {
    await erp.client.import([
      aJob('J2', { SiteAddressGeoLat: 50.86, SiteAddressGeoLong: 4.36 }),
      aTask('J2', 'T2', { DurationInSeconds: 7200 }),
      aTaskFilter('J2', 'T2', 'Welding'),
      aCall('mboc_upsertTaskAssignment', { ...taskKey('J2', 'T2'), ResourceNo: 'BEN', Preference: 2 }),
    ]);
    const { duration: _, ...window } = monday;
    const key = { sourceApp: 'ERP', sourceType: 'SERVICE', jobNo: 'J2', taskNo: 'T2' };
    const { body } = await erp.client.post('/recommendation', { ...window, ...key });
    expect(body.slots[0]).toMatchObject({ end: '2026-06-01T10:00:00+02:00', resourceNo: 'ANNA' });
    expect(body.location).toMatchObject({ source: 'job' });
    expect(body.rejected).toMatchObject([{ rule: 'excluded', count: 1, resources: [{ resourceNo: 'BEN' }] }]);
    const unknown = await erp.client.post('/recommendation', { ...window, ...key, taskNo: 'T9' });
    expect(unknown.body).toMatchObject({ Code: 'APP004' });
  });

  test('what a task asks for can be given up, as the relaxations say', async () => {
    await erp.client.import([
      aJob('J2'),
      aTask('J2', 'T2', {
        DurationInSeconds: 3600,
        CertificateNo: 'F-GAS',
        AppointmentLatestAllowed: '2026-06-01T04:00:00',
      }),
      aTaskFilter('J2', 'T2', 'Juggling'),
      aCall('mboc_upsertTaskAssignment', { ...taskKey('J2', 'T2'), ResourceNo: 'BEN', Preference: 1 }),
    ]);
    const { duration: _, ...window } = monday;
    const key = { sourceApp: 'ERP', sourceType: 'SERVICE', jobNo: 'J2', taskNo: 'T2' };
    const waiving = async (waive: Record<string, unknown>) =>
      (await erp.client.post('/recommendation', { ...window, ...key, options: { waive } })).body;
    const all = { requirements: ['skill:juggling'], certificates: ['F-GAS'], latest: true, resources: true };
    expect(await waiving(all)).toMatchObject({ totalSlots: 66, resourceCount: 2 });
    expect(await waiving({ ...all, resources: false })).toMatchObject({ totalSlots: 33, resourceCount: 1 });
    expect(await waiving({ ...all, requirements: [] })).toMatchObject({
      totalSlots: 0,
      rejected: [{ rule: 'missingRequirement', value: 'Skill:Juggling', count: 2, resources: [{}, {}] }],
      relaxations: [{ change: 'dropRequirement', value: 'Skill:Juggling' }],
    });
    expect(await waiving({ ...all, certificates: [] })).toMatchObject({
      rejected: [{ rule: 'certificate', value: 'f-gas', count: 2, resources: [{}, {}] }],
      relaxations: [{ change: 'dropCertificate', value: 'f-gas' }],
    });
    expect(await waiving({ ...all, latest: false })).toMatchObject({
      totalSlots: 0,
      relaxations: [{ change: 'window' }],
    });
    expect(await waiving({ latest: 'perhaps' })).toMatchObject({ Code: 'REQ014', parameter: 'options.waive.latest' });
  });

  test('finds the address, measures the way, and keeps to the distance', async () => {
    const { body } = await ask({
      location: { address: 'Antwerpen', country: 'BE' },
      options: { maxDistanceKm: 20, locationMode: 'home' },
    });
    expect(body.resourceCount).toBe(1);
    expect(body.slots[0]).toMatchObject({ resourceNo: 'BEN', distanceKnown: true });
    expect(body.slots[0].distance).toBeLessThan(10);
    expect(body.rejected).toMatchObject([{ rule: 'tooFar', count: 1, resources: [{ resourceNo: 'ANNA' }] }]);
    expect(body.location.latitude).toBeCloseTo(51.2, 0);
  });

  test('takes nobody for near whose place is not known', async () => {
    await erp.client.import([aResource('AARON')]);
    const near = { location: { latitude: 51.3, longitude: 4.4 }, scoring: { weights: { distance: 1, travel: 1 } } };
    const { body } = await ask({ ...near, options: { limit: 1000 } });
    const last = body.slots.at(-1);
    expect(body.slots[0].resourceNo).toBe('BEN');
    expect(last).toMatchObject({ resourceNo: 'AARON', score: 0, distance: 0, distanceKnown: false, travelMinutes: 0 });
    expect(last.scores).toMatchObject({ distance: { value: 0 }, travel: { value: 0 } });
  });

  test('leaves time for the way from the stop before, unless everybody starts from home', async () => {
    await erp.client.import([
      aJob('FAR', { SiteAddressGeoLat: 51.22, SiteAddressGeoLong: 4.4 }),
      aTask('FAR', 'T'),
      aCall('mboc_upsertAppointment', {
        ...taskKey('FAR', 'T'),
        ResourceNo: 'ANNA',
        Start: '2026-06-01T08:00',
        End: '2026-06-01T10:00',
      }),
    ]);
    const near = { location: { latitude: 50.85, longitude: 4.35 } };
    const first = async (options: Record<string, unknown>) =>
      (await ask({ ...near, scoring: { weights: { earliest: 1 } }, options: { resources: ['ANNA'], ...options } })).body
        .slots[0].start;
    // Some 53 km by road.
    expect(await first({})).toBe('2026-06-01T11:00:00+02:00');
    expect(await first({ locationMode: 'home' })).toBe('2026-06-01T10:00:00+02:00');
  });

  test('weights decide, only their ratio counts, and the score is taken apart', async () => {
    const place = { location: { latitude: 51.22, longitude: 4.4 } };
    const near = await ask({ ...place, scoring: { weights: { distance: 1 } } });
    expect(near.body.slots[0]).toMatchObject({
      resourceNo: 'BEN',
      score: 1,
      scores: { distance: { value: 1, weight: 1, share: 1 } },
    });
    const [plain, scaled] = await Promise.all(
      [1, 1000].map((factor) => ask({ ...place, scoring: { weights: { distance: factor, earliest: 2 * factor } } })),
    );
    expect(scaled!.body.slots.map(stripped)).toEqual(plain!.body.slots.map(stripped));
    const preferred = { options: { preferredResources: ['BEN'] }, scoring: { weights: { preferredResource: 1 } } };
    expect((await ask(preferred)).body.slots[0].resourceNo).toBe('BEN');
    await book('BEN', '2026-05-04T09:00', '2026-05-04T10:00');
    const known = { options: { customerNo: 'c1' }, scoring: { weights: { continuity: 1 } } };
    expect((await ask(known)).body.slots[0].resourceNo).toBe('BEN');
  });
  const stripped = ({ token: _, ...slot }: { token: string }) => slot;

  test.each<[string, Record<string, unknown>, string, string]>([
    ['a window in the past', { startDate: '2026-05-01', endDate: '2026-05-02' }, 'REQ014', 'endDate'],
    ['no duration', { duration: undefined }, 'REQ015', 'duration'],
    ['a grid that divides no day', { options: { granularity: 'PT7M' } }, 'REQ014', 'options.granularity'],
    ['an unknown resource', { options: { resources: ['ZOE'] } }, 'APP004', 'options.resources'],
    ['an unknown country', { location: { address: 'x', country: 'Atlantis' } }, 'REQ014', 'location.country'],
    [
      'a distance from an address that cannot be found',
      { location: { address: 'qqq zzz 99', country: 'BE' }, options: { maxDistanceKm: 5 } },
      'REQ021',
      'location',
    ],
  ])('refuses %s, and names the place', async (_what, more, code, parameter) => {
    const answer = await ask(more);
    expect(answer.body, answer.text).toMatchObject({ Code: code, parameter });
  });

  test('an address that cannot be found is a warning where no distance depends on it', async () => {
    const { body } = await ask({ location: { address: 'qqq zzz 99', country: 'BE' } });
    expect(body.totalSlots).toBe(66);
    expect(body.warnings[0]).toContain('qqq zzz');
    expect(body.location).toBeNull();
  });

  test('work that is longer than any day gets that reason, with the longest duration that fits', async () => {
    const { body } = await ask({ duration: 'PT20H' });
    expect(body.totalSlots).toBe(0);
    expect(body.rejected[0].rule).toBe('tooShort');
    expect(body.relaxations).toContainEqual(expect.objectContaining({ change: 'duration', value: 540 }));
  });

  test('a grid of 45 minutes restarts at midnight in the requested zone', async () => {
    const { body } = await ask({ options: { granularity: 'PT45M', timeZone: 'Asia/Kolkata', resources: ['ANNA'] } });
    // 08:00 in Brussels is 11:30 in Kolkata, half an hour after a point of the grid.
    expect(body.slots[0].start).toBe('2026-06-01T12:00:00+05:30');
  });

  test('slots begin after now', async () => {
    service.setNow('2026-06-01T12:07:30Z');
    expect((await ask({ scoring: { weights: { earliest: 1 } } })).body.slots[0].start).toBe(
      '2026-06-01T14:15:00+02:00',
    );
  });

  test('asks the database only for the key when nothing has changed, and once more while slots are held', async () => {
    const { body } = await ask();
    const [{ token, start, resourceNo }] = body.slots;
    service.statements();
    await ask();
    const [ofKey, ...more] = service.statements();
    expect(ofKey).toContain('api_key');
    expect(more).toEqual([]);

    // A geocoder may take seconds for an address, so the state of the plan is read after it.
    await ask({ location: { address: 'Grote Markt 1, Antwerpen', country: 'BE' } });
    expect(service.statements().filter((text) => text.includes('change_seq as changes'))).toHaveLength(1);

    await erp.client.post('/recommendation/hold', { token, minutes: 10 });
    service.statements();
    const held = await ask();
    expect(held.body.slots).not.toContainEqual(expect.objectContaining({ start, resourceNo }));
    expect(service.statements().filter((text) => !text.includes('api_key'))).toHaveLength(1);
    await erp.client.send('DELETE', '/recommendation/hold', { token });
    expect((await ask()).body.slots).toContainEqual(expect.objectContaining({ start, resourceNo }));
  });
});

describe('GET /recommendation/scorers', () => {
  test('lists the catalogue', async () => {
    const { body } = await erp.client.get('/recommendation/scorers');
    expect(body.map(({ key }: { key: string }) => key)).toEqual(
      'earliest distance travel workload utilization skillFit preferredResource continuity priority'.split(' '),
    );
    expect(body[1]).toMatchObject({ requires: ['location'], default: 1 });
  });
});

describe('holding and booking', () => {
  const task = { sourceApp: 'ERP', sourceType: 'SERVICE', jobNo: 'J1', taskNo: 'T1' };
  const best = async (): Promise<{ token: string; start: string; resourceNo: string }> => (await ask()).body.slots[0];

  test('a booked slot is an appointment, and gone for others', async () => {
    const slot = await best();
    const booked = await erp.client.post('/recommendation/book', { token: slot.token, ...task, subject: 'Leak' });
    expect(booked.status, booked.text).toBe(201);
    expect(booked.body).toMatchObject({ subject: 'Leak', start: slot.start, resources: [{ resourceNo: 'ANNA' }] });
    expect(booked.headers.get('location')).toBe(`/appointment/${booked.body.appointmentGuid}`);
    const again = await erp.client.post('/recommendation/book', { token: slot.token, ...task });
    expect(again.status).toBe(409);
    expect(again.body).toMatchObject({ Code: 'APP019' });
    expect(again.body.alternatives[0]).toMatchObject({ start: '2026-06-01T08:00:00+02:00', resourceNo: 'BEN' });
  });

  test('a held slot is nobody else’s, until it is let go or the hold runs out', async () => {
    const slot = await best();
    const hold = await erp.client.post('/recommendation/hold', { token: slot.token, minutes: 10 });
    expect(hold.body).toMatchObject({ start: slot.start, expiresAt: '2026-06-01T07:10:00+02:00' });
    expect((await best()).resourceNo).toBe('BEN');
    expect((await erp.client.post('/recommendation/hold', { token: slot.token, minutes: 20 })).body.id).toBe(
      hold.body.id,
    );
    expect((await erp.client.send('DELETE', '/recommendation/hold', { token: slot.token })).body.released).toBe(true);
    expect((await erp.client.send('DELETE', '/recommendation/hold', { token: slot.token })).body.released).toBe(false);
    expect((await best()).resourceNo).toBe('ANNA');
    await erp.client.post('/recommendation/hold', { token: slot.token, minutes: 10 });
    service.setNow('2026-06-01T05:11:00Z');
    expect((await best()).resourceNo).toBe('ANNA');
  });

  test('the holder of a slot books it, others get other slots', async () => {
    const slot = await best();
    const quarter = (await ask({ duration: 'PT15M' })).body.slots[0];
    await erp.client.post('/recommendation/hold', { token: slot.token });
    const other = await erp.client.post('/recommendation/book', { token: quarter.token, ...task });
    expect(other.body).toMatchObject({ Code: 'APP019' });
    expect((await erp.client.post('/recommendation/book', { token: slot.token, ...task })).status).toBe(201);
  });

  test('a token of another tenant, a broken one and a slot that has begun are refused', async () => {
    const slot = await best();
    const stranger = await service.tenant();
    expect((await stranger.client.post('/recommendation/hold', { token: slot.token })).body.Code).toBe('REQ014');
    expect((await erp.client.post('/recommendation/hold', { token: `${slot.token}x` })).body.Code).toBe('REQ014');
    expect((await erp.client.post('/recommendation/hold', { token: slot.token, minutes: 1441 })).body.Code).toBe(
      'REQ014',
    );
    service.setNow('2026-06-01T06:00:01Z');
    expect((await erp.client.post('/recommendation/hold', { token: slot.token })).body.Code).toBe('APP019');
  });

  test('a refused appointment leaves the slot and its hold as they were', async () => {
    const slot = await best();
    await erp.client.post('/recommendation/hold', { token: slot.token });
    const refused = await erp.client.post('/recommendation/book', { token: slot.token, ...task, taskNo: 'T9' });
    expect(refused.body).toMatchObject({ Code: 'APP004' });
    expect((await best()).resourceNo).toBe('BEN');
  });

  test('of many who book one slot at once, one gets it and the others get alternatives', async () => {
    const slot = await best();
    const answers = await Promise.all(
      Array.from({ length: 24 }, () => erp.client.post('/recommendation/book', { token: slot.token, ...task })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const { status, body } of answers.filter((each) => each.status !== 201)) {
      expect(status).toBe(409);
      expect(body.alternatives.length).toBeGreaterThan(0);
    }
    expect((await erp.client.get('/appointment?startDate=2026-06-01&endDate=2026-06-02')).body).toHaveLength(1);
  });
});
