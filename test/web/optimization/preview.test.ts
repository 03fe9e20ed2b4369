import type { Locator, Page } from '@playwright/test';
import { beforeEach, expect, test } from 'vitest';
import { until } from '../../process/process.ts';
import { aJob, aResource, aTask, aTaskFilter, taskKey } from '../../records/builders.ts';
import { aCall } from '../../support/service.ts';
import { seriousFindings } from '../accessible.ts';
import { boxOf, describeInBrowser } from '../browser.ts';
import { Pages } from '../pages.ts';
import { storedBars } from '../planning/planning-plan.ts';

/** The service takes it to be the Wednesday before. */
const NOW = '2026-07-01T08:00:00Z';
const SEVEN_HOURS = 7 * 3600;
const BRUSSELS = { lat: 50.85, long: 4.35 };
const LIEGE = { lat: 50.63, long: 5.57 };
const home = ({ lat, long }: typeof LIEGE) => ({ HomeAddressGeoLat: lat, HomeAddressGeoLong: long });
const site = ({ lat, long }: typeof LIEGE) => ({ SiteAddressGeoLat: lat, SiteAddressGeoLong: long });

/** Presses the left button in the middle of an element. */
async function press(page: Page, target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const box = await boxOf(target);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.up();
}

describeInBrowser('a proposal', () => {
  const pages = new Pages();
  beforeEach(() => pages.service.setNow(NOW));

  /** Each of two people has a visit of a whole day near the home of the other; a third visit stays with somebody who lacks a skill. */
  async function aRun(): Promise<number> {
    const planned = (job: string, ResourceNo: string, date: string, more: Record<string, unknown> = {}) =>
      aCall('mboc_upsertAppointment', {
        ...taskKey(job, 'T'),
        ...{ ResourceNo, Start: `${date}T09:00`, End: `${date}T16:00`, Subject: `Visit ${job}`, ...more },
      });
    const answer = await pages.erp.client.import([
      aResource('ANNA', { DisplayName: 'Anna', ...home(BRUSSELS) }),
      aResource('BO', { DisplayName: 'Bo', ...home(LIEGE) }),
      aJob('NORTH', site(BRUSSELS)),
      aJob('SOUTH', site(LIEGE)),
      aJob('GAS', site(BRUSSELS)),
      aJob('ROOF', site(BRUSSELS)),
      ...['NORTH', 'SOUTH', 'GAS', 'ROOF'].map((job) =>
        aTask(job, 'T', { DurationInSeconds: SEVEN_HOURS, RequiredTotalDurationInSeconds: SEVEN_HOURS }),
      ),
      aTaskFilter('GAS', 'T', 'F-gas'),
      aTaskFilter('ROOF', 'T', 'Climbing'),
      planned('NORTH', 'BO', '2026-07-06'),
      planned('SOUTH', 'ANNA', '2026-07-06'),
      planned('GAS', 'ANNA', '2026-07-07', { Locked: true }),
    ]);
    expect(answer.status, answer.text).toBe(200);
    const started = await pages.erp.client.post('/optimization/fieldService', {
      ...{ start: '2026-07-06', end: '2026-07-08', iterations: 500, maxSeconds: 60 },
      objective: { disruption: 0 },
    });
    expect(started.status, started.text).toBe(202);
    await pages.service.work();
    return started.body.id;
  }
  const stored = () => storedBars(pages.erp, '2026-07-06', '2026-07-08');
  const resourceOf = async (job: string) => (await stored()).get(`Visit ${job}`)?.resources;

  test('ticks dependent changes together, names who stays unqualified, and is previewed, applied and undone on the board', async () => {
    const id = await aRun();
    const { page, problems } = await pages.open(`/app/optimization/${id}`);
    const tick = (job: string): Locator => page.getByRole('checkbox', { name: `Select ${job} / T` });
    await tick('NORTH').waitFor();
    // Each of the two is where the other one goes.
    await page.getByText('Only together with: SOUTH / T').waitFor();
    await page.getByText('Only together with: NORTH / T').waitFor();
    await press(page, page.getByRole('button', { name: 'None' }));
    expect([await tick('NORTH').isChecked(), await tick('SOUTH').isChecked()]).toEqual([false, false]);
    await press(page, tick('NORTH'));
    expect([await tick('NORTH').isChecked(), await tick('SOUTH').isChecked()]).toEqual([true, true]);
    await press(page, tick('SOUTH'));
    expect([await tick('NORTH').isChecked(), await tick('SOUTH').isChecked()]).toEqual([false, false]);

    const open = page.locator('section, div').filter({ hasText: /^Unplanned tasks and reasons \(1\)/ });
    await open.first().waitFor();
    await page.locator('.opt-left-high > li', { hasText: 'ROOF / T' }).waitFor();
    expect(await page.locator('.opt-left-high > li').count()).toBe(1);
    expect(await page.getByRole('row', { name: /Tasks left open/ }).textContent()).toMatch(/Tasks left open11/);
    await page.getByText('Tasks that stay with an unqualified resource (1)').waitFor();
    await page.locator('li', { hasText: /GAS \/ T .*Anna/ }).waitFor();

    await press(page, page.getByRole('button', { name: 'Preview on the board' }));
    const strip = page.getByRole('region', { name: 'Preview on the board' });
    await strip.getByText('Preview: 2 changes').waitFor();
    expect(await strip.textContent()).toMatch(/Travel: -\d+ min, -\d+ km/);
    expect(new URL(page.url()).search).toContain(`preview=${id}`);
    const ghost = (job: string): Locator => page.getByRole('img', { name: new RegExp(`^${job} .*`) });
    const [north, south] = [await boxOf(ghost('NORTH')), await boxOf(ghost('SOUTH'))];
    const [anna, bo] = [
      await boxOf(page.locator('.ob-name', { hasText: 'Anna' })),
      await boxOf(page.locator('.ob-name', { hasText: 'Bo' })),
    ];
    const isIn = (one: Box, row: Box): boolean => one.y >= row.y && one.y < row.y + row.height;
    expect([isIn(north, anna), isIn(south, bo)]).toEqual([true, true]);
    const faded = page.locator('.ob-bar.ob-leaving');
    expect((await faded.allTextContents()).map((text) => /NORTH|SOUTH/.exec(text)?.[0]).sort()).toEqual([
      'NORTH',
      'SOUTH',
    ]);
    expect(await page.locator('.ob-bar:not(.ob-leaving)', { hasText: 'GAS' }).count()).toBe(1);
    expect(await seriousFindings(page)).toEqual([]);
    if (process.env['PREVIEW_PICTURE']) await page.screenshot({ path: process.env['PREVIEW_PICTURE'] });

    // It stays while the planner looks at another day, and discarding it changes nothing.
    await press(page, strip.getByRole('button', { name: 'Discard' }));
    await strip.waitFor({ state: 'detached' });
    expect([await page.locator('.ob-proposed').count(), await faded.count()]).toEqual([0, 0]);
    expect(new URL(page.url()).search).not.toContain('preview');
    expect(await resourceOf('NORTH')).toEqual(['BO']);

    await page.goBack();
    await page.goto(`${pages.service.baseUrl}/app/planning?date=2026-07-06&mode=week&days=2&preview=${id}`);
    await press(page, strip.getByRole('button', { name: 'Apply all' }));
    await strip.getByText('2 changes applied.').waitFor();
    expect([await resourceOf('NORTH'), await resourceOf('SOUTH')]).toEqual([['ANNA'], ['BO']]);
    await until(async () => {
      const bar = await page.locator('.ob-bar', { hasText: 'NORTH' }).boundingBox();
      const row = await page.locator('.ob-name', { hasText: 'Anna' }).boundingBox();
      return bar !== null && row !== null && isIn(bar, row);
    }, 'the bar to be in its new row');
    expect([await page.locator('.ob-proposed').count(), await faded.count()]).toEqual([0, 0]);
    await press(page, strip.getByRole('button', { name: 'Undo' }));
    await strip.getByText('Undone.').waitFor();
    expect([await resourceOf('NORTH'), await resourceOf('SOUTH')]).toEqual([['BO'], ['ANNA']]);
    await press(page, strip.getByRole('button', { name: 'New run with the same settings' }));
    await page.getByRole('heading', { name: `Run ${id + 1}` }).waitFor();
    await page.getByText('Waiting for a worker').waitFor();
    expect((await pages.erp.client.get('/optimization')).body[0].request).toMatchObject({ iterations: 500 });
    expect(problems).toEqual([]);
  });
});

interface Box {
  readonly y: number;
  readonly height: number;
}
