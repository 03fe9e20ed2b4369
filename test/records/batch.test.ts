import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aCall, sharedService, type TestService, type TestTenant } from '../support/service.ts';
import { aJob, aResource, aTask, aTaskFilter, holdings, jobKey, taskKey } from './builders.ts';

let service: TestService;
let erp: TestTenant;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());
beforeEach(async () => {
  erp = await service.tenant();
});

const outcomes = (answer: { body: { results: { outcome: string }[] } }) =>
  answer.body.results.map(({ outcome }) => outcome);

describe('keys', () => {
  test('of one key sent twice in a batch the later wins, and both are reported', async () => {
    const answer = await erp.client.import([aJob('J', { SiteCity: 'Ghent' }), aJob('J', { SiteCity: 'Lier' })]);
    expect(answer.body.results).toMatchObject([
      { index: 0, outcome: 'created', version: 1 },
      { index: 1, outcome: 'updated', version: 2 },
    ]);
    expect((await erp.client.get('/job')).body).toMatchObject([{ siteCity: 'Lier', version: 2 }]);
  });

  test('the later wins too when the two name different parameters', async () => {
    await erp.client.import([
      aJob('J', { SiteCity: 'Ghent' }),
      aJob('J', { SiteName: 'Port', SiteCity: 'Lier' }),
      aJob('J', { SiteCity: 'Mol' }),
    ]);
    expect((await erp.client.get('/job')).body).toMatchObject([{ siteCity: 'Mol', siteName: 'Port' }]);
  });

  test('keys compare without case and trailing blanks, and keep the spelling first stored', async () => {
    await erp.client.import([aJob('Job-É', { SourceApp: 'Erp' })]);
    const answer = await erp.client.import([aJob('JOB-é ', { SourceApp: 'ERP', SiteCity: 'Ghent' })]);
    expect(outcomes(answer)).toEqual(['updated']);
    expect((await erp.client.get('/job')).body).toMatchObject([
      { sourceApp: 'Erp', jobNo: 'Job-É', siteCity: 'Ghent' },
    ]);
  });

  test('a record is found and deleted under another spelling of its key', async () => {
    await erp.client.import([aJob('Job-É'), aTask('job-é', 'T1')]);
    expect((await erp.client.get(`/job/${encodeURIComponent('JOB-é')}`)).status).toBe(200);
    expect(outcomes(await erp.client.import([aCall('mboc_deleteTask', taskKey('JOB-É', 't1'))]))).toEqual(['deleted']);
  });

  test('a key is found by GET under every spelling that an upsert takes for the same', async () => {
    await erp.client.import([aJob('Cafe\u0301')]);
    expect(outcomes(await erp.client.import([aJob('CAF\u00c9 ')]))).toEqual(['updated']);
    expect((await erp.client.get(`/job/${encodeURIComponent('caf\u00e9')}`)).status).toBe(200);
    expect((await erp.client.get(`/job/${encodeURIComponent('Cafe\u0301 ')}`)).status).toBe(200);
  });

  test('the change log names a record by its stored spelling, however the change spells it', async () => {
    await erp.client.import([
      aJob('J1', { Category: 'Red' }),
      aCall('mboc_upsertCategory', { CategoryName: 'Red', DisplayName: 'Red', CategoryHexColor: '#f00' }),
    ]);
    await erp.client.import([aJob('j1', { SourceApp: 'erp', SiteCity: 'Ghent' })]);
    await erp.client.import([aCall('mboc_deleteCategory', { CategoryName: 'red' })]);
    const changes = await erp.client.get('/changes?entity=Job');
    expect(changes.body.changes.map((each: { key: string; sourceApp: string }) => [each.key, each.sourceApp])).toEqual([
      ['ERP/SERVICE/J1', 'ERP'],
      ['ERP/SERVICE/J1', 'ERP'],
      ['ERP/SERVICE/J1', 'ERP'],
    ]);
  });
});

describe('order', () => {
  test('a task after its job is stored', async () => {
    expect(outcomes(await erp.client.import([aJob('J'), aTask('J', 'T')]))).toEqual(['created', 'created']);
  });

  test('a task before its job is rejected', async () => {
    const answer = await erp.client.import([aTask('J', 'T'), aJob('J')]);
    expect(answer.body).toMatchObject({ Code: 'APP004', results: [{ index: 0, parameter: 'JobNo' }] });
    expect((await erp.client.get('/job')).body).toEqual([]);
  });

  test('delete and re-create in one batch ends with the new record alone', async () => {
    await erp.client.import([aJob('J', { SiteCity: 'Ghent' }), aTask('J', 'OLD')]);
    const answer = await erp.client.import([aCall('mboc_deleteJob', jobKey('J')), aJob('J'), aTask('J', 'NEW')]);
    expect(outcomes(answer)).toEqual(['deleted', 'created', 'created']);
    expect((await erp.client.get('/job')).body).toMatchObject([{ siteCity: null, version: 1 }]);
    expect((await erp.client.get('/task')).body).toMatchObject([{ taskNo: 'NEW' }]);
  });

  test('create and delete in one batch ends with nothing', async () => {
    const answer = await erp.client.import([aJob('J'), aTask('J', 'T'), aCall('mboc_deleteJob', jobKey('J'))]);
    expect(outcomes(answer)).toEqual(['created', 'created', 'deleted']);
    expect((await erp.client.get('/job')).body).toEqual([]);
  });

  test('what refers to a record that the batch itself sent and then deleted is rejected', async () => {
    const tenant = await service.tenant();
    const calls = [aJob('J'), aCall('mboc_deleteJob', jobKey('J')), aTask('J', 'T')];
    const answer = await tenant.client.import(calls, { prefer: 'handling=lenient' });
    expect(outcomes(answer)).toEqual(['created', 'deleted', 'rejected']);
    expect(answer.body.results[2]).toMatchObject({ code: 'APP004' });
  });

  test('a task whose job an earlier call creates by CreateJob is stored, whatever else is in the batch', async () => {
    await erp.client.import([aJob('OTHER')]);
    const answer = await erp.client.import([
      aTask('OTHER', 'T'),
      aTask('NEW', 'T1', { CreateJob: 1, Description: 'makes the job' }),
      aTask('NEW', 'T2'),
    ]);
    expect(answer.body.results.map((each: { outcome: string }) => each.outcome)).toEqual(Array(3).fill('created'));
  });
});

describe('size', () => {
  const many = (n: number) => Array.from({ length: n }, (_, i) => aJob(`J${i}`));

  test('10,000 calls are taken in one request', async () => {
    const answer = await erp.client.import(many(10_000));
    expect(answer.body.counts).toMatchObject({ created: 10_000, rejected: 0 });
    expect(answer.body.results).toHaveLength(10_000);
    expect(answer.headers.get('content-type')).toMatch(/json/);
    expect((await erp.client.get('/job?limit=1')).headers.get('x-total-count')).toBe('10000');
  });

  test('a batch whose call 7,321 is wrong leaves no trace and names that call', async () => {
    await erp.client.import([aJob('J0', { SiteCity: 'Ghent' })]);
    const before = await holdings(service, erp);
    const batch = many(10_000).with(7321, aTask('MISSING', 'T'));
    const answer = await erp.client.import(batch.with(0, aJob('J0', { SiteCity: 'Lier' })));
    expect(answer.status).toBe(409);
    expect(answer.body.results).toEqual([
      expect.objectContaining({ index: 7321, procedure: 'mboc_upsertTask', parameter: 'JobNo', code: 'APP004' }),
    ]);
    expect(answer.body.message).toContain('Call 7321');
    expect(await holdings(service, erp)).toEqual(before);
    expect((await erp.client.get('/job/J0')).body).toMatchObject({ siteCity: 'Ghent', version: 1 });
  });

  test('10,001 calls are refused with the limit, by import and by a REST route', async () => {
    const answer = await erp.client.import(many(10_001));
    expect(answer.status).toBe(413);
    expect(answer.body).toMatchObject({ Code: 'REQ004', message: expect.stringContaining('10000') });
    expect((await erp.client.post('/job', Array(10_001).fill({}))).status).toBe(413);
    expect((await erp.client.get('/job')).body).toEqual([]);
  });
});

describe('many new records at once', () => {
  const many = (n: number, city = 'Ghent') => Array.from({ length: n }, (_, i) => aJob(`J${i}`, { SiteCity: city }));
  const stored = async () => Number((await erp.client.get('/job?limit=1')).headers.get('x-total-count'));

  test('are stored by one COPY, and a few by an insert', async () => {
    const written = async (n: number): Promise<string[]> => {
      service.statements();
      await erp.client.import(many(n));
      return service.statements().filter((text) => /^(copy|insert into) job /.test(text));
    };
    expect(await written(99)).toEqual([expect.stringMatching(/^insert/)]);
    // 200 are new, and the others known.
    expect(await written(299)).toEqual([expect.stringMatching(/^copy/)]);
    expect(await stored()).toBe(299);
  });

  test('among which some exist, that a sample did not show', async () => {
    await erp.client.import([aJob('J7', { SiteCity: 'Lier' }), aJob('J8')]);
    const answer = await erp.client.import(many(400));
    expect(answer.body.counts).toMatchObject({ created: 398, updated: 2, rejected: 0 });
    expect(await stored()).toBe(400);
    expect((await erp.client.get('/job/J7')).body).toMatchObject({ siteCity: 'Ghent', version: 2 });
    expect((await erp.client.get('/job/J9')).body).toMatchObject({ siteCity: 'Ghent', version: 1 });
  });

  test('that three callers send at the same moment are created once', async () => {
    const answers = await Promise.all(['Ghent', 'Lier', 'Mol'].map((city) => erp.client.import(many(300, city))));
    const counts = answers.map(({ body }) => body.counts);
    expect(counts.map(({ created }) => created).sort((a, b) => a - b)).toEqual([0, 0, 300]);
    expect(counts.map(({ rejected }) => rejected)).toEqual([0, 0, 0]);
    expect(await stored()).toBe(300);
    expect((await erp.client.get('/job?version=3&limit=1')).headers.get('x-total-count')).toBe('300');
  });
});

test('the log has each of many new records, however long they are together', async () => {
  const text = (i: number): string => `${i} "é\\ 😀 ${'long '.repeat(i % 3 === 0 ? 700 : 20)}end`;
  const calls = Array.from({ length: 400 }, (_, i) => aJob(`J${i}`, { Description: text(i) }));
  expect((await erp.client.import(calls)).body.counts).toMatchObject({ created: 400 });
  const { body } = await erp.client.get('/changes?entity=Job&limit=1000');
  const logged = (body.changes ?? body) as { key: string; after: { description: string } }[];
  expect(logged.map(({ after }) => after.description).sort()).toEqual(calls.map((_, i) => text(i)).sort());
});

describe('a value that is wrong among many calls of one form', () => {
  const jobs = (count: number, city: string, wrong: readonly number[]) =>
    Array.from({ length: count }, (_, i) =>
      aJob(`J${i}`, { SiteCity: city, StartDate: wrong.includes(i) ? 'x' : null }),
    );

  test.each<readonly [string, number, readonly number[]]>([
    ['that is looked at first', 300, [0]],
    ['while references are looked for', 300, [5, 290]],
    // Rows are sent in the order of their keys: J999 comes last.
    ['while rows are sent', 2000, [999, 998]],
  ])('%s is named with all others, and nothing is stored', async (_, count, wrong) => {
    const before = await holdings(service, erp);
    const answer = await erp.client.import(jobs(count, 'Ghent', wrong));
    expect(answer.status).toBe(400);
    expect(answer.body.counts).toMatchObject({ rejected: wrong.length });
    const found = answer.body.results.map((each: { index: number; parameter: string }) => [each.index, each.parameter]);
    expect(found).toEqual(wrong.toSorted((a, b) => a - b).map((index) => [index, 'StartDate']));
    expect(await holdings(service, erp)).toEqual(before);
  });

  test('is named as well where records exist, the same or changed, and the others are left as they are', async () => {
    await erp.client.import(jobs(600, 'Ghent', []));
    const before = await holdings(service, erp);
    for (const city of ['Ghent', 'Lier']) {
      const answer = await erp.client.import(jobs(600, city, [599]));
      expect(answer.body).toMatchObject({ Code: 'REQ014', counts: { rejected: 1 } });
    }
    expect(await holdings(service, erp)).toEqual(before);
  });

  test('keeps only its own call from being stored where handling is lenient', async () => {
    const answer = await erp.client.import(jobs(300, 'Ghent', [7, 251]), { prefer: 'handling=lenient' });
    expect(answer.status).toBe(200);
    expect(answer.body.counts).toMatchObject({ created: 298, rejected: 2 });
    expect(answer.body.results[251]).toMatchObject({ outcome: 'rejected', key: 'ERP/SERVICE/J251', code: 'REQ014' });
  });

  test('leaves its Idempotency-Key to the corrected batch, which is stored once', async () => {
    const key = { 'idempotency-key': 'nightly' };
    expect((await erp.client.import(jobs(300, 'Ghent', [200]), key)).status).toBe(400);
    const stored = await erp.client.import(jobs(300, 'Ghent', []), key);
    expect(stored.body.counts).toMatchObject({ created: 300 });
    const again = await erp.client.import(jobs(300, 'Ghent', []), key);
    expect(again.body).toEqual(stored.body);
  });
});

test('values of many calls that are accepted with a warning are named in the order of the calls', async () => {
  const calls = Array.from({ length: 250 }, (_, i) => aJob(`J${i}`, { StartDate: i % 3 === 0 ? '20260329' : null }));
  const { body } = await erp.client.import(calls);
  const warned = body.warnings as { index: number; parameter: string; message: string }[];
  expect(warned.map(({ index }) => index)).toEqual([...Array.from({ length: 20 }, (_, i) => 3 * i), 249]);
  expect(warned.at(-1)?.message).toContain('64 more values');
});

describe('many changed records at once', () => {
  const tasks = (count: number, text: (at: number) => string) =>
    Array.from({ length: count }, (_, i) => aTask('J', `T${i}`, { ShortDescription: text(i) }));
  const versions = async (): Promise<number[]> =>
    (await erp.client.get('/task?limit=1000')).body.map(({ version }: { version: number }) => version);

  test('are changed without looking for them first', async () => {
    await erp.client.import([aJob('J'), ...tasks(200, () => 'old')]);
    service.statements();
    const answer = await erp.client.import(tasks(200, () => 'new'));
    expect(answer.body.counts).toMatchObject({ updated: 200, rejected: 0 });
    const sent = service.statements();
    // Two parts, however many there are: the second is put together while the first is changed.
    expect(sent.filter((text) => /update task /.test(text))).toHaveLength(2);
    expect(
      sent.filter((text) => /^select t\.key, t\.id, t\.version from unnest.*\sselect .* from task /s.test(text)),
    ).toEqual([]);
    expect(new Set(await versions())).toEqual(new Set([2]));
  });

  test('among which some stay as they are, some are new and one has no job, which a sample did not show', async () => {
    await erp.client.import([aJob('J'), ...tasks(390, () => 'old')]);
    // The sample has every fiftieth.
    const calls = tasks(400, (i) => (i % 50 === 0 ? 'new' : 'old')).with(7, aTask('MISSING', 'T7'));
    const answer = await erp.client.import(calls, { prefer: 'handling=lenient' });
    expect(answer.body.counts).toMatchObject({ created: 10, updated: 8, unchanged: 381, rejected: 1 });
    expect(answer.body.results[7]).toMatchObject({ outcome: 'rejected', code: 'APP004' });
    expect(answer.body.results[50]).toMatchObject({ outcome: 'updated', version: 2 });
    expect(answer.body.results[51]).toMatchObject({ outcome: 'unchanged', version: 1 });
    expect(answer.body.results[399]).toMatchObject({ outcome: 'created', version: 1 });
    expect((await versions()).filter((version) => version === 2)).toHaveLength(8);
    const log = (await erp.client.get('/changes?entity=Task&limit=1000')).body;
    expect(JSON.stringify(log)).toContain('"action":"updated"');
  });

  test('that callers send at the same moment, with new ones among them, are stored once each', async () => {
    await erp.client.import([aJob('J'), ...tasks(290, () => 'old')]);
    const answers = await Promise.all(['a', 'b', 'c'].map((text) => erp.client.import(tasks(300, () => text))));
    for (const { body } of answers) expect(body.counts).toMatchObject({ rejected: 0, unchanged: 0 });
    expect(answers.map(({ body }) => body.counts.created).reduce((sum, each) => sum + each, 0)).toBe(10);
    const stored = (await erp.client.get('/task?limit=1000')).body as { shortDescription: string; version: number }[];
    expect(stored).toHaveLength(300);
    expect(new Set(stored.map(({ shortDescription }) => shortDescription)).size).toBe(1);
    expect(new Set(stored.map(({ version }) => version))).toEqual(new Set([3, 4]));
  });
});

describe('handling', () => {
  const mixed = () => [
    aJob('GOOD'),
    aJob('BAD', { StartDate: 'x' }),
    aCall('mboc_nothing', { A: 1 }),
    aTask('MISSING', 'T'),
    aTask('GOOD', 'T'),
    aTask('BAD', 'T'),
  ];

  test('every wrong call is named, not only the first', async () => {
    const before = await holdings(service, erp);
    const answer = await erp.client.import(mixed());
    expect(answer.status).toBe(400);
    expect(answer.body.Code).toBe('REQ019');
    expect(answer.body.counts.rejected).toBe(4);
    expect(answer.body.results.map((each: { index: number; code: string }) => [each.index, each.code])).toEqual([
      [1, 'REQ014'],
      [2, 'REQ011'],
      [3, 'APP004'],
      [5, 'APP004'],
    ]);
    expect(await holdings(service, erp)).toEqual(before);
  });

  test('lenient stores what is right, answers 200 without success and says so in Preference-Applied', async () => {
    const answer = await erp.client.import(mixed(), { prefer: 'respond-async, handling=lenient' });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ success: false, counts: { created: 2, rejected: 4 } });
    expect(JSON.parse(answer.body.content)).toMatchObject({ Success: false, Status: 200, Appointments: [] });
    expect(answer.headers.get('preference-applied')).toBe('handling=lenient');
    expect(outcomes(answer)).toEqual(['created', 'rejected', 'rejected', 'rejected', 'created', 'rejected']);
    expect((await erp.client.get('/task')).body).toMatchObject([{ jobNo: 'GOOD' }]);
  });

  test('lenient is a success where all calls are right, and the response names no preference that was not sent', async () => {
    const lenient = await erp.client.import([aJob('A')], { prefer: 'handling=lenient' });
    expect(lenient.body.success).toBe(true);
    expect((await erp.client.import([aJob('B')])).headers.get('preference-applied')).toBeNull();
  });

  test('set calls on unknown records are ignored and parts are kept, with a warning; strict rejects them', async () => {
    const calls = [
      aCall('mboc_updateTaskLocked', { ...taskKey('J', 'T'), Locked: 1 }),
      aCall('mboc_upsertTaskUrl', { ...taskKey('J', 'T'), Url: 'https://x' }),
      aCall('mboc_upsertTaskContainer', { ...taskKey('J', 'T'), ContainerName: 'Box' }),
      aCall('mboc_upsertResourceUrl', { ResourceNo: 'R', Url: 'https://x' }),
    ];
    const usual = await erp.client.import(calls);
    expect(usual.body).toMatchObject({ success: true, counts: { ignored: 1, created: 3 } });
    expect(usual.body.warnings.map((each: { index: number }) => each.index)).toEqual([0, 1, 2, 3]);
    const strict = await erp.client.import(calls, { prefer: 'handling=strict' });
    expect(strict.status).toBe(400);
    expect(strict.body.counts).toMatchObject({ rejected: 4, ignored: 0 });
    expect(strict.headers.get('preference-applied')).toBe('handling=strict');
  });

  test('dryRun responds like the real call, with the impact, and stores nothing', async () => {
    await erp.client.import([aJob('J', { SiteCity: 'Ghent' }), aTask('J', 'T1'), aTask('J', 'T2')]);
    const before = await holdings(service, erp);
    const calls = [aJob('NEW'), aJob('J', { SiteCity: 'Lier' }), aCall('mboc_deleteJob', jobKey('J'))];
    const dry = await erp.client.import(calls, {}, '?dryRun=true');
    expect(outcomes(dry)).toEqual(['created', 'updated', 'deleted']);
    expect(dry.body).toMatchObject({
      success: true,
      changes: null,
      impact: { Job: { created: 1, updated: 1, deleted: 1 }, Task: { deleted: 2 } },
    });
    expect(await holdings(service, erp)).toEqual(before);
    expect((await erp.client.get('/job/J')).body.version).toBe(1);
    expect((await erp.client.import(calls)).body.impact).toBeUndefined();
  });

  test('dryRun of a wrong batch names what is wrong', async () => {
    const answer = await erp.client.import(mixed(), {}, '?dryRun=true');
    expect(answer.body).toMatchObject({ Code: 'REQ019', counts: { rejected: 4 } });
  });
});

describe('partial update', () => {
  const stored = async () => (await erp.client.get('/job/J')).body;

  test('what is omitted keeps its value; an empty string clears a text; null clears anything', async () => {
    await erp.client.import([
      aJob('J', { SiteCity: 'Ghent', Description: 'long', StartDate: '2026-06-01', SiteName: 'Port', Importance: 1 }),
    ]);
    await erp.client.import([
      aCall('mboc_upsertJob', { ...jobKey('J'), Description: '', SiteName: null, StartDate: null, Importance: null }),
    ]);
    expect(await stored()).toMatchObject({
      shortDescription: 'Job J',
      siteCity: 'Ghent',
      description: null,
      siteName: null,
      startDate: null,
      importance: null,
    });
  });

  test('required columns apply when a record is created, not when it is changed', async () => {
    const partial = aCall('mboc_upsertJob', { ...jobKey('J'), SiteCity: 'Ghent' });
    expect((await erp.client.import([partial])).body).toMatchObject({ Code: 'REQ015', parameter: 'ShortDescription' });
    expect(outcomes(await erp.client.import([aJob('J'), partial]))).toEqual(['created', 'updated']);
  });

  test('a required value cannot be cleared', async () => {
    await erp.client.import([aJob('J')]);
    const answer = await erp.client.import([aCall('mboc_upsertJob', { ...jobKey('J'), ShortDescription: null })]);
    expect(answer.body).toMatchObject({ Code: 'REQ015', parameter: 'ShortDescription' });
    expect((await stored()).shortDescription).toBe('Job J');
  });

  test('a value with a default goes back to it when it is cleared', async () => {
    await erp.client.post('/container', { Name: 'Box', HandleLocked: false });
    await erp.client.post('/container', { Name: 'Box', HandleLocked: null });
    expect((await erp.client.get('/container/Box')).body.handleLocked).toBe(true);
  });

  test('equal values in another form are unchanged: no version, no change', async () => {
    await erp.client.import([
      aJob('J', { StartDate: '2026-06-01T10:00', FreeDecimal1: '1.50', FreeBit1: 'true', SiteCity: '' }),
    ]);
    const { changes } = await holdings(service, erp);
    const answer = await erp.client.import([
      aJob('J', { StartDate: '2026-06-01T08:00Z', FreeDecimal1: 1.5, FreeBit1: 1, SiteCity: null }),
    ]);
    expect(answer.body).toMatchObject({ changes: null, results: [{ outcome: 'unchanged', version: 1 }] });
    expect((await holdings(service, erp))['changes']).toBe(changes);
  });

  test('one changed field of many is one change with that field', async () => {
    await erp.client.import([aJob('J', { SiteCity: 'Ghent', SiteName: 'Port' })]);
    const answer = await erp.client.import([aJob('J', { SiteCity: 'Lier', SiteName: 'Port' })]);
    const { body } = await erp.client.get(`/changes?after=${answer.body.changes - 1}`);
    expect(body.changes).toMatchObject([{ action: 'updated', version: 2 }]);
    expect(body.changes[0].before).toEqual({ siteCity: 'Ghent' });
    expect(body.changes[0].after).toEqual({ siteCity: 'Lier' });
  });
});

describe('statements do not grow with rows', () => {
  const counted = async (calls: unknown[]) => {
    // Notes the use of the key, which is a statement of its own once a minute.
    await erp.client.get('/whoami');
    service.statements();
    const answer = await erp.client.import(calls);
    expect(answer.body.counts?.rejected).toBe(0);
    return service.statements().length;
  };
  const each = (n: number, make: (i: number) => unknown[]) => Array.from({ length: n }, (_, i) => make(i)).flat();

  test('clear and re-send of filter values, task by task, in one batch', async () => {
    await erp.client.import([aJob('J'), ...each(300, (i) => [aTask('J', `T${i}`)])]);
    const batch = (n: number, values: string[]) =>
      each(n, (i) => [
        aCall('mboc_clearTaskFilterValue', taskKey('J', `T${i}`)),
        ...values.map((value) => aTaskFilter('J', `T${i}`, value)),
      ]);
    await erp.client.import(batch(300, ['Gas', 'Water']));
    const few = await counted(batch(60, ['Gas', 'Power']));
    expect(await counted(batch(300, ['Gas', 'Steam']))).toBe(few);
    const values = await erp.client.get('/taskFilterValue?filterValue=Steam');
    expect(values.body).toHaveLength(300);
    expect((await erp.client.get('/taskFilterValue?filterValue=Water')).body).toHaveLength(0);
    expect((await erp.client.get('/taskFilterValue')).headers.get('x-total-count')).toBe('600');
  });

  test('deletes of jobs with their tasks', async () => {
    const tree = (n: number, name: string) => each(n, (i) => [aJob(`${name}${i}`), aTask(`${name}${i}`, 'T')]);
    const gone = (n: number, name: string) => each(n, (i) => [aCall('mboc_deleteJob', jobKey(`${name}${i}`))]);
    await erp.client.import([...tree(2, 'A'), ...tree(200, 'B')]);
    const few = await counted(gone(2, 'A'));
    expect(await counted(gone(200, 'B'))).toBe(few);
    expect((await erp.client.get('/task')).body).toEqual([]);
  });

  test('notifications that differ by their text alone', async () => {
    const notes = (n: number, name: string) =>
      each(n, (i) => [aCall('mboc_upsertNotification', { ...jobKey('J'), NotificationText: `${name} ${i}` })]);
    const few = await counted(notes(2, 'a'));
    expect(await counted(notes(200, 'b'))).toBe(few);
    expect((await erp.client.get('/notification')).body).toHaveLength(202);
  });

  test('resources of many types that do not exist yet', async () => {
    const batch = (n: number, name: string) =>
      each(n, (i) => [aResource(`${name}${i}`, { ResourceType: `${name}${i}` })]);
    const few = await counted(batch(2, 'a'));
    expect(await counted(batch(200, 'b'))).toBe(few);
  });
});
