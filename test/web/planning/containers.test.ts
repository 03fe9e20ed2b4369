import { expect, test } from 'vitest';
import { aCall } from '../../support/service.ts';
import { seriousFindings } from '../accessible.ts';
import { boxOf, describeInBrowser } from '../browser.ts';
import { aPlan } from './planning-plan.ts';
import { bar, DAY, Planning } from './planning-window.ts';

describeInBrowser('containers and dependencies on the board', () => {
  const planning = new Planning();

  test('a handle moves all members together with one undo, and lines connect bars that depend on each other', async () => {
    await aPlan(planning.erp, [
      { task: 'Seal', resource: 'ANNA', start: '2026-06-01T09:00', end: '2026-06-01T10:00' },
      { task: 'Paint', resource: 'BEN', start: '2026-06-01T11:00', end: '2026-06-01T12:00' },
      { task: 'Check', resource: 'CARLA', start: '2026-06-01T10:30', end: '2026-06-01T11:30' },
      // A member that this day does not show.
      { task: 'Later', resource: 'CARLA', start: '2026-06-03T10:00', end: '2026-06-03T11:00' },
    ]);
    const { client } = planning.erp;
    const all = (await client.get('/board?start=2026-06-01&end=2026-06-08')).body.appointments as {
      subject: string;
      appointmentNo: string;
    }[];
    const no = (subject: string) => all.find((each) => each.subject === subject)!.appointmentNo;
    const made = await client.import([
      aCall('mboc_upsertContainer', { Name: 'Roof' }),
      ...['Seal', 'Paint', 'Later'].map((subject) =>
        aCall('mboc_upsertAppointmentContainer', { Container: 'Roof', AppointmentNo: no(subject) }),
      ),
      aCall('mboc_upsertAppointmentDependency', { Predecessor: no('Seal'), Successor: no('Paint'), Type: 0 }),
      aCall('mboc_upsertAppointmentDependency', { Predecessor: no('Paint'), Successor: no('Check'), Type: 0 }),
    ]);
    expect(made.status, made.text).toBe(200);

    const { page, problems } = await planning.board(DAY);
    await bar(page, 'Seal').waitFor();
    const handles = page.locator('.ob-handle');
    await expect.poll(() => handles.count()).toBe(2);
    expect(await handles.first().textContent()).toBe('Roof');
    expect(await seriousFindings(page)).toEqual([]);

    // Lines only for what is selected.
    const drawn = (style: string) => page.locator(`.ob-link-${style}`).getAttribute('d');
    expect(await drawn('strong')).toBeFalsy();
    await bar(page, 'Seal').click();
    await expect.poll(() => drawn('strong')).toMatch(/^M[^M]+$/);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'View options' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Show dependencies' }).click();
    await page.keyboard.press('Escape');
    await expect.poll(() => drawn('plain')).toMatch(/^M[^M]+$/);
    expect(await drawn('broken')).toMatch(/^M[^M]+$/);

    await handles.first().click();
    await expect.poll(() => page.locator('.ob-bar[aria-selected=true]').count()).toBe(2);
    const [grip, seal] = [await boxOf(handles.first()), await boxOf(bar(page, 'Seal'))];
    const [x, y] = [grip.x + grip.width / 2, grip.y + 5];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + seal.width / 2, y, { steps: 2 });
    await page.mouse.move(x + seal.width * 2, y, { steps: 2 });
    await expect.poll(() => page.locator('.ob-ghost').count()).toBe(2);
    await page.mouse.up();
    await planning.becomes('Seal', { start: '2026-06-01T11:00:00+02:00', resources: ['ANNA'] });
    await planning.becomes('Paint', { start: '2026-06-01T13:00:00+02:00', resources: ['BEN'] });
    await planning.becomes('Later', { start: '2026-06-03T12:00:00+02:00' });
    await planning.becomes('Check', { start: '2026-06-01T10:30:00+02:00' });
    await page.keyboard.press('Control+z');
    await planning.becomes('Seal', { start: '2026-06-01T09:00:00+02:00' });
    await planning.becomes('Paint', { start: '2026-06-01T11:00:00+02:00' });
    await planning.becomes('Later', { start: '2026-06-03T10:00:00+02:00' });
    expect(problems).toEqual([]);
  });
});
