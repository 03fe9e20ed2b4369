import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aLimitedPerson } from '../support/limited-person.ts';
import { runs } from '../support/random-cases.ts';
import { aCall, type Client, sharedService, type TestService } from '../support/service.ts';
import { companies, fill, GROUPS, removeSome, type Setting, settings } from '../support/visibility/company.ts';
import { planReads } from '../support/visibility/plan-reads.ts';
import { type Everything, readEverything, Seen } from '../support/visibility/rule.ts';

/** Reads of the plan that can be done in a draft and of a past moment. */
const NAMES = ['/board', '/board?appointments=', '/board/travel', '/board/tasks', '/violations', '/map', '/capacity'];
const reads = planReads.filter(({ name }) => NAMES.includes(name));

let service: TestService;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());

/** The same client, reading something else than the present plan. */
type Elsewhere = (client: Client) => Client;

const asOf =
  (moment: string): Elsewhere =>
  (client) => ({ ...client, get: (path, headers) => client.get(`${path}&asOf=${moment}`, headers) });

const inDraft =
  (id: number): Elsewhere =>
  (client) => ({ ...client, get: (path, headers) => client.get(path, { 'x-draft': String(id), ...headers }) });

/** A moment after everything so far, and before everything that follows. */
async function momentNow(): Promise<string> {
  const at = Date.now() + 1;
  while (Date.now() <= at + 1) await new Promise(setImmediate);
  return new Date(at).toISOString();
}

test('data filters let through the same in a draft and of a past moment as in the plan', {
  timeout: 3_600_000,
}, async () => {
  expect(reads.map(({ name }) => name)).toEqual(NAMES);
  for (const company of fc.sample(companies, 2)) {
    const erp = await service.tenant();
    const { client: key } = erp;
    await fill(key, company);
    const before = await readEverything(key);
    const moment = await momentNow();
    await removeSome(key, company);
    const after = await readEverything(key);
    expect(after.appointments.length).toBeLessThan(before.appointments.length);
    const { client: person, limit } = await aLimitedPerson(service, erp, 'planner');
    const { id } = (await key.post('/drafts', { name: 'Draft', shared: true })).body;
    const places: readonly (readonly [Elsewhere, Everything])[] = [
      [asOf(moment), before],
      [inDraft(id), after],
    ];
    let turn = 0;
    const tryAll = async (setting: Setting): Promise<void> => {
      const { marked, ...filters } = setting;
      await key.import(
        GROUPS.map((name) => aCall('mboc_upsertFilterGroup', { GroupName: name, DataFilter: marked.includes(name) })),
      );
      await limit(filters);
      turn++;
      for (const [elsewhere, all] of places) {
        const seen = new Seen(all, setting);
        const clients = { person: elsewhere(person), key: elsewhere(key) };
        const oracle = { ...clients, all, seen, seenInLog: seen, before: {}, isUnlimited: false, turn };
        await Promise.all(reads.map((read) => read.check(oracle)));
      }
    };
    await fc.assert(fc.asyncProperty(settings, tryAll), { numRuns: runs(5, 200), endOnFailure: true });
  }
});
