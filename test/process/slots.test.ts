import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Answer, aCall, aJob, Place, request, type Service, until } from './process.ts';
import { SharedDatabase } from './shared-database.ts';

/** Two nodes on one database: what one does to a slot holds for the other. Each test has a resource and a task of its own. */
describe('slots on two nodes', () => {
  let shared: SharedDatabase;
  let places: Place[] = [];
  let first: Service;
  let second: Service;
  let no = 0;
  let resource: string;
  let task: { sourceApp: string; sourceType: string; jobNo: string; taskNo: string };

  beforeAll(async () => {
    shared = await SharedDatabase.make();
    places = [await Place.make(), await Place.make()];
    const env = { DATABASE_URL: shared.url, JWT_SECRET: 'a secret that both nodes have in common' };
    first = await places[0]!.start(env);
    second = await places[1]!.start(env);
  });
  beforeEach(async () => {
    resource = `R-${++no}`;
    task = { sourceApp: 'ERP', sourceType: 'SERVICE', jobNo: `J-${no}`, taskNo: 'T' };
    const calls = [
      aCall('mboc_upsertResource', { ResourceNo: resource }),
      aJob(task.jobNo),
      aCall('mboc_upsertTask', { ...task, ShortDescription: 'Pump' }),
    ];
    expect((await request(first.address, first.key, '/import', calls)).status).toBe(200);
  });
  afterAll(async () => {
    for (const each of places) await each.remove();
    await shared.remove();
  });

  const dateIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const send = (node: Service, path: string, body: unknown): Promise<Answer> =>
    request(node.address, first.key, path, body);
  const ask = async (node: Service) => {
    const question = {
      startDate: dateIn(2),
      endDate: dateIn(9),
      duration: 'PT1H',
      scoring: { weights: { earliest: 1 } },
      options: { resources: [resource] },
    };
    const { status, body } = await send(node, '/recommendation', question);
    expect(status, JSON.stringify(body)).toBe(200);
    return body as { totalSlots: number; slots: { token: string; start: string; end: string }[] };
  };
  const startsOf = async (node: Service): Promise<string[]> => (await ask(node)).slots.map(({ start }) => start);

  test('of 64 who book one slot at once, one gets it and 63 get other slots', async () => {
    const [slot] = (await ask(first)).slots;
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, at) =>
        send(at % 2 === 0 ? first : second, '/recommendation/book', { token: slot!.token, ...task }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const late = answers.filter(({ status }) => status === 409);
    expect(late).toHaveLength(63);
    for (const { body } of late) {
      expect(body.Code).toBe('APP019');
      expect(body.alternatives).toHaveLength(5);
      for (const { start, end } of body.alternatives)
        expect(Date.parse(start) >= Date.parse(slot!.end) || Date.parse(end) <= Date.parse(slot!.start)).toBe(true);
    }
    const stored = `select 1 from appointment a join task t on t.id = a.task_id where t.job_no = '${task.jobNo}'`;
    expect(await shared.query(stored)).toHaveLength(1);
  });

  test('what is written on one node is seen by the next question on the other', async () => {
    const { slots } = await ask(second);
    const [slot] = slots;
    const appointment = aCall('mboc_upsertAppointment', {
      ...task,
      ResourceNo: resource,
      Start: slot!.start,
      End: slot!.end,
    });
    expect((await send(first, '/import', [appointment])).status).toBe(200);
    expect(await startsOf(second)).not.toContain(slot!.start);
    expect(await startsOf(second)).toContain(slot!.end);
    await send(second, '/import', [aCall('mboc_upsertResource', { ResourceNo: resource, DoNotShow: true })]);
    expect((await ask(first)).totalSlots).toBe(0);
  });

  test('a held slot cannot be held or booked under another token, on whatever node', async () => {
    const { slots } = await ask(first);
    const [slot, overlapping] = slots;
    expect((await send(second, '/recommendation/hold', { token: slot!.token })).status).toBe(200);
    for (const path of ['/recommendation/hold', '/recommendation/book'])
      expect((await send(first, path, { token: overlapping!.token, ...task })).status).toBe(409);
    expect((await send(first, '/recommendation/book', { token: slot!.token, ...task })).status).toBe(201);
  });

  // The last one: it has only one node left.
  test('a hold outlives the node that was asked for it, and ends when its time is over', async () => {
    const [slot] = (await ask(first)).slots;
    const held = await send(second, '/recommendation/hold', { token: slot!.token, minutes: 0.25 });
    expect(held.status, JSON.stringify(held.body)).toBe(200);
    second.kill('SIGKILL');
    await second.ended;
    expect(await startsOf(first)).not.toContain(slot!.start);
    await until(async () => (await startsOf(first)).includes(slot!.start), 'the end of the hold');
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(held.body.expiresAt));
    expect((await send(first, '/recommendation/book', { token: slot!.token, ...task })).status).toBe(201);
  });
});
