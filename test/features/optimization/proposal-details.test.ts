import { afterAll, beforeAll, expect, test } from 'vitest';
import { aJob, aResource, aTask, aTaskFilter, taskKey } from '../../records/builders.ts';
import { aCall, sharedService, type TestService } from '../../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());

const site = (i: number) => ({ SiteAddressGeoLat: 50.85 + 0.01 * i, SiteAddressGeoLong: 4.2 + 0.05 * i });

test('a proposal has the travel that each move saves, the moves that it needs, who stays unqualified, and as many open tasks as its list', async () => {
  service.setNow('2026-06-01T05:00:00Z');
  const { client } = await service.tenant({ timeZone: 'Europe/Brussels' });
  const planned = (job: string, hour: number, more: Record<string, unknown> = {}) =>
    aCall('mboc_upsertAppointment', {
      ...taskKey(job, 'T'),
      ResourceNo: 'ANNA',
      Start: `2026-06-01T${String(hour).padStart(2, '0')}:00`,
      End: `2026-06-01T${String(hour + 1).padStart(2, '0')}:00`,
      ...more,
    });
  const stored = await client.import([
    aResource('ANNA', { DisplayName: 'Anna', HomeAddressGeoLat: 50.85, HomeAddressGeoLong: 4.2 }),
    ...[1, 2, 3, 4, 5].flatMap((i) => [aJob(`J${i}`, site(i)), aTask(`J${i}`, 'T', { DurationInSeconds: 3600 })]),
    aTaskFilter('J4', 'T', 'Gas'),
    aTaskFilter('J5', 'T', 'Gas'),
    planned('J1', 14),
    planned('J2', 9),
    planned('J4', 16, { Locked: true }),
    // It has no duration: it cannot be planned at all.
    aJob('J6', site(6)),
    aTask('J6', 'T'),
  ]);
  expect(stored.status, stored.text).toBe(200);
  const started = await client.post('/optimization/fieldService', {
    ...{ start: '2026-06-01', end: '2026-06-02', iterations: 300, maxSeconds: 60 },
  });
  await service.work();
  const { proposal } = (await client.get(started.body.href)).body;
  expect(proposal.unqualified).toMatchObject([
    { task: { jobNo: 'J4' }, resourceNo: 'ANNA', resourceName: 'Anna', start: '2026-06-01T16:00:00+02:00' },
  ]);
  expect(proposal.unassigned.length).toBeGreaterThan(0);
  expect(proposal.after.unassigned).toBe(proposal.unassigned.length);
  expect(proposal.moves.length).toBeGreaterThan(0);
  const numbers = new Set(proposal.moves.map(({ no }: { no: number }) => no));
  for (const { savedKm, savedMinutes, needs } of proposal.moves) {
    expect(Number.isFinite(savedKm)).toBe(true);
    expect(Number.isInteger(savedMinutes)).toBe(true);
    for (const no of needs) expect(numbers).toContain(no);
  }
});
