import { expect, test } from 'vitest';
import { until } from '../../process/process.ts';
import { seriousFindings } from '../accessible.ts';
import { describeInBrowser, goTo } from '../browser.ts';
import { aFieldWeek, card, dayIn, Field, PHONE } from './timesheet-week.ts';

describeInBrowser('the timesheet of a field worker', () => {
  const field = new Field();

  test('on a phone: start, stop, claim what was ticked, submit', async () => {
    await aFieldWeek(field.erp);
    const day = dayIn(-1);
    await field.session('T-1', `${day}T08:00`, `${day}T10:10`);
    await field.session('T-2', `${day}T10:10`, `${day}T10:40`, { Type: 1 });
    await field.session('T-1', `${day}T10:40`, `${day}T12:05`, { ExternalId: 'phone-7' });
    await field.session('T-2', `${day}T13:00`, `${day}T14:00`);
    const window = await field.open('/app/timesheets', await field.worker(), await field.window({ size: PHONE }));
    const { page, problems } = window;
    await page.getByRole('heading', { name: 'Timesheets' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/app/timesheets');

    await page.getByRole('button', { name: 'Work', exact: true }).click();
    await page.getByRole('timer').waitFor();
    expect(await card(page, 'Timer').textContent()).toContain('J-1 · Replace the seal');
    const before = await page.getByRole('timer').textContent();
    await until(async () => (await page.getByRole('timer').textContent()) !== before, 'the clock to tick');
    await page.getByRole('button', { name: 'Travel', exact: true }).click();
    await card(page, 'Running timer').getByText('Travel').waitFor();
    await card(page, 'Running timer').getByRole('button', { name: 'Stop' }).click();
    await page.getByText('The timer is not running.').waitFor();
    await until(async () => (await field.stored('timeSession'))[5]?.stopRecorded, 'both sessions to be stored');
    expect((await field.stored('timeSession')).slice(-2)).toMatchObject([
      { type: 0, stoppedAt: expect.any(String), resourceNo: 'ANNA' },
      { type: 1, stopRecorded: true },
    ]);

    await goTo(page, `/app/timesheets?date=${day}`);
    const sessions = card(page, 'Sessions');
    expect(await sessions.getByRole('checkbox', { name: 'Claim Travel 10:10–10:40' }).isDisabled()).toBe(true);
    await sessions.getByRole('button', { name: 'Claim 4:35 into 2 entries' }).waitFor();
    await sessions.getByRole('checkbox', { name: 'Claim Work 13:00–14:00' }).uncheck();
    expect(await seriousFindings(page)).toEqual([]);
    await sessions.getByRole('button', { name: 'Claim 3:35 into 1 entry' }).click();
    await until(async () => (await sessions.getByRole('img', { name: 'in an entry' }).count()) === 2, 'two locks');
    const entries = card(page, 'Entries');
    await entries.getByText('Draft').waitFor();
    await entries.getByRole('button', { name: /^Submit/ }).click();
    await entries.getByText('Submitting').waitFor();
    await until(async () => (await field.stored('timeEntry'))[0]?.status === 1, 'the entry to be released');
    expect(await field.stored('timeEntry')).toMatchObject([{ date: day, durationInSeconds: 12_900 }]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    expect(problems).toEqual([]);
  });

  test('is not there for a viewer, in the rail or at its address', async () => {
    const viewer = await field.person('viewer', { Roles: 'viewer' });
    const { page, problems } = await field.open('/app/timesheets', viewer);
    await page.getByRole('link', { name: 'Planning', exact: true }).waitFor();
    // The start page: the plan, or the welcome page while there is nothing to plan.
    await until(async () => /^\/app\/(?:planning|welcome)$/.test(new URL(page.url()).pathname), 'the start page');
    expect(await page.getByRole('link', { name: 'Timesheets' }).count()).toBe(0);
    expect(problems).toEqual([]);
  });

  test('each status reads as it should, with its message, and offers its moves and no others', async () => {
    await aFieldWeek(field.erp);
    const roads: Record<string, readonly number[]> = {
      Draft: [],
      Submitting: [1],
      'In back office': [1, 2],
      'Not sent': [1, 3],
      Approved: [1, 2, 4],
      Rejected: [1, 2, 5],
    };
    for (const [name, road] of Object.entries(roads)) {
      const timeEntryId = await field.entry({ Description: `is ${name}` });
      for (const status of road)
        await field.erp.client.put('/timeEntry', {
          timeEntryId,
          status,
          ...(status === 3 || status === 5 ? { message: `because of ${name}` } : {}),
        });
    }
    const { page } = await field.open('/app/timesheets', await field.worker());
    const entries = card(page, 'Entries');
    const offered = async (name: string) => {
      const line = entries.getByRole('listitem').filter({ hasText: `is ${name}` });
      await line.getByText(name, { exact: true }).waitFor();
      return (await line.getByRole('button').all()).length === 0
        ? []
        : (await line.getByRole('button').allTextContents()).toSorted();
    };
    expect(await offered('Draft')).toEqual(['Delete', 'Edit', 'Submit']);
    expect(await offered('Submitting')).toEqual([]);
    expect(await offered('In back office')).toEqual([]);
    expect(await offered('Not sent')).toEqual(['Back to draft', 'Delete', 'Edit', 'Send again']);
    expect(await offered('Approved')).toEqual([]);
    expect(await offered('Rejected')).toEqual(['Back to draft', 'Edit', 'Send again']);
    await entries.getByText('because of Rejected').waitFor();
    expect(await page.locator('dt').getByText('Needs attention').locator('..').textContent()).toContain('2');
    expect(await page.getByText('Week total').locator('..').textContent()).toContain('6:00');
  });

  test('an entry is added by hand, changed and deleted; what is refused says why and can be corrected', async () => {
    await aFieldWeek(field.erp);
    const window = await field.open('/app/timesheets', await field.worker());
    const { page, problems } = window;
    await page.getByRole('button', { name: 'Add entry' }).click();
    const form = page.getByRole('dialog');
    await form.getByRole('textbox', { name: 'Duration' }).fill('soon');
    await form.getByRole('button', { name: 'Save draft' }).click();
    await form.getByText('Enter a duration such as 3:35').waitFor();
    await form.getByRole('textbox', { name: 'Duration' }).fill('20:00');
    await form.getByRole('combobox', { name: 'Job and task' }).fill('valves');
    await page.getByRole('option', { name: 'Check the valves' }).click();
    await form.getByRole('button', { name: 'Save draft' }).click();
    const entries = card(page, 'Entries');
    await entries.getByText('20:00').waitFor();
    await until(async () => (await field.stored('timeEntry')).length === 1, 'the entry to be stored');
    await entries.getByRole('button', { name: /^Edit/ }).click();
    await form.getByRole('textbox', { name: 'Duration' }).fill('4:00');
    await form.getByRole('button', { name: 'Save' }).click();
    await entries.getByText('4:00', { exact: true }).waitFor();
    await until(async () => (await field.stored('timeEntry'))[0].durationInSeconds === 14_400, 'the change');

    await page.getByRole('button', { name: 'Add entry' }).click();
    await form.getByRole('textbox', { name: 'Duration' }).fill('21:00');
    await form.getByRole('button', { name: 'Save and submit' }).click();
    const refused = card(page, 'Refused (1)');
    expect(await refused.getByRole('alert').textContent()).toMatch(/24:00/);
    await refused.getByRole('button', { name: /^Correct/ }).click();
    await form.getByRole('textbox', { name: 'Duration' }).fill('2:00');
    await form.getByRole('button', { name: 'Save and submit' }).click();
    await refused.waitFor({ state: 'detached' });
    await until(async () => (await field.stored('timeEntry')).length === 2, 'the corrected entry');

    await entries.getByRole('button', { name: /^Delete/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await until(async () => (await field.stored('timeEntry')).length === 1, 'the entry to be gone');
    expect(problems).toEqual([]);
  });

  test('texts of an ERP are shown as texts, however long or odd, on a phone too', async () => {
    const hostile = '<img src=x onerror=hacked=1> \u202Eלהפוך 🛠️';
    await aFieldWeek(field.erp, { task: hostile, job: hostile });
    const timeEntryId = await field.entry({ Status: 1, Description: `${hostile}${'y'.repeat(10_000)}` });
    await field.erp.client.put('/timeEntry', { timeEntryId, status: 3, message: `${hostile}${'z'.repeat(400)}` });
    const window = await field.open('/app/timesheets', await field.worker(), await field.window({ size: PHONE }));
    const { page, problems } = window;
    await page.getByRole('button', { name: 'Waiting', exact: true }).click();
    await page.getByRole('timer').waitFor();
    await card(page, 'Entries').getByText('<img src=x onerror').first().waitFor();
    expect(await page.evaluate(() => [document.documentElement.scrollWidth <= innerWidth, 'hacked' in window])).toEqual(
      [true, false],
    );
    expect(await seriousFindings(page)).toEqual([]);
    expect(problems).toEqual([]);
  });
});
