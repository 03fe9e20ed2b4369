import { expect, test } from 'vitest';
import { until } from '../process/process.ts';
import { seriousFindings } from './accessible.ts';
import { describeInBrowser } from './browser.ts';
import { Pages } from './pages.ts';

describeInBrowser('the first minute', () => {
  const pages = new Pages();
  const admin = () => pages.person('admin', { Roles: 'admin' });

  test('a new tenant welcomes its administrator, who loads the demo and sees a filled board', async () => {
    const { page, problems } = await pages.open('/app/', await admin());
    await page.getByRole('heading', { name: 'Welcome to Openslot' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/app/welcome');
    await page.getByText('Waiting for the first import…').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Load demo data' }).click();
    await page.getByRole('status').filter({ hasText: 'Loading demo data' }).waitFor();
    // The page shows it when the button is pressed; the job exists a moment later.
    await until(async () => (await pages.erp.client.get('/jobs?kind=demo')).body.length === 1, 'the job');
    await pages.service.work();
    await page.getByText('Karen Renard').waitFor();
    expect(new URL(page.url()).pathname).toBe('/app/planning');
    await page.getByRole('tab', { name: /Open tasks [1-9]/ }).waitFor();

    // From now on the application begins at the plan, and the welcome page takes the demo away again.
    await page.goto(`${pages.service.baseUrl}/app/`);
    await page.getByText('Karen Renard').waitFor();
    await page.getByRole('link', { name: 'Getting started' }).click();
    await page.getByRole('link', { name: 'Welcome page' }).click();
    await page.getByRole('button', { name: 'Remove demo data' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove demo data' }).click();
    await until(async () => (await pages.erp.client.get('/jobs?kind=demo')).body.length === 2, 'the job');
    await pages.service.work();
    await page.getByRole('button', { name: 'Load demo data' }).waitFor();
    expect((await pages.erp.client.get('/job')).body).toEqual([]);
    expect(problems).toEqual([]);
  }, 180_000);

  test('a key made on the page, in the very line that it shows, brings the first order and turns the sign', async () => {
    const { page, problems } = await pages.open('/app/welcome', await admin());
    await page.getByRole('button', { name: 'Create API key' }).click();
    const key = (await page.getByRole('region', { name: 'API key' }).textContent()) ?? '';
    expect(key).toMatch(/^os_/);
    for (const [tab, sign] of [
      ['JavaScript', 'fetch('],
      ['C#', 'PostAsync('],
      ['Python', 'urlopen('],
      ['curl', 'curl -s'],
    ] as const) {
      await page.getByRole('tab', { name: tab }).click();
      const text = await page.getByRole('region', { name: tab }).textContent();
      expect(text).toContain(key);
      expect(text).toContain(`${pages.service.baseUrl}/import`);
      expect(text).toContain(sign);
    }
    await page.getByText('Waiting for the first import…').waitFor();
    const line = (await page.getByRole('region', { name: 'curl' }).textContent()) ?? '';
    const address = /curl -s (\S+)/.exec(line)?.[1] ?? '';
    const headers = Object.fromEntries(
      [...line.matchAll(/-H '([^:]+): ([^']+)'/g)].map(([, name, value]) => [name, value]),
    );
    const answer = await fetch(address, { method: 'POST', headers, body: /-d '([\s\S]+)'$/.exec(line)?.[1] ?? '' });
    expect(await answer.json()).toMatchObject({ success: true, counts: { created: 3 } });
    const sign = page.getByRole('status').filter({ hasText: /Received at .*3 records/ });
    await sign.waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await sign.getByRole('link', { name: 'Open the planning board' }).click();
    await page.getByText('Replace the seal').waitFor();
    expect(problems).toEqual([]);
  });

  test('a planner is shown whom to ask, and a tenant with records of its own is left alone', async () => {
    const window = await pages.open('/app/', await pages.person());
    await window.page.getByText('An administrator can load demo data.').waitFor();
    await window.page.getByText('Ask an administrator for an API key.').waitFor();
    await window.page.getByText('Waiting for the first import…').waitFor();
    expect((await pages.erp.client.post('/resource', { resourceNo: 'R-1' })).status).toBe(200);
    await window.page.getByText(/Received at .*1 record$/).waitFor();
    await window.page.reload();
    await window.page.getByText('This tenant already has its own records.').waitFor();
    expect(window.problems).toEqual([]);
  });
});
