import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aLimitedPerson } from '../../support/limited-person.ts';
import { runs } from '../../support/random-cases.ts';
import { aCall, type Client, sharedService, type TestService } from '../../support/service.ts';
import { aPlan, guidOf, WINDOW } from '../drafts/a-plan.ts';

let service: TestService;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());

/** A moment after everything so far, and before everything that follows. */
async function now(): Promise<string> {
  const moment = Date.now() + 1;
  while (Date.now() <= moment) await new Promise(setImmediate);
  return new Date(moment).toISOString();
}

interface Bar {
  readonly id: number;
  readonly start: string;
  readonly end: string;
  readonly subject: string;
  readonly resources: readonly string[];
}

const planOf = async (client: Client): Promise<Map<number, Bar>> =>
  new Map((await client.get(`/board?${WINDOW}`)).body.appointments.map((bar: Bar) => [bar.id, bar]));

interface Told {
  readonly appointmentId: number;
  readonly action: string;
  readonly before: Record<string, unknown> | null;
  readonly after: Record<string, unknown> | null;
}

const at = (quarter: number): string => new Date(Date.parse('2026-03-30T05:00:00Z') + quarter * 900_000).toISOString();
const aWrite = fc.record({
  kind: fc.constantFrom('move', 'move', 'reassign', 'add', 'delete', 'describe', 'create'),
  n: fc.nat(5),
  quarter: fc.nat(80),
  resource: fc.nat(2),
});
type Write = typeof aWrite extends fc.Arbitrary<infer W> ? W : never;

async function send(client: Client, { kind, n, quarter, resource }: Write): Promise<void> {
  const appointmentGuid = guidOf(`T${n}`);
  const [resourceNo, times] = [`R${resource}`, { start: at(quarter), end: at(quarter + 4) }];
  const task = { sourceApp: 'ERP', sourceType: 'SERVICE', jobNo: 'J1', taskNo: 'T0' };
  const bodies: Record<string, [path: string, body: Record<string, unknown>]> = {
    move: ['/appointment', { appointmentGuid, ...times }],
    reassign: ['/appointment', { appointmentGuid, resourceNo, replaceResource: true }],
    add: ['/assignment', { appointmentGuid, resourceNo }],
    describe: ['/appointment', { appointmentGuid, subject: `Subject ${quarter % 2}` }],
    create: ['/appointment', { ...task, appointmentGuid, resourceNo, ...times }],
  };
  const [path, body] = bodies[kind] ?? ['/appointment', { appointmentGuid }];
  await (kind === 'delete' ? client.del(path, body) : client.post(path, body));
}

/** What two snapshots say. */
function expected(before: Map<number, Bar>, after: Map<number, Bar>) {
  const fields = ['start', 'end', 'subject', 'resources'] as const;
  return [...new Set([...before.keys(), ...after.keys()])].sort().flatMap((id) => {
    const [was, is] = [before.get(id), after.get(id)];
    if (!was || !is) return [{ id, action: was ? 'deleted' : 'created', ...sides(fields, was, is) }];
    const differing = fields.filter((field) => JSON.stringify(was[field]) !== JSON.stringify(is[field]));
    if (differing.length === 0) return [];
    const action = differing.some((field) => field !== 'subject') ? 'moved' : 'updated';
    return [{ id, action, ...sides(differing, was, is) }];
  });
}

const sides = (fields: readonly (keyof Bar)[], was: Bar | undefined, is: Bar | undefined) => {
  const of = (bar: Bar | undefined) => bar && Object.fromEntries(fields.map((field) => [field, bar[field]]));
  return { before: of(was) ?? null, after: of(is) ?? null };
};

describe('GET /changes/difference', () => {
  test('says what two snapshots of the plan say, whatever happened in between', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(aWrite, { maxLength: 5 }),
        fc.array(aWrite, { minLength: 1, maxLength: 10 }),
        fc.array(aWrite, { maxLength: 4 }),
        async (earlier, between, later) => {
          const { client } = await service.tenant();
          await aPlan(client, 3, 3);
          for (const write of earlier) await send(client, write);
          const [from, before] = [await now(), await planOf(client)];
          for (const write of between) await send(client, write);
          const [to, after] = [await now(), await planOf(client)];
          for (const write of later) await send(client, write);
          const { status, text, body } = await client.get(`/changes/difference?from=${from}&to=${to}`);
          expect(status, text).toBe(200);
          const told = body
            .map(({ appointmentId: id, action, before: was, after: is }: Told) => {
              const names = ['start', 'end', 'subject', 'resources'];
              const of = (side: Record<string, unknown> | null) =>
                side && Object.fromEntries(names.filter((name) => name in side).map((name) => [name, side[name]]));
              return { id, action, before: of(was), after: of(is) };
            })
            .sort((a: { id: number }, b: { id: number }) => (String(a.id) < String(b.id) ? -1 : 1));
          const wanted = expected(before, after).sort((a, b) => (String(a.id) < String(b.id) ? -1 : 1));
          expect(told).toEqual(wanted);
        },
      ),
      { numRuns: runs(8, 200) },
    );
  }, 600_000);

  test('is a table for spreadsheets, with who changed what', async () => {
    const { client } = await service.tenant();
    await aPlan(client, 2, 1);
    const from = await now();
    await client.post('/appointment', { appointmentGuid: guidOf('T0'), start: at(20), end: at(24) });
    const { text, headers } = await client.get(`/changes/difference?from=${from}&to=${await now()}&format=csv`);
    expect(headers.get('content-type')).toContain('text/csv');
    const [head, ...lines] = text.trim().split('\r\n');
    expect(head).toBe('appointmentNo,action,field,before,after,actors,at');
    expect(lines.map((line) => line.split(',').slice(1, 3).join())).toEqual(['moved,start', 'moved,end']);
    expect(lines[0]).toContain('key:');
  });

  test('hides what data filters hide', async () => {
    const erp = await service.tenant();
    await aPlan(erp.client, 2, 2);
    const names = ['A', 'B'];
    await erp.client.import([
      ...names.map((name) => aCall('mboc_upsertCategory', { CategoryName: name, DisplayName: name })),
      ...names.map((Category, i) => aCall('mboc_upsertAppointment', { AppointmentGuid: guidOf(`T${i}`), Category })),
    ]);
    const { client } = await aLimitedPerson(service, erp, 'planner', { categories: ['A'] });
    const from = await now();
    for (const task of ['T0', 'T1'])
      await erp.client.post('/appointment', { appointmentGuid: guidOf(task), start: at(20), end: at(24) });
    const path = `/changes/difference?from=${from}&to=${await now()}`;
    expect((await erp.client.get(path)).body).toHaveLength(2);
    expect((await client.get(path)).body).toHaveLength(1);
  });

  test('begins where the log begins: 410 with the oldest moment', async () => {
    const { client, tenant } = await service.tenant();
    const before = await now();
    await aPlan(client, 1, 1);
    const complete = await client.get(`/changes/difference?from=${before}&to=${await now()}`);
    expect(complete.body).toMatchObject([{ action: 'created', before: null, after: { resources: ['R0'] } }]);
    await service.deps.db.query('update tenant set oldest_change = 3 where id = $1', [tenant.id]);
    const { status, body } = await client.get(`/changes/difference?from=${before}&to=${await now()}`);
    expect([status, body.Code, body.oldest]).toEqual([410, 'APP022', 3]);
    expect(body.Description).toMatch(/kept since \d{4}-\d\d-\d\dT/);
    expect((await client.get(`/changes/difference?from=${before}&to=${before}`)).status).toBe(400);
  });
});
