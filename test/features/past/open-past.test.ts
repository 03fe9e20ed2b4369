import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { forgetPast } from '../../../src/features/past/forget-past.ts';
import { holdMoment } from '../../../src/features/past/past-store.ts';
import { replaceTexts } from '../../../src/records/personal-data/replace-texts.ts';
import { aLimitedPerson } from '../../support/limited-person.ts';
import { aCall, type Client, sharedService, type TestService } from '../../support/service.ts';
import { aPlan, guidOf, inDraft, WINDOW } from '../drafts/a-plan.ts';

let service: TestService;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());

/** A moment after everything so far, and before everything that follows. */
async function moment(): Promise<string> {
  const at = Date.now() + 1;
  while (Date.now() <= at + 1) await new Promise(setImmediate);
  return new Date(at).toISOString();
}

const move = async (client: Client, task: string, hour: number): Promise<void> => {
  const { status, text } = await client.post('/appointment', {
    appointmentGuid: guidOf(task),
    start: `2026-03-31T${String(hour).padStart(2, '0')}:00`,
    end: `2026-03-31T${String(hour).padStart(2, '0')}:30`,
  });
  expect(status, text).toBe(200);
};

const starts = async (client: Client, asOf: string): Promise<string[]> => {
  const { status, body, text } = await client.get(`/board?${WINDOW}&asOf=${asOf}`);
  expect(status, text).toBe(200);
  return body.appointments.map(({ start }: { start: string }) => start.slice(0, 16)).sort();
};

describe('a moment', () => {
  test('is shown by the job card', async () => {
    const { client } = await service.tenant();
    await aPlan(client, 1, 1);
    const { id } = (await client.get(`/appointment/${guidOf('T0')}`)).body;
    const asOf = await moment();
    const card = `/board/jobCard?appointment=${id}`;
    const before = (await client.get(card)).body;
    await move(client, 'T0', 10);
    expect((await client.get(card)).body).not.toEqual(before);
    expect((await client.get(`${card}&asOf=${asOf}`)).body).toEqual(before);
  });

  test('is refused in the future, where it is no moment, before the log begins, in a draft, and by what writes', async () => {
    const { client, tenant } = await service.tenant();
    const first = await moment();
    await aPlan(client, 1, 1);
    const now = await moment();
    const refusal = async (path: string, get = client.get) => {
      const { status, body } = await get(path);
      return [status, body.Code];
    };
    expect(await refusal(`/board?${WINDOW}&asOf=2999-01-01T00:00`)).toEqual([400, 'REQ008']);
    expect(await refusal(`/board?${WINDOW}&asOf=yesterday`)).toEqual([400, 'REQ014']);
    expect(await refusal(`/resource?asOf=${now}`)).toEqual([400, 'REQ008']);
    expect(await refusal(`/appointment?asOf=${now}`)).toEqual([400, 'REQ008']);
    expect(await refusal(`/optimization?asOf=${now}`)).toEqual([400, 'REQ008']);
    const { id } = (await client.post('/drafts', { name: 'Draft' })).body;
    expect(await refusal(`/board?${WINDOW}&asOf=${now}`, inDraft(client, id).get)).toEqual([400, 'REQ008']);
    const written = await client.post(`/appointment?asOf=${now}`, { appointmentGuid: guidOf('T0'), subject: 'No' });
    expect([written.status, written.body.Code]).toEqual([400, 'REQ008']);
    // Before anything was written there was nothing.
    expect(await starts(client, first)).toEqual([]);
    await service.deps.db.query('update tenant set oldest_change = 3 where id = $1', [tenant.id]);
    const { status, body } = await client.get(`/board?${WINDOW}&asOf=${first}`);
    expect([status, body.Code, body.oldest]).toEqual([410, 'APP022', 3]);
    expect(body.Description).toMatch(/kept since \d{4}-\d\d-\d\dT/);
  });

  test('is refused with 410 where the log was trimmed while the moment waited for its turn', async () => {
    const { client, tenant } = await service.tenant();
    const { db } = service.deps;
    await aPlan(client, 1, 1);
    const one = await moment();
    await move(client, 'T0', 6);
    const other = await moment();
    await move(client, 'T0', 8);
    // Makes the row by which who computes a moment is held up.
    await starts(client, await moment());
    const read = (asOf: string) => client.get(`/board?${WINDOW}&asOf=${asOf}`);
    const looks = () => service.statements().filter((text) => text.includes('left join past_rows.moment m')).length;
    const waiting = await db.transaction(async (tx) => {
      await tx.query('select from past_rows.gate where tenant_id = $1 for update', [tenant.id]);
      service.statements();
      let seen = 0;
      const looked = (count: number) =>
        expect.poll(() => (seen += looks()), { message: `${count} looks at moments` }).toBeGreaterThanOrEqual(count);
      // The first is held up while it computes, after two looks; the second, which the log still reaches, waits for its turn.
      const first = read(other);
      await looked(2);
      const second = read(one);
      await looked(3);
      await db.query('update tenant set oldest_change = change_seq where id = $1', [tenant.id]);
      return { commit: true, value: { first, second } };
    });
    const { status, body } = await waiting.second;
    expect([status, body.Code, body.parameter]).toEqual([410, 'APP022', 'asOf']);
    expect(body.Description).toMatch(/^The log has been trimmed to change \d+ meanwhile\.$/);
    // The first began before the log was trimmed, and still saw all of it.
    expect((await waiting.first).status).toBe(200);
  });

  test('is the same while others write, for many readers at once', async () => {
    const { client } = await service.tenant();
    await aPlan(client, 2, 3);
    await move(client, 'T0', 6);
    const asOf = await moment();
    const wanted = await starts(client, asOf);
    expect(wanted).toEqual(['2026-03-30T09:00', '2026-03-30T09:00', '2026-03-31T06:00']);
    let isOver = false;
    const writing = (async () => {
      for (let i = 0; !isOver; i++) await move(client, `T${i % 3}`, 7 + (i % 12));
      return client.del('/appointment', { appointmentGuid: guidOf('T1') });
    })();
    const read: string[][] = [];
    try {
      for (let round = 0; round < 8; round++)
        read.push(...(await Promise.all(Array.from({ length: 5 }, () => starts(client, asOf)))));
    } finally {
      isOver = true;
      expect((await writing).status).toBe(200);
    }
    for (const each of read) expect(each).toEqual(wanted);
    expect(await starts(client, asOf)).toEqual(wanted);
  });

  test('is seen through the data filters of now', async () => {
    const erp = await service.tenant();
    await aPlan(erp.client, 2, 2);
    const categorise = (categories: readonly string[]) =>
      erp.client.import(
        categories.map((Category, i) =>
          aCall('mboc_upsertAppointment', { AppointmentGuid: guidOf(`T${i}`), Category }),
        ),
      );
    await erp.client.import(
      ['A', 'B'].map((name) => aCall('mboc_upsertCategory', { CategoryName: name, DisplayName: name })),
    );
    expect((await categorise(['A', 'B'])).status).toBe(200);
    const { client } = await aLimitedPerson(service, erp, 'planner', { categories: ['A'] });
    const asOf = await moment();
    await move(erp.client, 'T0', 10);
    await move(erp.client, 'T1', 11);
    expect(await starts(client, asOf)).toEqual(['2026-03-30T09:00']);
    expect((await client.get(`/appointment/${guidOf('T1')}?asOf=${asOf}`)).status).toBe(404);
    expect((await client.get(`/violations?${WINDOW}&asOf=${asOf}`)).text).not.toContain('Task 1');
    // What was hidden then is hidden, also if it is seen now.
    await categorise(['A', 'A']);
    expect(await starts(client, asOf)).toEqual(['2026-03-30T09:00']);
  });

  test('is kept for the next reads, and the oldest are forgotten', async () => {
    const { client, tenant } = await service.tenant();
    await aPlan(client, 1, 1);
    const moments: string[] = [];
    for (let i = 0; i < 26; i++) {
      moments.push(await moment());
      await move(client, 'T0', i % 20);
    }
    for (const asOf of moments) await starts(client, asOf);
    const kept = await service.deps.db.query('select past_no from past_rows.moment where tenant_id = $1', [tenant.id]);
    const rows = await service.deps.db.query(
      'select distinct past_no from past_rows.appointment where tenant_id = $1',
      [tenant.id],
    );
    expect([kept.length, rows.length]).toEqual([24, 24]);
    expect(await starts(client, moments[0] as string)).toEqual(['2026-03-30T09:00']);
  });

  test('shows nothing of a person who was erased', async () => {
    const { client, tenant } = await service.tenant();
    await aPlan(client, 1, 1);
    const asOf = await moment();
    await move(client, 'T0', 9);
    await starts(client, asOf);
    const count = async () =>
      (await service.deps.db.query('select from past_rows.appointment where tenant_id = $1', [tenant.id])).length;
    expect(await count()).toBe(1);
    const person = { identifiers: ['Task 0'], singles: [], label: 'Person 1', address: 'person-1@erased.invalid' };
    await service.deps.db.write(tenant.id, async (tx) => ({
      commit: true,
      value: await replaceTexts(tx, { tenantId: tenant.id, ...person }),
    }));
    expect(await count()).toBe(0);
    expect((await client.get(`/board?${WINDOW}&asOf=${asOf}`)).text).not.toContain('Task 0');
  });

  test('from before an erasure is not kept after it', async () => {
    const { client, tenant } = await service.tenant();
    await aPlan(client, 1, 1);
    const asOf = await moment();
    await move(client, 'T0', 9);
    await starts(client, asOf);
    const { db } = service.deps;
    const keeping = db.transaction(async (tx) => {
      // The snapshot of the keeper is from before the erasure.
      await tx.query('select 1');
      await db.query('select forget_past($1)', [tenant.id]);
      await holdMoment(tx, tenant.id, 1);
      return { commit: true, value: undefined };
    }, 'begin isolation level repeatable read');
    await expect(keeping).rejects.toMatchObject({ code: '40001' });
  });

  test('that nobody looks at is forgotten at night', async () => {
    const { client, tenant } = await service.tenant();
    await aPlan(client, 1, 1);
    const asOf = await moment();
    await move(client, 'T0', 9);
    await starts(client, asOf);
    const { db } = service.deps;
    const left = () => db.query('select from past_rows.appointment where tenant_id = $1', [tenant.id]);
    await forgetPast.run(service.deps, new AbortController().signal);
    expect(await left()).toHaveLength(1);
    await db.query(`update past_rows.moment set used_at = now() - interval '2 hours' where tenant_id = $1`, [
      tenant.id,
    ]);
    expect(await forgetPast.run(service.deps, new AbortController().signal)).toMatchObject({ moments: 1 });
    expect(await left()).toEqual([]);
  });
});
