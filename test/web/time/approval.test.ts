import { expect, test } from 'vitest';
import { until } from '../../process/process.ts';
import { seriousFindings } from '../accessible.ts';
import { describeInBrowser, typeInto } from '../browser.ts';
import { aFieldWeek, card, dayIn, Field, PHONE } from './timesheet-week.ts';

const TEAM = `/app/timesheets/team?date=${dayIn(0)}`;

describeInBrowser('approval by team leads', () => {
  const field = new Field();
  const approveHere = async (): Promise<void> => {
    await aFieldWeek(field.erp);
    const answer = await field.erp.client.put('/timeEntry/settings', { timeApproval: 'teamLead' });
    expect(answer.status, answer.text).toBe(200);
  };
  const aLead = (name: string, more: Record<string, unknown> = {}): Promise<string> =>
    field.person(name, { Roles: 'teamLead', ...more });
  const statuses = async (): Promise<number[]> =>
    (await field.stored('timeEntry')).map(({ status }: { status: number }) => status).sort();

  test('a worker submits, the lead rejects with a reason, the worker corrects, the lead approves in bulk', async () => {
    await approveHere();
    await field.entry({ Date: dayIn(0), DurationInSeconds: 2 * 3600 });
    await field.entry({ Date: dayIn(-1), DurationInSeconds: 3600, Status: 1 });
    const worker = await field.open('/app/timesheets', await field.worker(), await field.window({ size: PHONE }));
    await worker.page.getByRole('button', { name: /^Submit: / }).click();
    await until(async () => (await statuses()).join() === '2,2', 'the service to take both in');

    const lead = await field.open(TEAM, await aLead('lead'));
    const { page } = lead;
    await page.getByText('Entries to approve (2)').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: /^Reject \(1\): Anna, .*2:00/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Reject 1 entry' });
    const confirm = dialog.getByRole('button', { name: 'Reject (1)' });
    expect(await confirm.isDisabled()).toBe(true);
    await typeInto(dialog.getByRole('textbox'), 'Which pump?');
    expect(await seriousFindings(page)).toEqual([]);
    await confirm.click();
    await page.getByText('Entries to approve (1)').waitFor();
    expect(await statuses()).toEqual([2, 5]);

    await worker.page.reload();
    await card(worker.page, 'Entries').getByText('Needs attention').click();
    await worker.page.getByText('Which pump?').waitFor();
    await worker.page
      .getByText(/ missing$/)
      .first()
      .waitFor();
    expect(await seriousFindings(worker.page)).toEqual([]);
    await worker.page.getByRole('button', { name: /^Edit: / }).click();
    const form = worker.page.getByRole('dialog');
    await form.getByRole('textbox', { name: 'Description' }).fill('North pump');
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await worker.page.getByText('North pump').waitFor();
    await worker.page.getByRole('button', { name: /^Send again: / }).click();
    await until(async () => (await statuses()).join() === '2,2', 'the corrected entry to be taken in');

    // By keyboard: select all, then A.
    await page.reload();
    await page.getByText('Entries to approve (2)').waitFor();
    await page.getByRole('checkbox', { name: 'Select all' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Approve (1)', exact: true }).waitFor();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Approve (2)', exact: true }).waitFor();
    await page.keyboard.press('a');
    await page.getByText('2 entries approved').waitFor();
    await page.getByText('No entries wait for approval.').waitFor();
    expect(await statuses()).toEqual([4, 4]);
    expect([...lead.problems, ...worker.problems]).toEqual([]);
  });

  test('of two leads the later one gets a message, and nobody selects their own time', async () => {
    await approveHere();
    await field.entry({ Date: dayIn(0), Status: 1 });
    await field.entry({ Date: dayIn(0), Status: 1, ResourceNo: 'BEN' });
    const first = await field.open(TEAM, await aLead('first', { ResourceNo: 'BEN' }));
    const second = await field.open(TEAM, await aLead('second'));
    await first.page.getByText('your own time').waitFor();
    expect(await first.page.getByRole('checkbox', { name: /^Ben, / }).isDisabled()).toBe(true);
    await second.page.getByRole('checkbox', { name: /^Anna, / }).check();
    await first.page.getByRole('button', { name: /^Approve \(1\): Anna, / }).click();
    await first.page.getByText('1 entry approved').waitFor();
    await second.page.getByRole('button', { name: 'Reject (1)', exact: true }).click();
    await typeInto(second.page.getByRole('dialog').getByRole('textbox'), 'No');
    await second.page.getByRole('dialog').getByRole('button', { name: 'Reject (1)' }).click();
    await second.page.getByText(/Nothing was decided: 1 of 1 time entries changed/).waitFor();
    await second.page.getByText('Entries to approve (1)').waitFor();
    expect(await statuses()).toEqual([4]);
  });

  test('the filter "Needs attention" finds missing hours and entries to correct, and settings choose who approves', async () => {
    await aFieldWeek(field.erp);
    const id = await field.entry({ Date: dayIn(0), Status: 1, ResourceNo: 'BEN' });
    for (const status of [2, 5])
      await field.erp.client.put('/timeEntry', { timeEntryId: id, status, message: 'Which pump?' });
    const { page } = await field.open(TEAM, await field.person('admin', { Roles: 'admin' }));
    await page.getByRole('checkbox', { name: 'Needs attention' }).check();
    await page.getByText('1 entry needs attention').waitFor();
    expect(await page.getByText(/Entries to approve/).count()).toBe(0);
    await page.goto(new URL('/app/administration/modules', page.url()).href);
    await page.getByRole('radio', { name: 'Team leads, here' }).click();
    await page.getByText('Saved').first().waitFor();
    expect((await field.erp.client.get('/timeEntry/settings')).body.timeApproval).toBe('teamLead');
    expect(await seriousFindings(page)).toEqual([]);
  });
});
