import { afterAll, beforeAll, expect, test } from 'vitest';
import { aJob, aResource, aTask, taskKey } from '../../records/builders.ts';
import { aCall, startService, type TestService, type TestTenant } from '../../support/service.ts';

let service: TestService;
let erp: TestTenant;
beforeAll(async () => {
  service = await startService();
  erp = await service.tenant();
});
afterAll(() => service.close());

const COUNT = 150;
const numbers = Array.from({ length: COUNT }, (_, i) => i);
/** Every third appointment has nobody, the others have one of five resources. */
const resourceOf = (i: number): string | undefined => (i % 3 === 0 ? undefined : `R${i % 5}`);
const calls = (subject: string) =>
  numbers.map((i) => {
    const ResourceNo = resourceOf(i);
    return aCall('mboc_upsertAppointment', {
      ...taskKey('J', `T${i % 7}`),
      Start: '2026-06-01T09:00',
      End: '2026-06-01T10:00',
      Subject: `${subject} ${i}`,
      ...(ResourceNo ? { ResourceNo } : {}),
    });
  });

/** Who does which appointment, by its subject. */
const staff = async (subject: string): Promise<(string | null)[]> => {
  const rows = await service.deps.db.query<{ subject: string; no: string; resources: (string | null)[] }>(
    `select a.subject, a.appointment_no as no, array_agg(s.resource_no) as resources from appointment a
     left join assignment s on s.tenant_id = a.tenant_id and s.owner_id = a.id and s.appointment_no = a.appointment_no
     where a.tenant_id = $1 and a.subject like $2 group by a.id, a.subject, a.appointment_no`,
    [erp.tenant.id, `${subject} %`],
  );
  const found = new Map(rows.map(({ subject: text, resources }) => [text, resources]));
  expect(rows.every(({ resources }) => resources.length === 1)).toBe(true);
  return numbers.map((i) => found.get(`${subject} ${i}`)?.[0] ?? null);
};
const expected = numbers.map((i) => resourceOf(i) ?? null);

test('many new appointments get the resources of their calls', async () => {
  await erp.client.import([
    aJob('J'),
    ...Array.from({ length: 7 }, (_, i) => aTask('J', `T${i}`)),
    ...Array.from({ length: 5 }, (_, i) => aResource(`R${i}`)),
  ]);
  const answer = await erp.client.import(calls('First'));
  expect(answer.status, answer.text).toBe(200);
  expect(await staff('First')).toEqual(expected);
});

test('they do where the appointments are stored at the second attempt, with other ids', async () => {
  await service.deps.db.query('create sequence attempts');
  await service.deps.db.query(`create function refuse_once() returns trigger language plpgsql as $$ begin
    if nextval('attempts') = 1 then raise exception 'taken' using errcode = 'unique_violation'; end if;
    return null;
  end $$`);
  await service.deps.db.query(
    'create trigger refuse_once after insert on appointment for each statement execute function refuse_once()',
  );
  const answer = await erp.client.import(calls('Second'));
  expect(answer.status, answer.text).toBe(200);
  expect(await service.deps.db.query('select last_value as attempts from attempts')).toEqual([{ attempts: 2 }]);
  expect(await staff('Second')).toEqual(expected);
});
