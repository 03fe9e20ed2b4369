import { expect, test } from 'vitest';
import { until } from '../../process/process.ts';
import { aCall } from '../../support/service.ts';
import { seriousFindings } from '../accessible.ts';
import { boxOf, describeInBrowser, typeInto } from '../browser.ts';
import { aPlan, storedBars } from './planning-plan.ts';
import { Planning } from './planning-window.ts';

const WEEK = '/app/planning?date=2031-06-02&mode=week';

describeInBrowser('conflicts', () => {
  const planning = new Planning();
  const stored = () => storedBars(planning.erp, '2031-06-02', '2031-06-09');
  const plan = () =>
    aPlan(planning.erp, [
      { task: 'Seal', resource: 'ANNA', start: '2031-06-02T09:00', end: '2031-06-02T11:00' },
      { task: 'Paint', resource: 'ANNA', start: '2031-06-02T10:00', end: '2031-06-02T12:00' },
      { task: 'Late', resource: 'BEN', start: '2031-06-03T16:00', end: '2031-06-03T18:00' },
    ]).then(() =>
      planning.erp.client.import(
        [0, 1, 2].map((i) =>
          aCall('mboc_upsertTask', {
            ...{ SourceApp: 'ERP', SourceType: 'SERVICE', JobNo: 'J1', TaskNo: `T${i}` },
            RequiredTotalDurationInSeconds: 0,
          }),
        ),
      ),
    );

  test('are listed with names, grouped and filtered; a click shows the bar, a fix ends the conflict and can be undone', async () => {
    await plan();
    const { page } = await planning.board(WEEK);
    await page.getByRole('tab', { name: /^Conflicts 2/ }).click();
    const overlap = page.locator('.conflict', { hasText: 'Anna has two appointments at once' });
    await overlap.waitFor();
    expect(await overlap.locator('.conflict-show').textContent()).toMatch(
      /Astoria – (Seal and Paint|Paint and Seal) \(1 h\)\./,
    );
    expect(await page.locator('.conflict').allTextContents()).toEqual([
      expect.stringContaining('Anna'),
      expect.stringContaining('Ben does not work during 1 h of Astoria – Late.'),
    ]);
    // Tooltip and details of the bar say the same.
    const [said = ''] = /Anna has two.*\(1 h\)\./.exec((await overlap.textContent()) ?? '') ?? [];
    const seal = page.locator('.ob-bar', { hasText: 'Seal' });
    const box = await boxOf(seal);
    await page.mouse.move(box.x + 6, box.y + box.height / 2);
    await until(async () => (await seal.getAttribute('title'))?.includes(`⚠ ${said}`) ?? false, 'the tooltip');
    await page.mouse.click(box.x + 6, box.y + box.height / 2);
    await page.getByRole('tab', { name: 'Details' }).click();
    // Details are loaded when they are first opened.
    await page.locator('.details-warnings li').first().waitFor();
    expect(await page.locator('.details-warnings li').allTextContents()).toEqual([said]);
    await page.getByRole('tab', { name: /^Conflicts 2/ }).click();
    await page.getByRole('combobox', { name: 'Resource', exact: true }).click();
    await page.getByRole('option', { name: 'Ben', exact: true }).click();
    expect(await page.locator('.conflict').count()).toBe(1);
    await page.locator('.conflict-show').click();
    expect(await page.locator('.ob-bar[aria-selected=true]').getAttribute('aria-label')).toContain('Late');
    expect(await seriousFindings(page)).toEqual([]);

    // By keyboard: the day is extended.
    await page.locator('.conflict').getByRole('button', { name: /^Fix/ }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: /Extend the working day of Ben/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('menuitem', { name: /Extend the working day of Ben/ }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('tab', { name: /^Conflicts 1/ }).waitFor();
    expect((await stored()).get('Late')?.resources).toEqual(['BEN']);
    await page.keyboard.press('Control+z');
    await page.getByRole('tab', { name: /^Conflicts 2/ }).waitFor();

    // By mouse: somebody else does it.
    await page.getByRole('combobox', { name: 'Resource', exact: true }).click();
    await page.getByRole('option', { name: 'Anna', exact: true }).click();
    await overlap.getByRole('button', { name: /^Fix/ }).click();
    await page.getByRole('menuitem', { name: /Move it to .* 11:00/ }).waitFor();
    await page
      .getByRole('menuitem', { name: /Give it to (Ben|Carla)/ })
      .first()
      .click();
    await until(
      async () => (await stored()).get('Paint')?.resources[0] !== 'ANNA',
      'the appointment to have another resource',
    );
    await page.getByRole('tab', { name: /^Conflicts 1/ }).waitFor();
  });

  test('are accepted with a reason until a day, shown as accepted, and can be withdrawn; in the language of the user', async () => {
    await plan();
    const { page } = await planning.board(WEEK);
    await page.getByRole('tab', { name: /^Conflicts 2/ }).click();
    const overlap = page.locator('.conflict', { hasText: 'Anna has two appointments at once' });
    await overlap.getByRole('button', { name: 'Accept …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Accept conflict' });
    await typeInto(dialog.getByRole('textbox', { name: 'Reason' }), 'Two people on site');
    await dialog.getByLabel('Until').fill('2027-01-15');
    await dialog.getByRole('button', { name: 'Accept', exact: true }).click();
    const accepted = page.getByRole('region', { name: 'Accepted' });
    await accepted.getByText(/Accepted by planner.* until 16 Jan 2027.*: Two people on site/).waitFor();
    await page.getByRole('tab', { name: /^Conflicts 1/ }).waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export: Conflicts' }).click();
    await page.getByRole('menuitem', { name: 'CSV' }).click();
    const lines = await new Response((await (await download).createReadStream()) as never).text();
    expect(lines).toContain('Two people on site');
    expect(lines).toContain('Anna has two appointments at once');
    const sheet = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export: Conflicts' }).click();
    await page.getByRole('menuitem', { name: 'Excel (.xlsx)' }).click();
    expect((await sheet).suggestedFilename()).toMatch(/^Conflicts-\d{4}-\d{2}-\d{2}\.xlsx$/);
    await accepted.getByRole('button', { name: 'Withdraw' }).click();
    await page.getByRole('tab', { name: /^Conflicts 2/ }).waitFor();

    const german = await planning.board(WEEK, await planning.person('planner', { Language: 'de' }));
    const late = german.page.locator('.ob-bar', { hasText: 'Late' });
    await until(async () => {
      const label = await late.getAttribute('aria-label');
      return label?.includes('Ben arbeitet während 1 h von Astoria – Late nicht.') ?? false;
    }, 'the German label of the bar');
    const box = await boxOf(late);
    await german.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await until(async () => (await late.getAttribute('title'))?.includes('⚠ Ben arbeitet') ?? false, 'the tooltip');
  });
});
