import { expect, test } from 'vitest';
import { aJob, aResource, aTask, taskKey } from '../../records/builders.ts';
import { aCall } from '../../support/service.ts';
import { seriousFindings } from '../accessible.ts';
import { describeInBrowser } from '../browser.ts';
import { Pages } from '../pages.ts';

const HOSTILE = '<img src=x onerror="document.title=\'hacked\'">';

describeInBrowser('series', () => {
  const pages = new Pages();
  const planned = async (): Promise<{ start: string; end: string; subject: string }[]> =>
    (await pages.erp.client.get('/appointment?startDate=2026-10-01&endDate=2026-12-01&limit=100')).body;

  test('every date is shown with its conflicts, the series is made over the change of the clock, and deleted', async () => {
    const answer = await pages.erp.client.import([
      aResource('ANNA', { DisplayName: `${HOSTILE}مرحبا${'x'.repeat(40)}` }),
      aJob('J1'),
      aTask('J1', 'PUMP', { ShortDescription: 'Check the pumps' }),
      aTask('J1', 'OTHER', { ShortDescription: HOSTILE }),
      aCall('mboc_upsertAppointment', {
        ...taskKey('J1', 'OTHER'),
        ResourceNo: 'ANNA',
        Subject: `${HOSTILE}👩‍🔧${'y'.repeat(3900)}`,
        Start: '2026-10-19T10:00',
        End: '2026-10-19T12:00',
      }),
    ]);
    expect(answer.status, answer.text).toBe(200);
    const { page, problems } = await pages.open('/app/recurring');
    await page.getByText('No series yet').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('combobox', { name: 'Task' }).fill('pumps');
    await page.getByRole('option', { name: /Check the pumps/ }).click();
    await page.getByRole('combobox', { name: 'Resources' }).click();
    await page.getByRole('option', { name: /onerror/ }).click();
    await page.keyboard.press('Escape');
    await page.getByLabel('First day').fill('2026-10-12');
    await page.getByLabel('From').fill('09:00');
    await page.getByLabel('Until').fill('10:30');
    await page.getByLabel('Last day').fill('2026-11-02');
    await page.getByText('Every week on Monday, until 2 November 2026').waitFor();
    await page.getByText('FREQ=WEEKLY;BYDAY=MO', { exact: true }).waitFor();

    await page.getByRole('button', { name: 'Create 4 appointments' }).waitFor();
    const line = (day: string) => page.getByRole('listitem').filter({ hasText: day });
    expect(await line('19 Oct 2026').textContent()).toMatch(/conflict: <img .*10:00–12:00/);
    await page.getByRole('button', { name: /12 Oct 2026: planned/ }).click();
    await page.getByRole('button', { name: 'Create 3 appointments' }).waitFor();
    expect(await line('12 Oct 2026').last().textContent()).toContain('skipped: excluded date');
    expect(await seriousFindings(page)).toEqual([]);
    expect(await planned()).toHaveLength(1);

    await page.getByRole('button', { name: 'Create 3 appointments' }).click();
    await page.getByText(/: 3 appointments, 1 skipped/).waitFor();
    const made = (await planned()).filter(({ subject }) => !subject.startsWith('<'));
    expect(made.map(({ start, end }) => `${start} ${end}`)).toEqual([
      '2026-10-19T09:00:00+02:00 2026-10-19T10:30:00+02:00',
      '2026-10-26T09:00:00+01:00 2026-10-26T10:30:00+01:00',
      '2026-11-02T09:00:00+01:00 2026-11-02T10:30:00+01:00',
    ]);
    const row = page.getByRole('row', { name: /^J1 .* Check the pumps/ });
    expect(await row.textContent()).toContain('Every week on Monday, until 2 November 2026');
    const width = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
    expect(width[0]).toBeLessThanOrEqual(width[1]!);
    expect(await page.locator('img[src=x]').count()).toBe(0);

    await row.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Delete all 3 appointments of this series?').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No series yet').waitFor();
    expect(await planned()).toHaveLength(1);
    expect(await page.title()).toMatch(/^Series · .+ · Openslot$/);
    expect(problems).toEqual([]);
  });
});
