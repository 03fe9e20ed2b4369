import type { Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { pages as needs } from '../../web/src/session/page-needs.ts';
import { aJob, aTask, taskKey } from '../records/builders.ts';
import { aCall, type Client } from '../support/service.ts';
import { darkFindings, seriousFindings } from './accessible.ts';
import { describeInBrowser, goTo, typeInto } from './browser.ts';
import { cutControls } from './cut-controls.ts';
import { PermissionTenant } from './permissions-tenant.ts';

const SMALL = { width: 1024, height: 768 };
/** What 200 % of it leaves for the page. */
const ZOOMED = { width: 512, height: 384 };
const DAY = '/app/planning?date=2026-06-10&mode=day';
const bar = (page: Page, subject: string) => page.getByRole('option', { name: subject }).first();
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).first();

async function gone(page: Page, path: string): Promise<void> {
  await goTo(page, path);
  await page.waitForFunction((wanted) => location.pathname.startsWith(wanted), new URL(path, page.url()).pathname);
  await page.locator('main h1').first().waitFor();
  await page.waitForFunction(() => !document.querySelector('main :is([aria-busy=true], .mantine-Loader-root)'));
}

/** The lists of the master data, and one record of each. */
async function recordPaths(client: Client): Promise<string[]> {
  const kinds = { resources: 'resource', jobs: 'job', tasks: 'task', containers: 'container' };
  const records = await Promise.all(
    Object.entries(kinds).map(async ([kind, route]) => `${kind}/${(await client.get(`/${route}?limit=1`)).body[0].id}`),
  );
  return [...Object.keys(kinds), ...records, 'jobs/new'].map((path) => `/master-data/${path}`);
}

/** What opens over or beside the board, how it is opened, and what it shows then. */
const PARTS: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  board: (page) => bar(page, 'Seal').waitFor(),
  search: async (page) => {
    await page.keyboard.press('Control+k');
    await typeInto(page.getByRole('combobox', { name: 'Search' }), 'seal');
    await page.getByRole('group', { name: 'Appointments' }).getByRole('option').first().waitFor();
  },
  shortcuts: async (page) => {
    await button(page, 'Keyboard shortcuts (?)').click();
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  },
  'columns of resources': async (page) => {
    await button(page, 'Columns: Resources').click();
    await page.getByRole('checkbox', { name: 'Team' }).waitFor();
  },
  'filter of the board': async (page) => {
    await button(page, 'Filter').click();
    await button(page, 'Add condition').click();
    await page.getByLabel('Field').first().waitFor();
  },
  'columns of open tasks': async (page) => {
    await button(page, 'Columns: Open tasks').click();
    await page.getByRole('checkbox', { name: 'City' }).waitFor();
  },
  'filter of open tasks': async (page) => {
    await button(page, 'Filter: Open tasks').click();
    await button(page, 'Add condition').click();
    await page.getByLabel('Field').first().waitFor();
  },
  'export of open tasks': async (page) => {
    await button(page, 'Export: Open tasks').click();
    await page.getByRole('menuitem', { name: 'CSV' }).waitFor();
  },
  'export of the board': async (page) => {
    await button(page, 'Export: Planning').click();
    await page.getByRole('menuitem', { name: 'CSV' }).waitFor();
  },
  'saved views': async (page) => {
    await button(page, 'Saved views').click();
    await button(page, 'Our week').waitFor();
  },
  'view options': async (page) => {
    await button(page, 'View options').click();
    await page.getByRole('menuitem', { name: /Bar labels/ }).waitFor();
  },
  'bar labels': async (page) => {
    await button(page, 'View options').click();
    await page.getByRole('menuitem', { name: /Bar labels/ }).click();
    await page.getByRole('dialog', { name: 'Bar labels' }).getByRole('textbox', { name: 'Line 1' }).waitFor();
  },
  print: async (page) => {
    await button(page, 'Print').click();
    await page.getByRole('radio', { name: 'A page per resource' }).waitFor();
  },
  'menu of a bar': async (page) => {
    await bar(page, 'Seal').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Show this day' }).waitFor();
  },
  'appointment dialog': async (page) => {
    await bar(page, 'Seal').click();
    await page.keyboard.press('F2');
    await page.getByRole('dialog', { name: 'Edit appointment' }).getByRole('button', { name: 'Save' }).waitFor();
  },
  'job card on hover': async (page) => {
    await page.mouse.move(5, 5);
    await bar(page, 'Seal').hover();
    await page.locator('.hover-card').getByText('Astoria').waitFor();
  },
  'planned tasks': async (page) => {
    await page.getByRole('tab', { name: /^Planned tasks/ }).click();
    await button(page, 'Select all').waitFor();
  },
  'details with job card and history': async (page) => {
    await bar(page, 'Seal').dblclick();
    await page.locator('.details-history li').first().waitFor();
    await page.locator('.dock').getByText('Astoria').waitFor();
  },
  'fixes of a conflict': async (page) => {
    await page.getByRole('tab', { name: /^Conflicts/ }).click();
    await page.locator('.conflict').first().waitFor();
    await page.locator('.conflict').getByRole('button', { name: /^Fix/ }).first().click();
    await page.getByRole('menuitem').first().waitFor();
    await page.locator('[role=menu] .mantine-Loader-root').waitFor({ state: 'detached' });
  },
  'accepting a conflict': async (page) => {
    await page
      .locator('.conflict')
      .getByRole('button', { name: /^Accept/ })
      .first()
      .click();
    await page.getByRole('dialog', { name: 'Accept conflict' }).waitFor();
  },
  notifications: (page) => page.getByRole('tab', { name: /^Notifications/ }).click(),
  'map beside the board': async (page) => {
    await page.getByRole('tab', { name: /^Map/ }).click();
    await page.locator('.dock-map .leaflet-container').waitFor();
  },
  'toast of a change': async (page) => {
    await page.getByRole('tab', { name: /^Open tasks/ }).click();
    await bar(page, 'Seal').click();
    await page.keyboard.press('Alt+ArrowRight');
    await page.locator('.undo-toast').waitFor();
  },
};

describeInBrowser('every page', () => {
  const pages = new PermissionTenant();

  let filling: Promise<void> | undefined;
  const filled = (): Promise<void> => {
    filling ??= fill();
    return filling;
  };

  async function fill(): Promise<void> {
    await pages.fill();
    const at = (job: string, lat: number) =>
      aJob(job, { SiteAddressGeoLat: lat, SiteAddressGeoLong: 4.4, CustomerName: 'Astoria' });
    const planned = (task: string, start: string, end: string) =>
      aCall('mboc_upsertAppointment', { ...taskKey('J2', task), ResourceNo: 'ANNA', Start: start, End: end });
    const { status, text } = await pages.erp.client.import([
      aJob('J1', { CustomerName: 'Astoria', SiteCity: 'Gent' }),
      at('J2', 51),
      ...['A', 'B', 'C'].map((no) => aTask('J2', no, { Subject: `Check ${no}`, RequiredTotalDurationInSeconds: 7200 })),
      planned('A', '2026-06-11T09:00', '2026-06-11T10:00'),
      planned('B', '2026-06-11T11:30', '2026-06-11T12:30'),
      // At the same time as another one: a conflict with fixes.
      planned('C', '2026-06-11T12:00', '2026-06-11T13:00'),
    ]);
    expect(status, text).toBe(200);
  }

  /** What is wrong with what is on the screen. */
  async function wrongWith(page: Page): Promise<string[]> {
    const isSmall = page.viewportSize()?.width === SMALL.width;
    const findings = isSmall ? [...(await seriousFindings(page)), ...(await darkFindings(page))] : [];
    return [...findings, ...(await cutControls(page)).map((each) => `${isSmall ? '1024 px' : '200 %'}: ${each}`)];
  }

  test('has a title and a skip link, no serious finding of axe in light and dark colours, and no cut control at 1024 px and at 200 %', async () => {
    await filled();
    const page = await pages.windowWithout([]);
    await page.setViewportSize(SMALL);
    await gone(page, DAY);
    const [name = '', , run = ''] = pages.placeOf('optimization.apply').split(' ');
    const paths = [
      ...Object.values(needs).map(({ path }) => path),
      ...['/account', '/getting-started', `/${name}/${run}`],
      ...(await recordPaths(pages.erp.client)),
    ];
    const wrong: Record<string, readonly string[]> = {};
    const titles: string[] = [];
    for (const path of paths) {
      await page.setViewportSize(SMALL);
      await gone(page, `/app${path}`);
      titles.push(await page.title());
      const found = await wrongWith(page);
      await page.setViewportSize(ZOOMED);
      found.push(...(await wrongWith(page)));
      if (found.length > 0) wrong[path] = found;
    }
    expect(wrong).toEqual({});
    for (const [i, title] of titles.entries())
      expect(title, paths[i]).toMatch(new RegExp(`^\\S.* · ${pages.erp.tenant.name} · Openslot$`));
    expect(new Set(titles).size).toBeGreaterThan(paths.length - 4);

    // The first stop of the Tab key leads past the navigation, on every page of the frame.
    await page.reload();
    await page.locator('main h1').first().waitFor();
    await page.keyboard.press('Tab');
    const skip = button(page, 'Skip to the content');
    expect(await skip.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await skip.evaluate((element) => element.getBoundingClientRect().width)).toBeGreaterThan(50);
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN');
  });

  test('what opens on the planning page has no serious finding in light and dark colours and no cut control', async () => {
    await filled();
    const page = await pages.windowWithout([]);
    const wrong: Record<string, readonly string[]> = {};
    for (const size of [SMALL, ZOOMED]) {
      await page.setViewportSize(size);
      await gone(page, DAY);
      for (const [part, open] of Object.entries(PARTS)) {
        const found = await open(page).then(
          () => wrongWith(page),
          (error: Error) => [error.message],
        );
        if (found.length > 0) wrong[`${part} ${size.width}`] = found;
        await page.keyboard.press('Escape');
      }
      // A toast covers what is opened next in so small a window.
      await page.locator('.mantine-Notification-closeButton').first().click();
    }
    expect(wrong).toEqual({});
  });
});
