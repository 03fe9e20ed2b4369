import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fanOut } from '../../../src/features/connectors/fan-out.ts';
import { aJob, aResource, aTask, taskKey } from '../../records/builders.ts';
import { aCall, clientFor, sharedService, type TestService, type TestTenant } from '../../support/service.ts';

let service: TestService;
let tenant: TestTenant;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());

const guid = (n: number): string => `00000000-0000-4000-8000-00000000000${n}`;
const plan = (n: number, start: string, end: string, more: Record<string, unknown> = {}) =>
  aCall('mboc_upsertAppointment', {
    AppointmentGuid: guid(n),
    ...taskKey('J', 'T'),
    Start: `2026-06-04T${start}`,
    End: `2026-06-04T${end}`,
    ResourceNo: 'R1',
    ReplaceResource: true,
    ...more,
  });
const send = async (...calls: unknown[]): Promise<void> => {
  expect((await tenant.client.import(calls)).status).toBe(200);
};

interface Shown {
  readonly id: string;
  readonly rule: string;
  readonly waiver: { readonly reason: string; readonly until: string; readonly by: string; readonly at: string } | null;
}
const violations = async (): Promise<Shown[]> =>
  (await tenant.client.get('/violations?start=2026-06-01&end=2026-07-01')).body;
const onBoard = async (): Promise<unknown[]> =>
  (await tenant.client.get('/board?start=2026-06-04&end=2026-06-05')).body.violations;
const accept = async (body: Record<string, unknown>, headers: Record<string, string> = {}) => {
  const [found] = await violations();
  return tenant.client.post(`/violations/${found?.id}/waiver`, body, headers);
};
const accepted = { reason: 'Agreed with the customer', until: '2026-06-10T00:00:00+02:00' };

beforeEach(async () => {
  service.setNow('2026-06-03T06:00:00Z');
  tenant = await service.tenant({ timeZone: 'Europe/Brussels' });
  await send(aResource('R1'), aResource('R2'), aJob('J'), aTask('J', 'T'));
  await send(plan(1, '09:00', '11:00'), plan(2, '10:00', '12:00'));
});

describe('a conflict that a planner accepts', () => {
  test('is shown with who accepted it, why and until when, and no longer marks the board', async () => {
    expect(await onBoard()).toHaveLength(1);
    const answer = await accept(accepted);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toMatchObject({ ...accepted, at: '2026-06-03T08:00:00+02:00' });
    expect(await violations()).toMatchObject([{ rule: 'overlap', waiver: accepted }]);
    expect((await violations())[0]?.waiver?.by).toMatch(/^key:/);
    expect(await onBoard()).toEqual([]);
  });

  test('is in the change log, as a change of its task', async () => {
    await accept(accepted);
    const [found] = await violations();
    expect((await tenant.client.del(`/violations/${found?.id}/waiver`, undefined)).body).toEqual({ withdrawn: true });
    expect((await tenant.client.del(`/violations/${found?.id}/waiver`, undefined)).body).toEqual({ withdrawn: false });
    expect((await violations())[0]?.waiver).toBeNull();
    const { body } = await tenant.client.get('/changes?entity=Task');
    const [, made, gone] = body.changes;
    expect(made).toMatchObject({
      before: { acceptedConflict: null },
      after: { acceptedConflict: { rule: 'overlap', reason: accepted.reason } },
    });
    expect(gone).toMatchObject({
      before: { acceptedConflict: { reason: accepted.reason } },
      after: { acceptedConflict: null },
    });
  });

  test('of an appointment without a task is in the log, and delivered to nobody', async () => {
    const receiver = { notificationURL: 'https://flow.example' };
    expect((await tenant.client.post('/webhooks/AppointmentUpdated', receiver)).status).toBe(201);
    const connector = await tenant.client.post('/connector', {
      ...{ name: 'Back office', sourceApp: 'ERP', webServiceAddress: 'https://erp.example/plan' },
    });
    expect(connector.status, connector.text).toBe(200);
    const absence = { subject: 'Dentist', resourceNo: 'R2', start: '2026-06-05T16:00', end: '2026-06-05T19:00' };
    expect((await tenant.client.post('/appointment', absence)).status).toBe(200);
    const deliveries = async () => {
      while (!(await fanOut(service.deps, new AbortController().signal)));
      return service.deps.db.query('select action, body from delivery where tenant_id = $1', [tenant.tenant.id]);
    };
    const before = await deliveries();
    const own = (await violations()).find(({ rule }) => rule === 'outsideWorkingTime');
    expect((await tenant.client.post(`/violations/${own?.id}/waiver`, accepted)).status).toBe(200);
    expect((await tenant.client.del(`/violations/${own?.id}/waiver`, undefined)).body).toEqual({ withdrawn: true });
    const { changes } = (await tenant.client.get('/changes?entity=Appointment')).body;
    expect(changes.at(-1)).toMatchObject({ after: { acceptedConflict: null } });
    expect(await deliveries()).toEqual(before);
    const { id } = changes.at(-1);
    const renamed = await tenant.client.put('/appointment', { appointmentId: id, subject: 'Dentist, late' });
    expect(renamed.status, renamed.text).toBe(200);
    expect(await deliveries()).toHaveLength(before.length + 1);
  });

  test('counts again when the waiver ends', async () => {
    await accept(accepted);
    service.setNow('2026-06-10T00:00:00+02:00');
    expect((await violations())[0]?.waiver).toBeNull();
  });

  test('counts again when it changes: other times, another resource; not when something else of it changes', async () => {
    await accept(accepted);
    await send(plan(1, '09:00', '11:00', { Subject: 'Pump' }));
    expect((await violations())[0]?.waiver).not.toBeNull();
    await send(plan(1, '09:30', '11:00'));
    expect((await violations())[0]?.waiver).toBeNull();
    await accept(accepted);
    expect((await violations())[0]?.waiver).not.toBeNull();
    await send(plan(1, '09:30', '11:00', { ResourceNo: 'R2' }), plan(2, '10:00', '12:00', { ResourceNo: 'R2' }));
    expect(await violations()).toMatchObject([{ rule: 'overlap', waiver: null }]);
  });

  test('needs a reason, a moment in the future, and the permission to plan', async () => {
    expect((await accept({ ...accepted, reason: ' ' })).status).toBe(400);
    expect((await accept({ reason: 'x' })).status).toBe(400);
    expect((await accept({ ...accepted, until: '2026-06-01T00:00:00Z' })).status).toBe(400);
    expect((await accept({ ...accepted, until: '2028-06-01T00:00:00Z' })).status).toBe(400);
    expect((await accept({ ...accepted, reason: 'x'.repeat(501) })).status).toBe(400);
    const [found] = await violations();
    const reader = clientFor(service.baseUrl, { 'x-api-key': await tenant.addKey({ scopes: ['read'] }) });
    expect((await reader.post(`/violations/${found?.id}/waiver`, accepted)).status).toBe(403);
    expect((await reader.get(`/violations/${found?.id}/fixes`)).status).toBe(403);
    const other = await service.tenant();
    expect((await other.client.post(`/violations/${found?.id}/waiver`, accepted)).status).toBe(404);
  });

  test('is accepted once with the same Idempotency-Key', async () => {
    const first = await accept(accepted, { 'idempotency-key': 'once' });
    const again = await accept(accepted, { 'idempotency-key': 'once' });
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
  });
});
