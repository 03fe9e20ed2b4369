import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aCall, sharedService, type TestService, type TestTenant } from '../support/service.ts';
import { aJob, aResource, aTask, taskKey } from './builders.ts';

let service: TestService;
let erp: TestTenant;
beforeAll(async () => {
  service = await sharedService();
  erp = await service.tenant();
  const made = await erp.client.import([
    aJob('J1'),
    aTask('J1', 'T1'),
    ...Array.from({ length: 60 }, (_, i) => aResource(`R${i}`)),
  ]);
  expect(made.status).toBe(200);
});
afterAll(() => service.close());

let resources = 0;
const nextResource = () => `R${resources++}`;
const anEntry = (more: Record<string, unknown>) =>
  aCall('mboc_upsertTimeEntry', {
    ...taskKey('J1', 'T1'),
    Date: '2026-05-04',
    DurationInSeconds: 3600,
    ...more,
  });
const aSession = (more: Record<string, unknown>) =>
  aCall('mboc_upsertTimeSession', { ...taskKey('J1', 'T1'), StartedAt: '2026-05-04T08:00:00Z', ...more });
const idsOf = (answer: { body: { results: { id: number }[] } }) => answer.body.results.map(({ id }) => id);
const entry = (TimeEntryId: number, more: Record<string, unknown>) =>
  aCall('mboc_upsertTimeEntry', { TimeEntryId, ...more });
const session = (TimeSessionId: number, more: Record<string, unknown>) =>
  aCall('mboc_upsertTimeSession', { TimeSessionId, ...more });

describe('a value that another record has', () => {
  test('BackofficeID of another time entry is refused, and the call is named', async () => {
    const made = await erp.client.import([
      anEntry({ ResourceNo: nextResource(), BackofficeID: 'B-1' }),
      anEntry({ ResourceNo: nextResource() }),
    ]);
    const [holder, other] = idsOf(made) as [number, number];
    // The reference counts within SourceApp and SourceType, which a call by TimeEntryId need not repeat.
    for (const more of [{}, { SourceApp: 'ERP', SourceType: 'SERVICE' }]) {
      const answer = await erp.client.import([
        entry(holder, { Description: 'kept' }),
        entry(other, { ...more, BackofficeID: 'b-1' }),
      ]);
      expect(answer.body).toMatchObject({
        status: 409,
        Code: 'APP035',
        parameter: 'BackofficeID',
        results: [{ index: 1, procedure: 'mboc_upsertTimeEntry', code: 'APP035', parameter: 'BackofficeID' }],
      });
      expect(answer.body.message).toContain(`time entry ${holder}`);
    }
  });

  test('in lenient mode the rest of the batch stands', async () => {
    const made = await erp.client.import([
      anEntry({ ResourceNo: nextResource(), BackofficeID: 'B-2' }),
      anEntry({ ResourceNo: nextResource() }),
    ]);
    const [holder, other] = idsOf(made) as [number, number];
    const answer = await erp.client.import(
      [entry(other, { BackofficeID: 'B-2' }), entry(holder, { Description: 'changed' })],
      { prefer: 'handling=lenient' },
    );
    expect(answer.status).toBe(200);
    expect(answer.body.results).toMatchObject([
      { outcome: 'rejected', code: 'APP035' },
      { outcome: 'updated', id: holder },
    ]);
  });

  test('two entries of one batch cannot take the same BackofficeID: the second call is refused', async () => {
    const made = await erp.client.import([
      anEntry({ ResourceNo: nextResource() }),
      anEntry({ ResourceNo: nextResource() }),
    ]);
    const [first, second] = idsOf(made) as [number, number];
    const answer = await erp.client.import(
      [entry(first, { BackofficeID: 'B-3' }), entry(second, { BackofficeID: 'B-3' })],
      { prefer: 'handling=lenient' },
    );
    expect(answer.body.results).toMatchObject([
      { index: 0, outcome: 'updated' },
      { index: 1, outcome: 'rejected', code: 'APP035', parameter: 'BackofficeID' },
    ]);
  });

  test('an entry may get the BackofficeID of one that the same batch deletes', async () => {
    const made = await erp.client.import([
      anEntry({ ResourceNo: nextResource(), BackofficeID: 'B-4' }),
      anEntry({ ResourceNo: nextResource() }),
    ]);
    const [holder, other] = idsOf(made) as [number, number];
    const answer = await erp.client.import([
      aCall('mboc_deleteTimeEntry', { TimeEntryId: holder }),
      entry(other, { BackofficeID: 'B-4' }),
    ]);
    expect(answer.body.results).toMatchObject([{ outcome: 'deleted' }, { outcome: 'updated' }]);
  });

  test('ExternalId of another time session is refused, and the call is named', async () => {
    const made = await erp.client.import([
      aSession({ ResourceNo: nextResource(), ExternalId: 'E-1' }),
      aSession({ ResourceNo: nextResource() }),
    ]);
    const [holder, other] = idsOf(made) as [number, number];
    for (const more of [{}, { SourceApp: 'ERP', SourceType: 'SERVICE' }]) {
      const answer = await erp.client.import([session(other, { ...more, ExternalId: 'e-1' })]);
      expect(answer.body).toMatchObject({
        status: 409,
        Code: 'APP035',
        parameter: 'ExternalId',
        results: [{ index: 0, procedure: 'mboc_upsertTimeSession', code: 'APP035' }],
      });
      expect(answer.body.message).toContain(`time session ${holder}`);
    }
    const lenient = await erp.client.import(
      [session(other, { ExternalId: 'E-1' }), session(holder, { Note: 'changed' })],
      { prefer: 'handling=lenient' },
    );
    expect(lenient.body.results).toMatchObject([
      { outcome: 'rejected', code: 'APP035' },
      { outcome: 'updated', id: holder },
    ]);
  });

  test('two sessions of one batch cannot take the same ExternalId', async () => {
    const made = await erp.client.import([
      aSession({ ResourceNo: nextResource() }),
      aSession({ ResourceNo: nextResource() }),
    ]);
    const [first, second] = idsOf(made) as [number, number];
    const answer = await erp.client.import(
      [session(first, { ExternalId: 'E-2' }), session(second, { ExternalId: 'E-2' })],
      { prefer: 'handling=lenient' },
    );
    expect(answer.body.results).toMatchObject([
      { outcome: 'updated' },
      { outcome: 'rejected', code: 'APP035', parameter: 'ExternalId' },
    ]);
  });

  test('references are compared as the database compares them, whatever the language', async () => {
    const ResourceNo = nextResource();
    for (const BackofficeID of ['É-1', 'é-1', 'İ-1', 'i-1', 'STRASSE', 'straße', 'Σ', 'ς', 'σ', 'A ', 'A']) {
      const send = () => erp.client.import([anEntry({ ResourceNo, DurationInSeconds: 60, BackofficeID })]);
      const first = await send();
      if (first.status === 200) expect((await send()).body.counts, BackofficeID).toMatchObject({ unchanged: 1 });
      // What only the database takes for the same, with the rules of its locale, is refused by its unique index.
      else expect(first.body, BackofficeID).toMatchObject({ status: 409, Code: 'APP035' });
    }
  });

  test('of two sessions that change places one runs, in any order of their rows', async () => {
    for (let round = 0; round < 8; round++) {
      const ResourceNo = nextResource();
      const [early, late] = [`run-${round}-early`, `run-${round}-late`];
      await erp.client.import([
        aSession({ ResourceNo, ExternalId: early, StartedAt: '2026-05-04T08:00:00Z' }),
        aSession({ ResourceNo, ExternalId: late, StartedAt: '2026-05-04T10:00:00Z' }),
      ]);
      // The one that runs moves before the other, which runs from then on.
      const moved = await erp.client.import([
        aSession({ ResourceNo, ExternalId: late, StartedAt: '2026-05-04T06:00:00Z' }),
      ]);
      expect(moved.body).toMatchObject({ success: true });
    }
  });

  test('names of an appointment that belong to another one are refused or passed over, never a fault', async () => {
    const guids = ['0a000000-0000-4000-8000-000000000001', '0a000000-0000-4000-8000-000000000002'];
    const appointment = (more: Record<string, unknown>) =>
      aCall('mboc_upsertAppointment', {
        ...taskKey('J1', 'T1'),
        Start: '2026-05-04T08:00:00Z',
        End: '2026-05-04T09:00:00Z',
        ...more,
      });
    const made = await erp.client.import(guids.map((AppointmentGuid) => appointment({ AppointmentGuid })));
    expect(made.status).toBe(200);
    const [a, b] = made.body.appointments as [{ id: number; guid: string }, { id: number; guid: string }];
    const nos = await Promise.all(
      [a, b].map(async ({ guid }) => (await erp.client.get(`/appointment/${guid}`)).body.appointmentNo),
    );
    for (const more of [
      { AppointmentId: a.id, AppointmentGuid: b.guid },
      { AppointmentNo: nos[0], AppointmentGuid: b.guid },
      { AppointmentNo: nos[0], AppointmentGuid: '0a000000-0000-4000-8000-000000000009' },
      { AppointmentId: a.id, AppointmentNo: nos[1] },
      { AppointmentId: a.id, AppointmentNo: 'NEWNO' },
      { AppointmentGuid: a.guid.toUpperCase() },
    ]) {
      const answer = await erp.client.import([appointment({ ...more, Subject: JSON.stringify(more).slice(0, 40) })]);
      expect(answer.status, JSON.stringify([more, answer.body.message])).toBeLessThan(500);
    }
  });

  test('undo does not bring back an entry whose BackofficeID another one has', async () => {
    const R = nextResource();
    const made = await erp.client.import([anEntry({ ResourceNo: R, BackofficeID: 'U-1' })]);
    const gone = await erp.client.import([aCall('mboc_deleteTimeEntry', { TimeEntryId: idsOf(made)[0] })]);
    await erp.client.import([anEntry({ ResourceNo: nextResource(), BackofficeID: 'U-1' })]);
    const undone = await erp.client.post(`/changes/${gone.body.changes}/undo`, undefined);
    expect(undone.status, undone.body.message).toBe(409);
  });
});
