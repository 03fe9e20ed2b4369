import { afterAll, expect, test, vi } from 'vitest';
import { beat } from '../../../src/features/status/heartbeat.ts';
import { Node } from '../../../src/features/status/node.ts';
import { noBackups } from '../../../src/platform/postgres/backup/index.ts';
import { darkFindings, seriousFindings } from '../accessible.ts';
import { describeInBrowser } from '../browser.ts';
import { OneWindow } from '../one-window.ts';

describeInBrowser('the status page', () => {
  const pages = new OneWindow({ user: { Roles: 'admin', DisplayName: 'Ada' } });
  const node = (roles: readonly string[], version = '1.2.3') => new Node({ version, roles, dataDir: '/' });
  const forget = () => pages.service.deps.db.query('delete from node_heartbeat');
  afterAll(forget);

  test('shows what is wrong and what to do, then that all is good when it is, without a reload', async () => {
    const { deps } = pages.service;
    const [api, old] = [node(['api']), node(['api'], '1.1.0')];
    for (const each of [api, old]) await beat(deps, each);
    api.note({
      at: Date.now(),
      tenantId: pages.erp.tenant.id,
      method: 'GET',
      route: '/job',
      status: 500,
      requestId: 'request-7',
    });
    api.note({ at: Date.now(), tenantId: 0, method: 'GET', route: '/task', status: 500, requestId: 'request-8' });
    await beat(deps, api);
    const { page, problems } = await pages.visit('/app/administration/status');
    const attention = page.getByRole('region', { name: 'What needs attention' });
    await attention.getByText('No process does background work').waitFor();
    expect(await attention.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringMatching(/Critical[\s\S]*No process does background work[\s\S]*Start a process with ROLES=worker/),
      expect.stringMatching(/Warning[\s\S]*Processes of different versions are running: 1\.1\.0, 1\.2\.3/),
      expect.stringMatching(/Warning[\s\S]*Requests of your tenant failed within the last hour/),
    ]);
    const processes = page.getByRole('region', { name: 'Processes', exact: true }).first();
    expect(await processes.getByRole('row').count()).toBe(3);
    const failed = page.getByRole('region', { name: 'Last failed requests of your tenant' }).first();
    expect(await failed.innerText()).toContain('GET /job');
    expect(await failed.innerText()).toContain('request-7');
    expect(await page.locator('main').innerText()).not.toContain('request-8');
    expect(await page.getByRole('region', { name: 'Database' }).innerText()).toMatch(/Writable[\s\S]*PostgreSQL \d+/);
    expect(await seriousFindings(page)).toEqual([]);
    expect(await darkFindings(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);

    await forget();
    const worker = node(['api', 'worker']);
    // Again and again, as a process does: one that reported once and then no more is gone, and one report may come from a busy moment.
    await expect
      .poll(
        async () => {
          await beat(deps, worker);
          return page.getByText('Nothing needs attention.').count();
        },
        { interval: 1000 },
      )
      .toBe(1);
    await expect.poll(() => processes.getByRole('row').count()).toBe(2);
    expect(await seriousFindings(page)).toEqual([]);
    expect(problems).toEqual([]);
  });

  test('says that no backups are made where they are switched off, and not that all is good', async () => {
    const { deps } = pages.service;
    const off = vi.spyOn(deps.backups, 'status').mockImplementation(noBackups('off').status);
    try {
      const worker = node(['api', 'worker']);
      const { page, problems } = await pages.visit('/app/administration/status');
      const entries = page.getByRole('region', { name: 'What needs attention' }).getByRole('listitem');
      // As above: a process reports again and again, so that nothing else needs attention.
      await expect
        .poll(
          async () => {
            await beat(deps, worker);
            return entries.allInnerTexts();
          },
          { interval: 1000 },
        )
        .toEqual([expect.stringMatching(/^Notice\s+No backups are made\s+If a disk fails[\s\S]*Set BACKUP_FOLDER/)]);
      expect(await page.getByText('All good').count()).toBe(0);
      expect([...(await seriousFindings(page)), ...(await darkFindings(page))]).toEqual([]);
      expect(problems).toEqual([]);
    } finally {
      off.mockRestore();
    }
  });

  test.each([
    ['nl', 'Wat aandacht vraagt', 'Geen enkel proces doet achtergrondwerk'],
    ['de', 'Was Aufmerksamkeit braucht', 'Kein Prozess erledigt Hintergrundarbeit'],
    ['fr', 'Points à traiter', 'Aucun processus ne fait le travail en arrière-plan'],
  ])('is written in %s', async (language, title, problem) => {
    await forget();
    const { page } = await pages.visit('/app/administration/status');
    const session = (body: object) =>
      page.evaluate(
        (sent) =>
          fetch('/session', { method: 'PUT', headers: { 'content-type': 'application/json' }, body: sent }).then(
            ({ status }) => status,
          ),
        JSON.stringify(body),
      );
    expect(await session({ language })).toBe(200);
    try {
      await page.reload();
      await page.getByRole('region', { name: title }).getByText(problem).waitFor();
      expect(await seriousFindings(page)).toEqual([]);
    } finally {
      await session({ language: 'en' });
      await page.reload();
    }
  });
});
