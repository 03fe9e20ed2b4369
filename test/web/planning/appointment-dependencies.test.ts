import { expect, test } from 'vitest';
import { until } from '../../process/process.ts';
import { seriousFindings } from '../accessible.ts';
import { describeInBrowser } from '../browser.ts';
import { aPlan } from './planning-plan.ts';
import { bar, DAY, Planning } from './planning-window.ts';

const bars = [
  { task: 'Seal', resource: 'ANNA', start: '2026-06-01T09:00', end: '2026-06-01T10:00' },
  { task: 'Paint', resource: 'BEN', start: '2026-06-01T12:00', end: '2026-06-01T13:00' },
];

describeInBrowser('dependencies in the appointment dialog', () => {
  const planning = new Planning();

  test('are added and removed with the rest of the appointment, and undone with it', async () => {
    await aPlan(planning.erp, bars);
    const { page, problems } = await planning.board(DAY);
    const stored = async (): Promise<Record<string, unknown>[]> =>
      (await planning.erp.client.get('/appointmentDependency')).body;
    const open = async () => {
      await bar(page, 'Paint').click();
      await page.keyboard.press('F2');
      const dialog = page.getByRole('dialog', { name: 'Edit appointment' });
      return { dialog, part: dialog.locator('.appointment-links') };
    };
    const first = await open();
    await first.part.getByRole('button', { name: 'Add dependency' }).click();
    await first.part.getByRole('combobox', { name: 'Other appointment' }).click();
    await page.locator('[data-combobox-option]', { hasText: 'Seal' }).click();
    await first.part.getByLabel('Lag', { exact: true }).fill('0:30');
    expect(await seriousFindings(page)).toEqual([]);
    await first.part.getByRole('button', { name: 'Add', exact: true }).click();
    await first.part.getByText('Starts after the other ends · Lag 0:30').waitFor();
    expect(await stored()).toEqual([]);
    await first.dialog.getByRole('button', { name: 'Save' }).click();
    await until(async () => (await stored()).length === 1, 'the dependency to be stored');
    expect(await stored()).toMatchObject([{ type: 0, lagInSeconds: 1800, maxLagInSeconds: null }]);
    await page.keyboard.press('Control+z');
    await until(async () => (await stored()).length === 0, 'it to be gone');
    await page.getByRole('alert').filter({ hasText: 'Undone' }).waitFor();
    await page.keyboard.press('Control+y');
    await until(async () => (await stored()).length === 1, 'it to be back');

    const second = await open();
    await second.part.getByRole('button', { name: /^Edit dependency on Seal/ }).click();
    await second.part.getByLabel('Dependency', { exact: true }).selectOption({ label: 'Ends together with the other' });
    expect(await second.dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await second.part.getByRole('button', { name: 'Apply' }).click();
    await second.dialog.getByRole('button', { name: 'Save' }).click();
    await until(async () => (await stored())[0]?.['type'] === 2, 'it to be changed');
    const third = await open();
    await third.part.getByRole('button', { name: /^Remove dependency on Seal/ }).click();
    await third.dialog.getByRole('button', { name: 'Save' }).click();
    await until(async () => (await stored()).length === 0, 'it to be removed');
    expect(problems).toEqual([]);
  });
});
