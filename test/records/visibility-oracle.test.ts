import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aLimitedPerson } from '../support/limited-person.ts';
import { runs } from '../support/random-cases.ts';
import { aCall, sharedService, type TestService } from '../support/service.ts';
import { companies, fill, GROUPS, removeSome, type Setting, settings } from '../support/visibility/company.ts';
import { fillPlan, planReads } from '../support/visibility/plan-reads.ts';
import { logPaths, type OracleRead, recordReads, rowsOf } from '../support/visibility/reads.ts';
import { readEverything, Seen, type Shown, withGone } from '../support/visibility/rule.ts';

/** All reads that are tried in every case; those of other features are added here. */
const reads: readonly OracleRead[] = [...recordReads, ...planReads];

const COMPANIES = 4;

let service: TestService;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());

const isWithoutLimits = ({ marked, filterValues, categories, timeMarkers, teams }: Setting): boolean =>
  categories.length + timeMarkers.length + teams.length === 0 &&
  !filterValues.some(([group]) => (marked as readonly string[]).includes(group));

test('every read shows what the data filters of a person let through, and nothing else', {
  timeout: 3_600_000,
}, async () => {
  let limited = 0;
  for (const company of fc.sample(companies, COMPANIES)) {
    const erp = await service.tenant();
    const { client: key } = erp;
    await fill(key, company);
    const { client: person, limit } = await aLimitedPerson(service, erp, 'planner');
    const whole = await readEverything(key);
    const before: Record<string, readonly Shown[]> = { '/appointment': whole.appointments };
    for (const path of logPaths) before[path] = rowsOf(await key.get(path));
    await removeSome(key, company);
    await fillPlan(key, company);
    const all = await readEverything(key);
    const withDeleted = withGone(all, whole);
    let turn = 0;
    const tryAll = async (setting: Setting): Promise<void> => {
      const { marked, ...filters } = setting;
      await key.import(
        GROUPS.map((name) => aCall('mboc_upsertFilterGroup', { GroupName: name, DataFilter: marked.includes(name) })),
      );
      await limit(filters);
      const isUnlimited = isWithoutLimits(setting);
      if (!isUnlimited) limited++;
      const seen = new Seen(all, setting);
      const seenInLog = new Seen(withDeleted, setting);
      const oracle = { person, key, all, seen, seenInLog, before, isUnlimited, turn: turn++ };
      await Promise.all(reads.map((read) => read.check(oracle)));
    };
    await fc.assert(fc.asyncProperty(settings, tryAll), { numRuns: runs(8, 250), endOnFailure: true });
  }
  expect(limited).toBeGreaterThan(COMPANIES);
});
