import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runs } from '../../support/random-cases.ts';
import { type Client, sharedService, type TestService } from '../../support/service.ts';
import { aPlan, guidOf, inDraft, WINDOW } from './a-plan.ts';

let service: TestService;
beforeAll(async () => {
  service = await sharedService();
  service.setNow('2026-03-25T05:00:00Z');
});
afterAll(() => service.close());

const TASKS = 4;
const PEOPLE = 3;
const at = (quarter: number): string => new Date(Date.parse('2026-03-30T05:00:00Z') + quarter * 900_000).toISOString();

/** Appointments of the plan have the numbers 0 to 3, those that are made later the others. */
const anAppointment = fc.nat(TASKS + 2);
const guid = (n: number): string => guidOf(n < TASKS ? `T${n}` : `NEW${n}`);

const aWrite = fc.oneof(
  fc.record({
    kind: fc.constant('create' as const),
    n: fc.integer({ min: TASKS, max: TASKS + 2 }),
    quarter: fc.nat(120),
    resource: fc.nat(PEOPLE - 1),
    task: fc.nat(TASKS - 1),
  }),
  fc.record({ kind: fc.constant('move' as const), n: anAppointment, quarter: fc.nat(120) }),
  fc.record({ kind: fc.constant('reassign' as const), n: anAppointment, resource: fc.nat(PEOPLE - 1) }),
  fc.record({ kind: fc.constant('add' as const), n: anAppointment, resource: fc.nat(PEOPLE - 1) }),
  fc.record({ kind: fc.constant('release' as const), n: anAppointment, resource: fc.nat(PEOPLE - 1) }),
  fc.record({ kind: fc.constant('delete' as const), n: anAppointment }),
  fc.record({ kind: fc.constant('describe' as const), n: anAppointment, text: fc.constantFrom('Pump', 'Valve') }),
  fc.record({ kind: fc.constant('link' as const), n: anAppointment }),
  fc.record({ kind: fc.constant('depend' as const), n: anAppointment, on: anAppointment }),
);
type Write = typeof aWrite extends fc.Arbitrary<infer W> ? W : never;

const TASK = { sourceApp: 'ERP', sourceType: 'SERVICE', jobNo: 'J1' };

async function send(client: Client, write: Write): Promise<unknown> {
  const appointmentGuid = guid(write.n);
  const answer = await (() => {
    switch (write.kind) {
      case 'create':
        return client.post('/appointment', {
          ...TASK,
          taskNo: `T${write.task}`,
          appointmentGuid,
          resourceNo: `R${write.resource}`,
          start: at(write.quarter),
          end: at(write.quarter + 4),
        });
      case 'move':
        return client.post('/appointment', { appointmentGuid, start: at(write.quarter), end: at(write.quarter + 6) });
      case 'reassign':
        return client.post('/appointment', {
          appointmentGuid,
          resourceNo: `R${write.resource}`,
          replaceResource: true,
        });
      case 'add':
        return client.post('/assignment', { appointmentGuid, resourceNo: `R${write.resource}` });
      case 'release':
        return client.del('/assignment', { appointmentGuid, resourceNo: `R${write.resource}` });
      case 'delete':
        return client.del('/appointment', { appointmentGuid });
      case 'describe':
        return client.post('/appointment', { appointmentGuid, subject: write.text });
      case 'link':
        return client.post('/appointmentUri', { appointmentGuid, uri: `https://example.com/${write.n}` }, STRICT);
      case 'depend':
        return client.post('/appointmentDependency', { predecessor: numberOf(write.on), successor: numberOf(write.n) });
    }
  })();
  // What waits for its record is refused in a draft, and with handling=strict everywhere.
  return answer.status === 200 ? answer.body.counts : answer.status < 500 ? 'refused' : answer.text;
}

const STRICT = { prefer: 'handling=strict' };

/** Numbers follow from GUIDs; what does not exist has none. */
const numbers = new Map<number, string>();
const numberOf = (n: number): string => numbers.get(n) ?? 'NONE';

/** Everything that can be read of a plan, without ids and without what names the moment. */
async function readAll(client: Client, withVersions: boolean): Promise<unknown> {
  const board = (await client.get(`/board?${WINDOW}`)).body;
  const guids = new Map(
    board.appointments.map((each: { id: number; appointmentGuid: string }) => [each.id, each.appointmentGuid]),
  );
  const [whole, violations, capacity, tasks, travel, map, free] = await Promise.all(
    [
      '/appointment?startDate=2026-03-30&endDate=2026-04-06&limit=100',
      `/violations?${WINDOW}`,
      '/capacity?start=2026-03-30&end=2026-04-06',
      '/board/tasks?limit=100',
      `/board/travel?${WINDOW}`,
      '/map?start=2026-03-30T00:00&end=2026-03-31T00:00',
      '/resource/R0/availability?start=2026-03-30&end=2026-04-06',
    ].map(async (path) => {
      const { status, body, text } = await client.get(path);
      expect(status, `${path} ${text}`).toBe(200);
      return body;
    }),
  );
  const plain = (value: unknown, name = ''): unknown => {
    // Lists of violations are ordered by keys with ids in them.
    if (Array.isArray(value)) return value.map((each) => plain(each)).sort(byText);
    if (typeof value === 'number' && guids.has(value) && /id$|^from$|^to$/i.test(name)) return guids.get(value);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key]) => !LEFT_OUT.has(key) && (withVersions || key !== 'version'))
        .filter(([key, each]) => !(/(^|[a-z])id$/i.test(key) && typeof each === 'number' && !guids.has(each)))
        .map(([key, each]) => [key, plain(each, key)]),
    );
  };
  return plain({ board, whole, violations, capacity, tasks, travel, map, free });
}

const byText = (a: unknown, b: unknown): number => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);

const LEFT_OUT = new Set(['change', 'createdAt', 'createdBy', 'updatedAt', 'updatedBy', 'created', 'id', 'lastChange']);

test('writes in a draft read like the same writes in a plan; published they are the plan, and undone they are not', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(aWrite, { minLength: 1, maxLength: 12 }), async (writes) => {
      const [drafted, written] = [await service.tenant(), await service.tenant()];
      for (const { client } of [drafted, written]) await aPlan(client, PEOPLE, TASKS);
      for (const { appointmentGuid, appointmentNo } of (await drafted.client.get(`/board?${WINDOW}`)).body.appointments)
        for (let n = 0; n < TASKS; n++) if (guid(n) === appointmentGuid) numbers.set(n, appointmentNo);
      const before = await readAll(drafted.client, false);
      const { id } = (await drafted.client.post('/drafts', { name: 'Draft' })).body;
      const draft = inDraft(drafted.client, id);
      for (const write of writes) expect(await send(draft, write)).toEqual(await send(written.client, write));
      const wanted = await readAll(written.client, true);
      expect(await readAll(draft, true)).toEqual(wanted);
      expect(await readAll(drafted.client, false)).toEqual(before);
      // Something happens beside it: the draft is computed again.
      for (const { client } of [drafted, written]) await aPlan(client, 1, 1, { task: 'LATER' });
      const later = await readAll(written.client, true);
      expect(await readAll(draft, true)).toEqual(later);
      const present = await readAll(drafted.client, false);
      const published = await drafted.client.post(`/drafts/${id}/publish`, {});
      if (published.body.Code === 'APP080') return;
      expect(published.status, published.text).toBe(200);
      expect(await readAll(drafted.client, false)).toEqual(await readAll(written.client, false));
      if (published.body.changes === null) return;
      const undone = await drafted.client.post('/changes/undo', { requestId: published.headers.get('x-request-id') });
      expect(undone.status, undone.text).toBe(200);
      expect(await readAll(drafted.client, false)).toEqual(present);
    }),
    { numRuns: runs(6, 100) },
  );
}, 3_600_000);
