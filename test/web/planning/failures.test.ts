import { expect, test } from 'vitest';
import { describeInBrowser } from '../browser.ts';
import { aPlan } from './planning-plan.ts';
import { bar, DAY, drag, Planning, rowsApart } from './planning-window.ts';

const ONE = [{ task: 'Seal', resource: 'ANNA', start: '2026-06-01T09:00', end: '2026-06-01T10:00' }];
/** What a dispatcher must never read. */
const TECHNICAL = /HTTP \d|TypeError|Failed to fetch|undefined|\[object/;

describeInBrowser('failures on the planning board', () => {
  const planning = new Planning();

  test('a move without connection says so, is tried again, and has its effect once', async () => {
    await aPlan(planning.erp, ONE);
    const { page } = await planning.board(DAY);
    const keys: string[] = [];
    await page.route(/\/appointment$/, async (route) => {
      keys.push(route.request().headers()['idempotency-key'] ?? '');
      // The second request arrives, but its response is lost.
      if (keys.length === 2) await route.fetch();
      if (keys.length < 3) await route.abort('connectionfailed');
      else await route.continue();
    });
    await drag(page, bar(page, 'Seal'), { x: 0, y: await rowsApart(page, 'Anna', 'Ben') });
    const notice = page.getByText('Could not move the appointment: no connection. Trying again …');
    await notice.waitFor();
    await planning.becomes('Seal', { resources: ['BEN'] });
    await notice.waitFor({ state: 'detached' });
    await page.getByText('Moved').first().waitFor();
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[\w-]{36}$/);
    const { changes } = (await planning.erp.client.get('/changes?entity=Assignment')).body;
    expect(
      changes.filter(({ after }: { after: { resourceNo?: string } | null }) => after?.resourceNo === 'BEN'),
    ).toHaveLength(1);
    expect(await page.locator('body').innerText()).not.toMatch(TECHNICAL);
  });

  test('a fault is described without technical terms, with the request id to quote', async () => {
    await aPlan(planning.erp, ONE);
    const { page } = await planning.board(DAY);
    const failure = { Code: 'SYS001', Description: 'Internal error.', requestId: 'R-17', status: 500 };
    await page.route(/\/appointment$/, (route) => route.fulfill({ status: 500, json: failure }));
    await drag(page, bar(page, 'Seal'), { x: 0, y: await rowsApart(page, 'Anna', 'Ben') });
    const alert = page.getByRole('alert').filter({ hasText: 'Could not move the appointment' });
    await alert.waitFor();
    expect(await alert.innerText()).toContain('Request ID: R-17');
    // A gateway that answers with a page of its own.
    await page.route(/\/appointment$/, (route) => route.fulfill({ status: 500, body: '<h1>Bad gateway</h1>' }));
    await drag(page, bar(page, 'Seal'), { x: 0, y: await rowsApart(page, 'Anna', 'Ben') });
    await page.getByRole('alert').filter({ hasText: 'The service could not complete the request.' }).last().waitFor();
    expect(await page.locator('body').innerText()).not.toMatch(TECHNICAL);
  });

  test('refusals of the service are in the language of the user', async () => {
    await aPlan(planning.erp, ONE);
    const key = { SourceApp: 'ERP', SourceType: 'SERVICE', JobNo: 'J1', TaskNo: 'T0' };
    const earliest = { ...key, AppointmentEarliestAllowed: '2026-06-01T08:30' };
    expect((await planning.erp.client.post('/task', earliest)).status).toBe(200);
    const { page } = await planning.board(DAY, await planning.person('german', { Language: 'de' }));
    await bar(page, 'Seal').click();
    for (let i = 0; i < 4; i++) await page.keyboard.press('Alt+ArrowLeft');
    const alert = page.getByRole('alert').filter({ hasText: 'Der Termin konnte nicht verschoben werden' });
    await alert.first().waitFor();
    expect(await alert.first().innerText()).toContain('Die Aufgabe erlaubt keinen Termin vor');
  });
});
