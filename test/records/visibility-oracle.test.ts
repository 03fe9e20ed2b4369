import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aLimitedPerson, type DataFilters } from '../support/limited-person.ts';
import { runs } from '../support/random-cases.ts';
import { aCall, sharedService, type TestService } from '../support/service.ts';
import { companies, fill, GROUPS, type Setting, settings } from '../support/visibility/company.ts';
import { type OracleRead, recordReads } from '../support/visibility/reads.ts';
import { readEverything, Seen } from '../support/visibility/rule.ts';

/** All reads that are tried in every case; those of other features are added here. */
const reads: readonly OracleRead[] = [...recordReads];

const COMPANIES = 4;

let service: TestService;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());

const isUnlimited = (filters: DataFilters): boolean => Object.values(filters).every((list) => list.length === 0);

test('every read shows what the data filters of a person let through, and nothing else', {
  timeout: 3_600_000,
}, async () => {
  let limited = 0;
  for (const company of fc.sample(companies, COMPANIES)) {
    const erp = await service.tenant();
    await fill(erp.client, company);
    const person = await aLimitedPerson(service, erp, 'planner');
    const all = await readEverything(erp.client);
    let turn = 0;
    await fc.assert(
      fc.asyncProperty(settings, async (setting: Setting) => {
        const { marked, ...filters } = setting;
        await erp.client.import(
          GROUPS.map((name) => aCall('mboc_upsertFilterGroup', { GroupName: name, DataFilter: marked.includes(name) })),
        );
        await person.limit(filters);
        const seen = new Seen(all, setting);
        if (!isUnlimited(filters)) limited++;
        turn++;
        for (const read of reads) await read.check({ person: person.client, key: erp.client, all, seen, turn });
      }),
      { numRuns: runs(8, 250), endOnFailure: true },
    );
  }
  expect(limited).toBeGreaterThan(COMPANIES);
});
