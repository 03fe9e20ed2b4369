import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { drawNames, withNextNumber } from '../../../src/features/appointments/appointment-numbers.ts';
import { model, type Procedure, procedureFor } from '../../../src/records/derive/model.ts';
import type { Call } from '../../../src/records/writing/call.ts';
import { aCall, sharedService, type TestService, type TestTenant } from '../../support/service.ts';

let service: TestService;
let erp: TestTenant;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());

const task = { SourceApp: 'ERP', SourceType: 'SERVICE', JobNo: 'J1', TaskNo: 'T1' };

beforeEach(async () => {
  erp = await service.tenant();
  await erp.client.import([
    aCall('mboc_upsertJob', { SourceApp: 'ERP', SourceType: 'SERVICE', JobNo: 'J1', ShortDescription: 'Pump' }),
    aCall('mboc_upsertTask', { ...task, ShortDescription: 'Replace pump' }),
    aCall('mboc_upsertResource', { ResourceNo: 'R1', ResourceName: 'Anna' }),
  ]);
});

const planned = (guid: string, subject = 'new') =>
  aCall('mboc_upsertAppointment', {
    ...task,
    AppointmentGuid: guid,
    ResourceNo: 'R1',
    Subject: subject,
    Start: '2026-06-01T12:00',
    End: '2026-06-01T13:00',
  });

interface Stored {
  readonly guid: string;
  readonly no: string;
  readonly subject: string;
  readonly version: number;
  readonly staff: string[];
  readonly logged: string[];
}

/** By GUID, with the keys of its assignments and of its changes in the log. */
const stored = async (): Promise<Map<string, Stored>> => {
  const rows = await service.deps.db.query<Stored>(
    `select appointment_guid as guid, appointment_no as no, subject, version,
       array(select s.key from assignment s where s.tenant_id = a.tenant_id and s.owner_id = a.id and s.appointment_no = a.appointment_no) as staff,
       array(select c.key from change c where c.tenant_id = a.tenant_id and c.entity = 'Appointment' and c.record_id = a.id) as logged
     from appointment a where tenant_id = $1`,
    [erp.tenant.id],
  );
  return new Map(rows.map((row) => [row.guid, row]));
};

/** The number that a GUID gets, and those that follow. */
const numbersOf = (guid: string): string[] => drawNames([guid, guid, guid]).map(({ no }) => no);
const numberOf = (guid: string): string => numbersOf(guid)[0] ?? '';
const nextNumberOf = (guid: string): string => numbersOf(guid)[1] ?? '';

describe('a number that is taken', () => {
  test.each([
    ['few', 3],
    ['many', 240],
  ])(
    'is left to the appointment that has it: of %s new ones, those whose number is taken get the next',
    async (_, count) => {
      const guids = Array.from({ length: count }, () => randomUUID());
      const [first, last] = [guids[0] as string, guids.at(-1) as string];
      // Others that have the numbers of two of them.
      for (const guid of [first, last]) {
        const { body } = await erp.client.import([planned(randomUUID(), 'old')]);
        await service.deps.db.query(
          'update appointment set appointment_no = $3, key = lower($3) where tenant_id = $1 and id = $2',
          [erp.tenant.id, body.appointments[0].id, numberOf(guid)],
        );
      }
      const before = await stored();
      const { body } = await erp.client.import(guids.map((guid) => planned(guid)));
      expect(body.counts.created).toBe(count);
      expect(body.appointments.map(({ guid }: { guid: string }) => guid)).toEqual(guids);
      const after = await stored();
      for (const [guid, old] of before) expect(after.get(guid)).toEqual(old);
      expect(after.size).toBe(before.size + count);
      for (const guid of guids) {
        const no = guid === first || guid === last ? nextNumberOf(guid) : numberOf(guid);
        expect(after.get(guid)).toMatchObject({
          no,
          subject: 'new',
          version: 1,
          staff: [`${no.toLowerCase()}\u001fr1`],
          logged: [no],
        });
      }
      const keys = body.results.map(({ key }: { key: string }) => key);
      expect(keys).toEqual(guids.map((guid) => after.get(guid)?.no));
      // They are found again under what they were sent as.
      const again = await erp.client.import(guids.map((guid) => planned(guid)));
      expect(again.body.counts).toMatchObject({ created: 0, unchanged: count });
    },
  );

  test('is followed by none if it was not drawn for the appointment', () => {
    const columns = ['appointmentGuid', 'appointmentNo'].map(model('Appointment').column);
    const procedure = procedureFor(model('Appointment'), 'upsert') as Procedure;
    const call = (guid: string, no: string): Call => ({
      index: 0,
      shape: { procedure, model: procedure.model, columns, references: [], id: 'numbers' },
      values: [guid, no],
      options: {},
      key: no.toLowerCase(),
      identity: 'new:0',
      shownKey: no,
      referred: [],
    });
    const guid = randomUUID();
    expect(withNextNumber(call(guid, numberOf(guid))).shownKey).toBe(nextNumberOf(guid));
    expect(() => withNextNumber(call(guid, 'A-1'))).toThrow('the number A-1 was not drawn');
  });

  test('is not drawn twice for one batch', () => {
    const numbers = numbersOf(randomUUID());
    expect(new Set(numbers).size).toBe(3);
  });
});

test('the same new appointments that arrive at once in two requests exist once', async () => {
  for (let round = 0; round < 4; round++) {
    const guids = Array.from({ length: 150 }, () => randomUUID());
    const answers = await Promise.all(
      ['one', 'other'].map((subject) => erp.client.import(guids.map((guid) => planned(guid, subject)))),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers.map(({ body }) => body.counts.created).sort()).toEqual([0, 150]);
    const [one, other] = answers.map(({ body }) => body.appointments);
    expect(one).toEqual(other);
    const all = await stored();
    for (const guid of guids) expect(all.get(guid)).toMatchObject({ no: numberOf(guid), version: 2 });
  }
});
