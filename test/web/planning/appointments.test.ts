import { expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { aCall } from '../../support/service.ts';
import { seriousFindings } from '../accessible.ts';
import { boxOf, describeInBrowser } from '../browser.ts';
import { aPlan } from './planning-plan.ts';
import { bar, DAY, drag, nameOf, Planning, rowsApart } from './planning-window.ts';

const seal = { task: 'Seal', resource: 'ANNA', start: '2026-06-01T09:00', end: '2026-06-01T11:00' };
const KEY = { SourceApp: 'ERP', SourceType: 'SERVICE', JobNo: 'J1' };

interface Stored {
  readonly subject: string;
  readonly jobNo: string | null;
  readonly category: string | null;
  readonly timeMarker: string | null;
  readonly importance: number;
}

describeInBrowser('appointments on the planning board', () => {
  const planning = new Planning();
  const appointments = async (): Promise<Stored[]> =>
    (await planning.erp.client.get('/board?start=2026-06-01&end=2026-06-02')).body.appointments;
  const valuesOf = async (subject: string) =>
    (await appointments())
      .filter((each) => each.subject === subject)
      .map(({ category, timeMarker, importance }) => [category, timeMarker, importance].join());

  test('importance, category and time marker of a task arrive by drag and in the dialog, where they can be changed', async () => {
    await aPlan(planning.erp, [seal]);
    await planning.erp.client.post('/timeMarker', { name: 'Fixed time', color: '#2b8a3e' });
    const tasks = await planning.erp.client.import(
      ['Pump', 'Valve'].map((subject) =>
        aCall('mboc_upsertTask', {
          ...{ ...KEY, TaskNo: subject, ShortDescription: subject, Subject: subject, DurationInSeconds: 3600 },
          ...{ Importance: 1, Category: 'Repair', TimeMarker: 'Fixed time' },
        }),
      ),
    );
    expect(tasks.status, tasks.text).toBe(200);
    const { page, problems } = await planning.board(DAY);
    const line = page.getByRole('row', { name: /Pump/ }).first();
    const target = await boxOf(nameOf(page, 'Ben'));
    const hour = await boxOf(page.locator('.ob-hour', { hasText: /^10$/ }));
    const from = await boxOf(line);
    await page.mouse.move(from.x + 60, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(hour.x + 10, target.y + 20, { steps: 5 });
    await page.mouse.up();
    await expect.poll(() => valuesOf('Pump')).toEqual(['Repair,Fixed time,1']);
    await bar(page, 'Seal').click();
    await page.keyboard.press('Insert');
    const dialog = page.getByRole('dialog', { name: 'New appointment' });
    await dialog.getByRole('combobox', { name: 'Task' }).click();
    await page.getByRole('option', { name: /Valve/ }).click();
    expect(await dialog.getByLabel('Importance').inputValue()).toBe('1');
    expect(await dialog.getByLabel('Category').inputValue()).toBe('Repair');
    expect(await dialog.getByLabel('Time marker').inputValue()).toBe('Fixed time');
    // What the planner removes stays removed.
    await dialog.getByLabel('Time marker').selectOption('');
    await dialog.getByLabel('Importance').selectOption('0');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => valuesOf('Valve')).toEqual(['Repair,,0']);
    expect(problems).toEqual([]);
  });

  test('an absence has a subject and no task, blocks the row, and its history names each change', async () => {
    await aPlan(planning.erp, [seal]);
    const { page, problems } = await planning.board(DAY);
    await bar(page, 'Seal').click();
    await page.keyboard.press('Insert');
    const dialog = page.getByRole('dialog', { name: 'New appointment' });
    await dialog.getByText('No task (absence, meeting, block)').click();
    expect(await dialog.getByRole('combobox', { name: 'Task' }).count()).toBe(0);
    const save = dialog.getByRole('button', { name: 'Save' });
    expect(await save.isDisabled()).toBe(true);
    await dialog.getByRole('textbox', { name: 'Subject' }).fill('Dentist');
    expect(await seriousFindings(page)).toEqual([]);
    await save.click();
    await planning.becomes('Dentist', { resources: ['ANNA'] });
    expect((await appointments()).find(({ subject }) => subject === 'Dentist')?.jobNo).toBeNull();
    await drag(page, bar(page, 'Dentist'), { x: 0, y: await rowsApart(page, 'Anna', 'Ben') });
    await planning.becomes('Dentist', { resources: ['BEN'] });
    await page.keyboard.press('Alt+ArrowRight');
    await bar(page, 'Dentist').dblclick();
    await page.getByRole('tab', { name: 'Details' }).click();
    const history = page.locator('.details-history li');
    // It is read again after each change, and is empty meanwhile.
    const texts = await eventually(async () => {
      const found = await history.allTextContents();
      if (found.length !== 3) throw new Error(`the history has ${found.length} changes`);
      return found;
    });
    expect(texts[0]).toMatch(/Start: Mon,? 1 Jun \d\d:\d\d → Mon,? 1 Jun \d\d:15/);
    expect(texts[1]).toContain('Resource: Anna → Ben');
    expect(texts[2]).toContain('Created');
    expect(texts[2]).toContain('Subject: Dentist');
    expect(texts[2]).toContain('Resource: Anna');
    await page
      .getByRole('button', { name: /Undo this change/ })
      .nth(1)
      .click();
    await planning.becomes('Dentist', { resources: ['ANNA'] });
    await expect.poll(async () => (await history.allTextContents())[0]).toContain('Undone');
    expect(problems).toEqual([]);
  });
});
