import type { Page } from '@playwright/test';
import { beforeEach, expect, test } from 'vitest';
import { until } from '../../process/process.ts';
import { aJob, aResource, aTask, aTaskFilter, taskKey } from '../../records/builders.ts';
import { aCall } from '../../support/service.ts';
import { seriousFindings } from '../accessible.ts';
import { describeInBrowser } from '../browser.ts';
import { Pages } from '../pages.ts';

/** The service takes it to be the Wednesday before. */
const NOW = '2026-07-01T08:00:00Z';
const MONDAY = '2026-07-06';
const TUESDAY = '2026-07-07';

const site = (i: number) => ({ SiteAddressGeoLat: 50.85 + 0.01 * i, SiteAddressGeoLong: 4.2 + 0.05 * i });
const HOSTILE = '<img src=x onerror="document.title=\'hacked\'">';

describeInBrowser('optimization', () => {
  const pages = new Pages();
  beforeEach(() => pages.service.setNow(NOW));

  async function company(tasks: number): Promise<void> {
    const answer = await pages.erp.client.import([
      aResource('ANNA', { DisplayName: `${HOSTILE}مرحبا`, HomeAddressGeoLat: 50.85, HomeAddressGeoLong: 4.2 }),
      aResource('BO', { DisplayName: `Bo ${'x'.repeat(90)}`, HomeAddressGeoLat: 50.9, HomeAddressGeoLong: 4.6 }),
      ...Array.from({ length: tasks }, (_, i) => [
        aJob(`J${i + 1}`, site((i % 9) + 1)),
        aTask(`J${i + 1}`, 'T', { DurationInSeconds: 5400, ShortDescription: i === 0 ? HOSTILE : '👩‍🔧 Boiler' }),
      ]).flat(),
      aJob('GAS', site(1)),
      aTask('GAS', 'T'),
      aTaskFilter('GAS', 'T', 'F-gas'),
    ]);
    expect(answer.status, answer.text).toBe(200);
  }

  async function start(page: Page): Promise<void> {
    await page.getByRole('textbox', { name: 'From' }).fill(MONDAY);
    await page.getByRole('textbox', { name: 'To', exact: true }).fill(TUESDAY);
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.getByText('Waiting for a worker').waitFor();
  }
  const planned = async () =>
    (await pages.erp.client.get(`/appointment?startDate=${MONDAY}&endDate=2026-07-09&limit=100`)).body;

  test('a run proposes, and what is chosen of it is applied, undone, or refused with its reason', async () => {
    await company(4);
    const { page, problems } = await pages.open('/app/optimization');
    await page.getByText('No runs yet').waitFor();
    await page.getByRole('slider', { name: 'Short travel times' }).press('ArrowRight');
    await page.getByText('more', { exact: true }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByLabel('Search time (seconds)').fill('1');
    await start(page);
    expect((await pages.erp.client.get('/optimization')).body[0].request).toMatchObject({
      maxSeconds: 1,
      objective: { travel: 2, served: 1, balance: 0 },
    });
    await pages.service.work();

    const served = page.getByRole('row', { name: /Tasks planned/ });
    await served.waitFor();
    expect(await served.textContent()).toMatch(/04\+4 ✓ better/);
    await page.getByText(/do(es)? not have F-gas/).waitFor();
    await page
      .getByRole('list', { name: /onerror/ })
      .first()
      .waitFor();
    expect(await planned()).toEqual([]);
    expect(await seriousFindings(page)).toEqual([]);

    await page.getByRole('button', { name: 'None' }).click();
    await page.getByRole('checkbox', { name: 'Select J2 / T' }).check();
    await page.getByRole('button', { name: 'Apply selected (1)' }).click();
    await page.getByText('1 change applied.').waitFor();
    expect(await planned()).toHaveLength(1);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone.').waitFor();
    expect(await planned()).toEqual([]);

    // Meanwhile somebody takes both days of everybody.
    await pages.erp.client.import(
      ['ANNA', 'BO'].map((ResourceNo) =>
        aCall('mboc_upsertAppointment', {
          ...taskKey('GAS', 'T'),
          ResourceNo,
          Start: `${MONDAY}T06:00`,
          End: `${TUESDAY}T20:00`,
        }),
      ),
    );
    await page.getByRole('button', { name: 'Apply all' }).click();
    await page.getByText('3 could not be applied').waitFor();
    const { refused } = (await pages.erp.client.post(`${new URL(page.url()).pathname.slice(4)}/apply?dryRun=true`, {}))
      .body;
    expect(refused).toHaveLength(3);
    for (const { reason } of refused) await page.getByText(`Not applied: ${reason}`).first().waitFor();
    expect(await page.getByText('Not applied: ').count()).toBe(3);
    const width = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
    expect(width[0]).toBeLessThanOrEqual(width[1]!);
    expect(await page.locator('img[src=x]').count()).toBe(0);
    expect(await page.title()).toMatch(/^Run \d+ · .* · Openslot$/);
    expect(problems).toEqual([]);
  });

  test('a proposal opens as a draft: the board shows it, and the plan stays as it is', async () => {
    await company(3);
    const { page, problems } = await pages.open('/app/optimization');
    await page.getByLabel('Search time (seconds)').fill('1');
    await start(page);
    await pages.service.work();
    await page.getByRole('button', { name: 'Open as draft' }).click();
    await page.waitForURL(/planning\?.*draft=\d+/);
    const id = new URL(page.url()).searchParams.get('draft');
    await page.getByText('3 changes').waitFor();
    expect(await planned()).toEqual([]);
    // It belongs to the planner: others do not see it before it is shared.
    expect((await pages.erp.client.get('/drafts')).body).toEqual([]);
    const rows = await pages.service.deps.db.query('select from draft_change where draft_id = $1', [Number(id)]);
    expect(rows.length).toBeGreaterThan(0);
    expect(problems).toEqual([]);
  });

  test('a run of a draft is applied there, and its page opens the draft', async () => {
    await company(2);
    const planner = await pages.person();
    const client = await pages.clientOf(planner);
    const draft = (await client.post('/drafts', { name: 'Quiet Monday' })).body.id;
    const settings = { start: MONDAY, end: TUESDAY, movePlanned: false, iterations: 50 };
    const started = await client.post('/optimization/fieldService', settings, { 'x-draft': String(draft) });
    expect(started.status, started.text).toBe(202);
    await pages.service.work();
    const { page, problems } = await pages.open(`/app/optimization/${started.body.id}`, planner);
    await page.getByRole('button', { name: 'Apply all' }).click();
    await page.getByText('2 changes applied.').waitFor();
    // What is in a draft already does not become another one, and is taken out there.
    expect(await page.getByRole('button', { name: /^(Open as draft|Undo)$/ }).count()).toBe(0);
    expect(await seriousFindings(page)).toEqual([]);

    await page.getByRole('link', { name: 'Open the draft' }).click();
    await page.waitForURL(new RegExp(`planning\\?.*draft=${draft}\\b`));
    expect(new URL(page.url()).searchParams.get('date')).toBe(MONDAY);
    await page.getByText('2 changes').waitFor();
    await page
      .getByRole('option', { name: /Boiler/ })
      .first()
      .waitFor();
    expect(await planned()).toEqual([]);
    expect(problems).toEqual([]);
  });

  test('a run is started from the board of a draft, for the days that it shows, and reads the draft', async () => {
    await company(2);
    const planner = await pages.person();
    const client = await pages.clientOf(planner);
    const draft = (await client.post('/drafts', { name: 'Quiet Monday' })).body.id;
    const inDraft = { 'x-draft': String(draft) };
    // In the draft one of the tasks is planned already.
    const key = { sourceApp: 'ERP', sourceType: 'SERVICE', jobNo: 'J1', taskNo: 'T' };
    const times = { start: `${MONDAY}T09:00`, end: `${MONDAY}T10:30` };
    const made = await client.post('/appointment', { ...key, ...times, resourceNo: 'ANNA' }, inDraft);
    expect(made.status, made.text).toBe(200);
    const window = await pages.window();
    await window.page.clock.setFixedTime(NOW);
    const { page, problems } = await pages.open(`/app/planning?date=${MONDAY}&draft=${draft}`, planner, window);
    await page.getByRole('button', { name: 'Optimize' }).click();
    await page.getByText('In draft “Quiet Monday”').waitFor();
    await page.getByText('No runs yet').waitFor();
    expect(await page.getByRole('textbox', { name: 'From' }).inputValue()).toBe('06/07/2026');
    expect(await page.getByRole('textbox', { name: 'To', exact: true }).inputValue()).toBe('12/07/2026');
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('switch', { name: 'Move planned tasks too' }).uncheck();
    await page.getByLabel('Search time (seconds)').fill('1');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.getByText('Waiting for a worker').waitFor();
    expect((await client.get('/optimization', inDraft)).body).toMatchObject([{ draft }]);
    await pages.service.work();
    await page.getByRole('button', { name: 'Apply all' }).click();
    await page.getByText('1 change applied.').waitFor();
    expect(await planned()).toEqual([]);
    await page.getByRole('link', { name: 'Open the draft' }).click();
    await page.getByText('2 changes').waitFor();
    expect(problems).toEqual([]);
  });

  test('a running run shows the best so far, and keeps it when it is stopped; one that failed says why', async () => {
    await company(40);
    // Another tab has the stream of this browser already.
    const board = await pages.open('/app/planning');
    await until(() => board.requests.some((url) => url.includes('/changes/stream')), 'the stream');
    const page = await board.context.newPage();
    const { problems } = board;
    page.on('pageerror', (error) => problems.push(String(error)));
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    // Who asks for the run hears for now that it waits: what is shown of its progress came by the stream.
    let isStale = true;
    let waiting: string | undefined;
    await page.route(/\/optimization\/\d+$/, async (route) => {
      if (!isStale || route.request().method() !== 'GET') return route.continue();
      const response = await route.fetch();
      waiting ??= await response.text();
      return route.fulfill({ response, body: waiting });
    });
    await page.goto(`${pages.service.baseUrl}/app/optimization`);
    await page.getByLabel('Search time (seconds)').fill('300');
    await start(page);
    const working = pages.service.work();
    await page.getByRole('img', { name: /Cost of the best plan/ }).waitFor();
    await page.getByText(/\d+ of 41 tasks planned/).waitFor();
    expect(requests.filter((url) => url.includes('/changes/stream'))).toEqual([]);
    expect(await seriousFindings(page)).toEqual([]);
    isStale = false;
    await page.getByRole('button', { name: 'Stop and keep the best' }).click();
    await working;
    await page.getByRole('heading', { name: 'Before and after' }).waitFor();
    await page.getByText('Stopped', { exact: true }).waitFor();

    await page.getByRole('link', { name: 'All runs' }).click();
    await start(page);
    await pages.service.deps.db.query(
      `update background_job set status = 'failed', error = 'The worker ended while it did this.' where tenant_id = $1`,
      [pages.erp.tenant.id],
    );
    await page.getByText('The worker ended while it did this.').waitFor();
    expect(problems).toEqual([]);
  });
});
