import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Answer, aCall, sharedService, type TestService, type TestTenant } from '../support/service.ts';
import { aJob, aResource, aTask, holdings, taskKey } from './builders.ts';

let service: TestService;
let erp: TestTenant;
beforeAll(async () => {
  service = await sharedService();
  service.setNow('2026-06-01T18:00:00Z');
  erp = await service.tenant();
  await erp.client.import([aResource('R1'), aJob('J'), aTask('J', 'T')]);
});
afterAll(() => service.close());

const outcomeOf = ({ body }: Answer) => body.results.map(({ outcome }: { outcome: string }) => outcome);
const own = taskKey('J', 'T');

let appointment: { id: number; guid: string };
let entry: number;
let session: number;
beforeEach(async () => {
  const { body, text } = await erp.client.import([
    aCall('mboc_upsertAppointment', { ...own, Start: '2026-06-10T09:00', ResourceNo: 'R1' }),
    aCall('mboc_upsertTimeEntry', { ...own, ResourceNo: 'R1', Date: '2026-06-01', DurationInSeconds: 60 }),
    aCall('mboc_upsertTimeSession', {
      ...own,
      ResourceNo: 'R1',
      StartedAt: '2026-06-01T08:00Z',
      StoppedAt: '2026-06-01T09:00Z',
    }),
  ]);
  expect(body.success, text).toBe(true);
  appointment = body.appointments[0];
  [, { id: entry }, { id: session }] = body.results;
});

/** Each procedure that names its record by id or GUID, and what it would do. */
type Named = { readonly procedure: string; readonly record: () => Record<string, unknown>; readonly prefix?: string };
const calls: readonly Named[] = [
  { procedure: 'mboc_upsertAppointment', record: () => ({ AppointmentGuid: appointment.guid, Subject: 'Mine' }) },
  {
    procedure: 'mboc_upsertAppointment',
    record: () => ({ AppointmentId: appointment.id, Subject: 'Mine', JobNo: 'J', TaskNo: 'T' }),
  },
  { procedure: 'mboc_deleteAppointment', record: () => ({ AppointmentId: appointment.id }) },
  { procedure: 'mboc_deleteAppointment', record: () => ({ AppointmentGuid: appointment.guid, ResourceNo: 'R1' }) },
  { procedure: 'mboc_updateAppointmentCategory', record: () => ({ AppointmentId: appointment.id, Category: 'Red' }) },
  { procedure: 'mboc_updateAppointmentLocked', record: () => ({ AppointmentGuid: appointment.guid, Locked: 1 }) },
  {
    procedure: 'mboc_updateAppointmentContent',
    record: () => ({ AppointmentGuid: appointment.guid, Subject: 'Mine' }),
  },
  { procedure: 'mboc_addAppointmentResource', record: () => ({ AppointmentId: appointment.id, ResourceNo: 'R1' }) },
  { procedure: 'mboc_deleteAppointmentResource', record: () => ({ AppointmentId: appointment.id, ResourceNo: 'R1' }) },
  {
    procedure: 'mboc_updateAppointmentFieldValues',
    record: () => ({ AppointmentId: appointment.id, FieldCode: 'F', FieldValue: '1' }),
  },
  {
    procedure: 'mboc_upsertAppointmentUrl',
    record: () => ({ pAppointmentId: appointment.id, pUrl: 'https://x' }),
    prefix: 'p',
  },
  { procedure: 'mboc_upsertTimeEntry', record: () => ({ TimeEntryId: entry, DurationInSeconds: 120 }) },
  {
    procedure: 'mboc_upsertTimeEntry',
    record: () => ({ TimeEntryId: entry, JobNo: 'J', TaskNo: 'T', DurationInSeconds: 120 }),
  },
  { procedure: 'mboc_deleteTimeEntry', record: () => ({ TimeEntryId: entry }) },
  { procedure: 'mboc_upsertTimeSession', record: () => ({ TimeSessionId: session, Note: 'Mine' }) },
  {
    procedure: 'mboc_upsertTimeSession',
    record: () => ({ TimeSessionId: session, JobNo: 'J', TaskNo: 'T', Note: 'Mine' }),
  },
  { procedure: 'mboc_deleteTimeSession', record: () => ({ TimeSessionId: session }) },
];

describe.each(calls)('$procedure that names a record by id', ({ procedure, record, prefix = '' }) => {
  test.each([
    ['SourceApp', { SourceApp: 'CRM', SourceType: 'SERVICE' }],
    ['SourceType', { SourceApp: 'ERP', SourceType: 'PROJECT' }],
  ])('and another %s changes nothing, and says so', async (parameter, source) => {
    const named = Object.fromEntries(Object.entries(source).map(([name, value]) => [`${prefix}${name}`, value]));
    const before = await holdings(service, erp);
    const answer = await erp.client.import([aCall(procedure, { ...named, ...record() })]);
    expect([answer.status, outcomeOf(answer)], answer.text).toEqual([200, ['ignored']]);
    expect(answer.body.warnings).toMatchObject([{ index: 0, message: expect.stringContaining(`${parameter}: `) }]);
    expect(await holdings(service, erp)).toEqual(before);
    const strict = await erp.client.import([aCall(procedure, { ...named, ...record() })], {
      prefer: 'handling=strict',
    });
    expect([strict.status, strict.body.Code, strict.body.parameter]).toEqual([409, 'APP007', parameter]);
  });

  test('and its own source in another case does its work', async () => {
    const named = { [`${prefix}SourceApp`]: 'erp', [`${prefix}SourceType`]: 'Service' };
    const answer = await erp.client.import([aCall(procedure, { ...named, ...record() })]);
    expect(answer.body.warnings, answer.text).toEqual([]);
    expect(outcomeOf(answer)).not.toEqual(['ignored']);
  });
});
