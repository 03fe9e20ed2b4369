import { afterAll, beforeAll, expect, test } from 'vitest';
import { runs } from '../../support/random-cases.ts';
import { clientFor, startService, type TestService } from '../../support/service.ts';
import { aPlan, inDraft, WINDOW } from './a-plan.ts';

/** Two nodes on one database. */
let nodes: [TestService, TestService];
beforeAll(async () => {
  const first = await startService();
  nodes = [first, await startService({ database: first.databaseUrl })];
});
afterAll(async () => {
  for (const node of nodes.toReversed()) await node.close();
});

const ROUNDS = runs(15, 1000);

test('of two who publish conflicting drafts at once on two nodes, one wins and the other sees the conflict', async () => {
  const erp = await nodes[0].tenant();
  await aPlan(erp.client, 2, 1);
  const clients = nodes.map(({ baseUrl }) => clientFor(baseUrl, { 'x-api-key': erp.key }));
  const bar = async () => {
    const { status, text, body } = await erp.client.get(`/board?${WINDOW}`);
    expect(status, text).toBe(200);
    return body.appointments[0];
  };
  for (let round = 0; round < ROUNDS; round++) {
    const { id, appointmentNo, version } = await bar();
    const drafts = await Promise.all(
      clients.map(async (client, i) => {
        const draft = (await client.post('/drafts', { name: `Draft ${i}` })).body.id;
        const hour = String(8 + ((2 * round + i) % 12)).padStart(2, '0');
        const start = `2026-03-31T${hour}:00:00+02:00`;
        const moved = await inDraft(client, draft).post('/appointment', {
          appointmentNo,
          start,
          end: `2026-03-31T${hour}:45`,
        });
        expect(moved.status, moved.text).toBe(200);
        return { client, draft, start };
      }),
    );
    const answers = await Promise.all(drafts.map(({ client, draft }) => client.post(`/drafts/${draft}/publish`, {})));
    const statuses = answers.map(({ status }) => status);
    expect([...statuses].sort(), answers.map(({ text }) => text).join('\n')).toEqual([200, 409]);
    const winner = drafts[statuses.indexOf(200)];
    const loser = drafts[statuses.indexOf(409)];
    expect(answers[statuses.indexOf(409)]?.body.conflicts).toMatchObject([
      {
        appointmentId: id,
        present: { start: expect.stringContaining('2026-03-31') },
        by: { number: expect.any(Number) },
      },
    ]);
    // Nothing is lost: the plan is what the winner published, and the draft of the other is as it was.
    expect(await bar()).toMatchObject({ start: winner?.start, version: version + 1 });
    const kept = await inDraft(loser?.client ?? erp.client, loser?.draft ?? 0).get(`/board?${WINDOW}`);
    expect(kept.body.appointments[0].start).toBe(loser?.start);
    expect((await erp.client.send('DELETE', `/drafts/${loser?.draft}`)).status).toBe(204);
  }
}, 3_600_000);
