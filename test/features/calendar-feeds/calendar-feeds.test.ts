import ICAL from 'ical.js';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aJob, aResource, aTask, taskKey } from '../../records/builders.ts';
import {
  aCall,
  clientFor,
  sharedService,
  startService,
  type TestService,
  type TestTenant,
} from '../../support/service.ts';

let service: TestService;
let erp: TestTenant;
beforeAll(async () => {
  service = await sharedService();
  service.setNow('2026-06-15T10:00:00Z');
});
afterAll(() => service.close());
beforeEach(async () => {
  erp = await service.tenant();
  await erp.client.import([
    aJob('J1', { SiteName: 'Harbour', SiteAddress: 'Quay 5, Antwerp' }),
    aTask('J1', 'T1', { url1: 'https://erp.example/T1' }),
    aResource('R1', { ResourceName: 'Anna' }),
    aResource('R2', { ResourceName: 'Ben' }),
  ]);
});

const anyone = () => clientFor(service.baseUrl, {});
const june = (day: number, hour = 10) => `2026-06-${String(day).padStart(2, '0')}T${hour}:00`;
const plan = async (day: number, more: Record<string, unknown> = {}) =>
  (
    await erp.client.import([
      aCall('mboc_upsertAppointment', {
        ...taskKey('J1', 'T1'),
        Start: june(day),
        End: june(day, 11),
        ResourceNo: 'R1',
        Subject: `Day ${day}`,
        ...more,
      }),
    ])
  ).body.appointments[0] as { id: number; guid: string };

async function feed(body: Record<string, unknown> = { resourceNo: 'R1' }): Promise<{ id: number; path: string }> {
  const answer = await erp.client.post('/calendarFeed', body);
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
}

async function eventsOf(path: string) {
  const { status, text } = await anyone().get(path);
  expect(status, text).toBe(200);
  return new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((component) => {
    const value = (name: string) => component.getFirstPropertyValue(name);
    return {
      uid: value('uid'),
      summary: value('summary'),
      status: value('status'),
      sequence: value('sequence'),
      start: String(value('dtstart')),
      location: value('location'),
      url: value('url'),
    };
  });
}

describe('the calendar of a resource', () => {
  test('shows the work of the resource to anyone with the address', async () => {
    const made = await plan(16);
    await plan(17, { ResourceNo: 'R2' });
    const { path } = await feed();
    expect(await eventsOf(path)).toEqual([
      {
        uid: `${made.guid}@openslot`,
        summary: 'Day 16',
        status: 'CONFIRMED',
        sequence: 1,
        start: '2026-06-16T08:00:00Z',
        location: 'Harbour, Quay 5, Antwerp',
        url: 'https://erp.example/T1',
      },
    ]);
    const answer = await anyone().get(path);
    expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('private, no-cache');
    expect(answer.text).toContain('X-WR-CALNAME:Anna');
  });

  test('reaches 30 days back and a year ahead', async () => {
    for (const Start of ['2026-05-14T10:00', '2026-05-17T10:00', '2027-06-14T10:00', '2027-06-16T10:00'])
      await plan(1, { Start, End: Start.replace('T10', 'T11'), Subject: Start });
    const { path } = await feed();
    expect((await eventsOf(path)).map(({ summary }) => summary)).toEqual(['2026-05-17T10:00', '2027-06-14T10:00']);
  });

  test('a changed appointment keeps its name and gets a higher sequence', async () => {
    const { id, guid } = await plan(16);
    const { path } = await feed();
    await erp.client.import([
      aCall('mboc_upsertAppointment', { AppointmentId: id, Start: june(18), End: june(18, 12), Subject: 'Moved' }),
    ]);
    expect(await eventsOf(path)).toMatchObject([
      { uid: `${guid}@openslot`, summary: 'Moved', sequence: 2, start: '2026-06-18T08:00:00Z' },
    ]);
  });

  test('what is deleted, or given to another, is cancelled for 30 days', async () => {
    const deleted = await plan(16);
    const given = await plan(17);
    const back = await plan(18);
    const stays = await plan(19);
    const { path } = await feed();
    await erp.client.import([
      aCall('mboc_deleteAppointment', { AppointmentId: deleted.id }),
      aCall('mboc_upsertAppointment', { AppointmentId: given.id, ResourceNo: 'R2', ReplaceResource: '1' }),
      aCall('mboc_upsertAppointment', { AppointmentId: back.id, ResourceNo: 'R2', ReplaceResource: '1' }),
    ]);
    await erp.client.import([aCall('mboc_upsertAppointment', { AppointmentId: back.id, ResourceNo: 'R1' })]);
    const statuses = async () =>
      Object.fromEntries((await eventsOf(path)).map(({ uid, status }) => [String(uid).split('@')[0], status]));
    expect(await statuses()).toEqual({
      [deleted.guid]: 'CANCELLED',
      [given.guid]: 'CANCELLED',
      [back.guid]: 'CONFIRMED',
      [stays.guid]: 'CONFIRMED',
    });
    expect(await eventsOf(path)).toContainEqual(
      expect.objectContaining({ summary: 'Day 16', status: 'CANCELLED', sequence: 2, location: null }),
    );
    await service.deps.db.query(`update change_set set at = '2026-05-01' where tenant_id = $1`, [erp.tenant.id]);
    expect(await statuses()).toEqual({ [back.guid]: 'CONFIRMED', [stays.guid]: 'CONFIRMED' });
  });

  test('a deleted job takes its appointments along', async () => {
    const { guid } = await plan(16);
    const { path } = await feed();
    await erp.client.import([
      aCall('mboc_deleteJob', { SourceApp: 'ERP', SourceType: 'SERVICE', JobNo: 'J1', CheckAppointments: '0' }),
    ]);
    expect(await eventsOf(path)).toMatchObject([{ uid: `${guid}@openslot`, status: 'CANCELLED', summary: 'Day 16' }]);
  });

  test('an all-day appointment is a date in the zone of the resource', async () => {
    await erp.client.import([aResource('R1', { TimeZone: 'Pacific/Auckland' })]);
    await plan(16, { Start: '2026-06-16T00:00+12:00', End: '2026-06-17T00:00+12:00', IsAllDayEvent: '1' });
    expect(await eventsOf((await feed()).path)).toMatchObject([{ start: '2026-06-16' }]);
  });

  test('that is private contains no details, not even of cancelled appointments', async () => {
    await plan(16, { Body: 'Bring seals' });
    const { id } = await plan(17);
    await erp.client.import([aCall('mboc_deleteAppointment', { AppointmentId: id })]);
    const { path } = await feed({ ResourceNo: 'r1', Private: true, name: 'Anna (busy)' });
    const { text } = await anyone().get(path);
    for (const word of ['Day', 'seals', 'Quay', 'erp.example', 'J1']) expect(text).not.toContain(word);
    expect((await eventsOf(path)).map(({ summary, status }) => [summary, status])).toEqual([
      ['Busy', 'CONFIRMED'],
      ['Busy', 'CANCELLED'],
    ]);
    expect(text).toContain('X-WR-CALNAME:Anna (busy)');
  });

  test('of a limited key holds only what that key may see', async () => {
    await plan(16);
    await erp.client.import([
      aJob('J2', { SourceApp: 'CRM' }),
      aTask('J2', 'T2', { SourceApp: 'CRM' }),
      aCall('mboc_upsertAppointment', {
        ...taskKey('J2', 'T2'),
        SourceApp: 'CRM',
        Start: june(20),
        End: june(20, 11),
        ResourceNo: 'R1',
        Subject: 'Of the CRM',
      }),
    ]);
    const key = await erp.addKey({ scopes: ['plan'], sourceApps: ['CRM'] });
    const made = await clientFor(service.baseUrl, { 'x-api-key': key }).post('/calendarFeed', { resourceNo: 'R1' });
    expect((await eventsOf(made.body.path)).map(({ summary }) => summary)).toEqual(['Of the CRM']);
  });

  test('costs as many statements for a hundred appointments as for one', async () => {
    const { path } = await feed();
    await anyone().get(path);
    const statements = async () => {
      await plan(16);
      service.statements();
      await anyone().get(path);
      return service.statements().length;
    };
    const few = await statements();
    await erp.client.import(
      Array.from({ length: 100 }, (_, i) =>
        aCall('mboc_upsertAppointment', {
          ...taskKey('J1', 'T1'),
          Start: june(1 + (i % 28)),
          End: june(1 + (i % 28), 12),
          ResourceNo: 'R1',
        }),
      ),
    );
    expect(await statements()).toBe(few);
  });
});

describe('the ETag', () => {
  test('answers 304 without making the calendar, until something changes or a day has passed', async () => {
    await plan(16);
    const { path } = await feed();
    const etag = (await anyone().get(path)).headers.get('etag') ?? '';
    const again = () => anyone().get(path, { 'if-none-match': etag });
    service.statements();
    const unchanged = await again();
    expect([unchanged.status, unchanged.text, unchanged.headers.get('etag')]).toEqual([304, '', etag]);
    expect(service.statements()).toHaveLength(1);
    service.setNow('2026-06-16T10:00:00Z');
    expect((await again()).status).toBe(200);
    service.setNow('2026-06-15T10:00:00Z');
    expect((await again()).status).toBe(304);
    await plan(17);
    expect((await again()).status).toBe(200);
  });
});

describe('an address', () => {
  test('is shown once, stored as a hash, and listed without it', async () => {
    const made = await erp.client.post('/calendarFeed', { resourceNo: 'R1', name: 'For Anna' });
    expect(made.body.url).toBe(`${service.baseUrl}${made.body.path}`);
    expect(made.body.path).toMatch(/^\/feed\/[0-9a-f]{64}\.ics$/);
    const secret = made.body.path.slice(6, -4);
    await anyone().get(made.body.path);
    const listed = await erp.client.get('/calendarFeed');
    expect(listed.body).toMatchObject([
      { id: made.body.id, resourceNo: 'R1', name: 'For Anna', private: false, revokedAt: null, createdBy: 'key:test' },
    ]);
    expect(listed.body[0].lastUsedAt).not.toBeNull();
    expect(listed.text).not.toContain(secret);
    const [stored] = await service.deps.db.query<{ row: string }>(
      'select f::text as row from calendar_feed f where tenant_id = $1',
      [erp.tenant.id],
    );
    expect(stored?.row).not.toContain(secret);
  });

  test('works in capitals, with a version in front, and without its ending', async () => {
    const { path } = await feed();
    for (const spelt of [path.toUpperCase(), `/v0.1${path}`, path.replace('.ics', '')])
      expect((await anyone().get(spelt)).status).toBe(200);
  });

  test('that was ended is gone for good, and can be ended again', async () => {
    const { id, path } = await feed();
    const stays = await feed();
    for (let i = 0; i < 2; i++) {
      const ended = await erp.client.send('DELETE', `/calendarFeed/${id}`);
      expect(ended.status).toBe(200);
      expect(ended.body.revokedAt).not.toBeNull();
    }
    const gone = await anyone().get(path);
    expect([gone.status, gone.body.Code]).toEqual([410, 'APP028']);
    expect((await anyone().get(stays.path)).status).toBe(200);
  });

  test('of a resource that was deleted is gone', async () => {
    const { path } = await feed();
    await erp.client.del('/resource', { resourceNo: 'R1' });
    expect((await anyone().get(path)).status).toBe(410);
  });

  test.each(['/feed/x.ics', `/feed/${'0'.repeat(64)}.ics`, '/feed/%00.ics', '/feed/.ics'])(
    '%s was never given',
    async (path) => {
      expect((await anyone().get(path)).status).toBe(404);
    },
  );

  test.each([
    [{ resourceNo: 'nobody' }, 409, 'APP004'],
    [{ resourceNo: 'R1', private: 'perhaps' }, 400, 'REQ014'],
  ])('is refused for %o', async (body, status, code) => {
    const answer = await erp.client.post('/calendarFeed', body);
    expect([answer.status, answer.body.Code]).toEqual([status, code]);
  });

  test('is given by planners only, and ended by nobody else’s', async () => {
    const { id, path } = await feed();
    const reader = clientFor(service.baseUrl, { 'x-api-key': await erp.addKey({ scopes: ['read'] }) });
    expect((await reader.post('/calendarFeed', { resourceNo: 'R1' })).status).toBe(403);
    expect((await reader.get('/calendarFeed')).status).toBe(403);
    const stranger = await service.tenant();
    expect((await stranger.client.send('DELETE', `/calendarFeed/${id}`)).status).toBe(404);
    expect((await stranger.client.get('/calendarFeed')).body).toEqual([]);
    expect((await anyone().get(path)).status).toBe(200);
  });

  test('is counted against the limit of requests', async () => {
    const limited = await startService({ database: service.databaseUrl, unknownPerMinute: 3 });
    try {
      const { path } = await feed();
      const guest = clientFor(limited.baseUrl, {});
      const statuses = [];
      for (let i = 0; i < 4; i++) statuses.push((await guest.get(i % 2 ? path : '/feed/guess.ics')).status);
      expect(statuses).toEqual([404, 200, 404, 429]);
    } finally {
      await limited.close();
    }
  });
});
