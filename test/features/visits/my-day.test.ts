import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aJob, aTask } from '../../records/builders.ts';
import { aLimitedPerson } from '../../support/limited-person.ts';
import { aCall, type Client, sharedService, type TestService, type TestTenant } from '../../support/service.ts';
import { anAppointment, aPlan, guid, idOf, signedIn } from './visit-tenant.ts';

let service: TestService;
let erp: TestTenant;
let anna: Client;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());
beforeEach(async () => {
  service.setNow('2026-06-01T05:00:00Z');
  erp = await service.tenant({ timeZone: 'Europe/Brussels' });
  const answer = await erp.client.import(aPlan());
  expect(answer.status, answer.text).toBe(200);
  anna = await signedIn(service, erp, 'anna', 'worker', 'ANNA');
});

describe('GET /myDay', () => {
  test('shows the visits of today and tomorrow in order, with all that a card needs', async () => {
    const { status, body, text } = await anna.get('/myDay');
    expect(status, text).toBe(200);
    expect(body).toMatchObject({ resourceNo: 'ANNA', name: 'Anna', timeZone: 'Europe/Brussels', claimsVisits: false });
    expect(body.days.map(({ date }: { date: string }) => date)).toEqual(['2026-06-01', '2026-06-02']);
    const [today, tomorrow] = body.days;
    expect(today.visits).toHaveLength(2);
    expect(today.visits[0]).toMatchObject({
      appointment: { subject: 'Visit 1', start: '2026-06-01T08:00:00+02:00', end: '2026-06-01T10:00:00+02:00' },
      task: { jobNo: 'A', taskNo: 'T', shortDescription: 'Task T' },
      job: { description: 'The boiler leaks.' },
      customer: { name: 'Astoria' },
      contact: { name: 'Ann', phone: '+32 470 2' },
      site: { address: 'Veldstraat 1, Gent', latitude: 51.06, longitude: 3.73 },
      requirements: [
        { kind: 'filterValue', group: 'Skill', value: 'GAS' },
        { kind: 'certificate', group: null, value: 'VCA' },
      ],
      colleagues: [],
      links: [
        { of: 'task', uri: 'https://erp.example/T' },
        { of: 'task', uri: 'https://docs.example/pump', description: 'Manual' },
      ],
      fields: [
        { code: 'METER', type: 1, readOnly: false, value: null },
        { code: 'ORDER', readOnly: true },
      ],
      state: 'planned',
      stateAt: null,
    });
    // From home to the first, from there to the second, and home.
    expect(today.visits[0].travel.metres).toBeGreaterThan(0);
    expect(today.visits[1].travel.metres).toBeGreaterThan(20_000);
    expect(today.back.metres).toBeGreaterThan(20_000);
    expect(today.visits[1].colleagues).toEqual([{ resourceNo: 'BEN', name: 'Ben' }]);
    expect(tomorrow.visits).toMatchObject([{ appointment: { subject: 'Visit 3' } }]);
    expect(body.running).toBeNull();
  });

  test('of another day, and of more days', async () => {
    const { body } = await anna.get('/myDay?date=2026-06-02&days=1');
    expect(body.days).toMatchObject([{ date: '2026-06-02', visits: [{ appointment: { subject: 'Visit 3' } }] }]);
    expect((await anna.get('/myDay?days=8')).body.Code).toBe('REQ008');
    expect((await anna.get('/myDay?date=yesterday')).body.Code).toBe('REQ008');
  });

  test('is for somebody who is a resource', async () => {
    const nobody = await signedIn(service, erp, 'nobody', 'worker');
    expect((await nobody.get('/myDay')).body.Code).toBe('USR004');
    const viewer = await signedIn(service, erp, 'viewer', 'viewer', 'ANNA');
    expect((await viewer.get('/myDay')).status).toBe(403);
    expect((await erp.client.get('/myDay')).body.Code).toBe('USR004');
  });

  test('takes as many statements for twenty visits as for two', async () => {
    const statements = async (): Promise<number> => {
      await anna.get('/myDay');
      service.statements();
      await anna.get('/myDay');
      return service.statements().length;
    };
    const few = await statements();
    await erp.client.import([
      aJob('MANY'),
      ...Array.from({ length: 20 }, (_, n) => aTask('MANY', n === 0 ? 'T' : `T${n}`)),
      ...Array.from({ length: 20 }, (_, n) =>
        anAppointment(100 + n, 'MANY', 'ANNA', '2026-06-01T13:00', '2026-06-01T14:00'),
      ),
    ]);
    expect((await anna.get('/myDay')).body.days[0].visits).toHaveLength(22);
    expect(await statements()).toBe(few);
  });

  test('leaves out what data filters hide, and the ways to and from it', async () => {
    await erp.client.import([
      ...['SEEN', 'SECRET'].map((CategoryName) => aCall('mboc_upsertCategory', { CategoryName })),
      aCall('mboc_upsertAppointmentCategory', { AppointmentGuid: guid(1), Category: 'SECRET' }),
      aCall('mboc_upsertAppointmentCategory', { AppointmentGuid: guid(2), Category: 'SEEN' }),
    ]);
    const person = await aLimitedPerson(service, erp, 'worker', { categories: ['SEEN'] });
    await erp.client.import([aCall('mboc_upsertUser', { Email: person.email, ResourceNo: 'ANNA' })]);
    const { body, text } = await person.client.get('/myDay');
    expect(body.days?.[0].visits, text).toMatchObject([{ appointment: { subject: 'Visit 2' }, travel: null }]);
    const hidden = { appointmentId: await idOf(erp, 1), state: 'travelling', externalId: 'x' };
    expect((await person.client.post('/visit', hidden)).body.Code).toBe('APP060');
  });
});
