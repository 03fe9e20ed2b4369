import type { Page } from '@playwright/test';
import { beforeAll, expect, test } from 'vitest';
import { describeService } from '../../tools/openapi.ts';
import { type ControlName, controls, needsOfControl } from '../../web/src/session/controls.ts';
import { type PageName, pages } from '../../web/src/session/page-needs.ts';
import { type Needs, permissions } from '../../web/src/session/permission.ts';
import { boxOf, describeInBrowser } from './browser.ts';
import { PermissionTenant } from './permissions-tenant.ts';

const CONTROLS = Object.keys(controls) as ControlName[];
const PAGES = Object.keys(pages) as PageName[];
/** Permissions whose routes no page calls. */
const WITHOUT_PAGE: readonly string[] = ['publish'];
const OF_EMPTY_TENANT = CONTROLS.filter((name) => controls[name].page === 'welcome');
function groupBy<T>(values: readonly T[], keyOf: (value: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const value of values) groups.set(keyOf(value), [...(groups.get(keyOf(value)) ?? []), value]);
  return groups;
}
const unique = <T>(values: readonly T[]): T[] => [...new Set(values)];
/** Sets of permissions of which one is enough, each as a text. */
const groupsOf = (needs: Needs): string[] => needs.map((each) => [each].flat().join());
const GROUPS = unique([
  ...PAGES.flatMap((name) => groupsOf(pages[name].needs)),
  ...CONTROLS.flatMap((name) => groupsOf(needsOfControl(name))),
]);
const isLost = (needs: Needs, group: string): boolean => {
  const removed = group.split(',');
  return needs.some((each) => [each].flat().every((permission) => removed.includes(permission)));
};

const soon = (message: string) => ({ message, timeout: 20_000 });
const countOf = (page: Page, name: ControlName): Promise<number> => page.locator(`[data-control="${name}"]`).count();
const isShown = (page: Page, name: PageName): Promise<boolean> =>
  page.locator(`[data-page="${name}"]`).first().isVisible();

/** The page that links to a page; the welcome page has no link. */
const linkedFrom = (name: PageName): string | undefined =>
  name.startsWith('administration.')
    ? 'administration'
    : name === 'team'
      ? 'timesheets'
      : name === 'welcome'
        ? undefined
        : 'rail';

describeInBrowser('without a permission', () => {
  const tenant = new PermissionTenant();
  const accessOf = new Map<string, readonly string[]>();
  beforeAll(() =>
    describeService(({ method, url, config = {} }) => {
      const access: unknown = config.access;
      for (const each of [method].flat())
        accessOf.set(`${each} ${url.replace(/:(\w+)/g, '{$1}')}`, [access].flat() as readonly string[]);
    }),
  );

  test('the welcome page of an empty tenant offers what is left', async () => {
    for (const removed of ['', 'settings.manage', 'keys.manage', 'time.connector']) {
      const page = await tenant.windowWithout(removed === '' ? [] : [removed]);
      await tenant.show(page, 'welcome');
      for (const name of OF_EMPTY_TENANT.filter((each) => each !== 'demo.remove'))
        await expect
          .poll(() => countOf(page, name), soon(`${name} without ${removed}`))
          .toBe(isLost(needsOfControl(name), removed) ? 0 : 1);
    }
  });

  test('nothing is missing for those who have all', async () => {
    await tenant.fill();
    const page = await tenant.windowWithout([]);
    for (const name of PAGES.filter((each) => linkedFrom(each) === 'rail'))
      expect(await isShown(page, name), name).toBe(true);
    const others = CONTROLS.filter((name) => !OF_EMPTY_TENANT.includes(name));
    for (const [place, here] of groupBy(others, (name) => tenant.placeOf(name))) {
      await tenant.show(page, place);
      for (const name of here)
        await expect.poll(() => countOf(page, name), soon(`${name} at ${place}`)).toBeGreaterThan(0);
    }
  });

  test.each(GROUPS)('%s, its pages and controls are gone', async (group) => {
    const page = await tenant.windowWithout(group.split(','));
    for (const name of PAGES.filter((each) => linkedFrom(each) === 'rail'))
      expect(await isShown(page, name), name).toBe(!isLost(pages[name].needs, group));
    const lostPages = PAGES.filter((name) => isLost(pages[name].needs, group));
    const sections = PAGES.filter((name) => linkedFrom(name) === 'administration');
    await tenant.go(page, 'administration.users');
    await page.locator('.administration-link').first().waitFor();
    for (const name of sections) expect(await isShown(page, name), name).toBe(!lostPages.includes(name));
    for (const name of lostPages) {
      await tenant.go(page, name);
      await expect
        .poll(() => new URL(page.url()).pathname, soon(`${name} leads elsewhere`))
        .not.toBe(`/app${pages[name].path}`);
    }
    const lost = CONTROLS.filter(
      (name) => isLost(needsOfControl(name), group) && !lostPages.includes(controls[name].page),
    );
    const places = groupBy(
      lost.filter((name) => !OF_EMPTY_TENANT.includes(name)),
      (name) => tenant.placeOf(name),
    );
    for (const [place, here] of places) {
      await tenant.show(page, place);
      for (const name of here) expect(await countOf(page, name), `${name} at ${place}`).toBe(0);
    }
  });

  test('the routes of the controls refuse', async () => {
    const calls = unique([
      ...PAGES.flatMap((name) => pages[name].calls),
      ...CONTROLS.flatMap((name) => controls[name].calls),
    ]);
    const byAccess = groupBy(calls, (call) => accessOf.get(call)?.join() ?? '');
    for (const [access, routes] of byAccess) {
      const client = await tenant.clientWithout(access.split(','));
      for (const route of routes) {
        const [method = '', path = ''] = route.split(' ');
        const { status, body } = await client.send(method, path.replace(/\{\w+\}/g, '1'));
        expect([route, status, body.Code]).toEqual([route, 403, 'USR004']);
      }
    }
    expect(unique([...byAccess.keys()].join().split(',')).sort()).toEqual(
      permissions.filter((name) => !WITHOUT_PAGE.includes(name)).toSorted(),
    );
  });

  test('the time of others is refused to those who may only register their own', async () => {
    const client = await tenant.clientWithout(['time.approve', 'time.connector']);
    expect((await client.get('/timesheet?start=2026-06-08&end=2026-06-15&resourceNo=ANNA')).status).toBe(200);
    const foreign = await client.get('/timesheet?start=2026-06-08&end=2026-06-15&resourceNo=BEN');
    expect([foreign.status, foreign.body.Code]).toEqual([403, 'USR004']);
  });

  test('a board that may not be changed cannot be dragged, not even by keys', async () => {
    const page = await tenant.windowWithout(['plan.write', 'records.import']);
    await tenant.show(page, 'planning');
    const bar = page.getByRole('option', { name: 'Seal' }).first();
    const box = await boxOf(bar);
    const writes: string[] = [];
    page.on('request', (request) => request.method() !== 'GET' && writes.push(`${request.method()} ${request.url()}`));
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 + 80, box.y + box.height / 2, { steps: 4 });
    expect(await page.locator('.ob-ghost').count()).toBe(0);
    await page.mouse.up();
    await bar.click();
    for (const key of ['Alt+ArrowRight', 'Delete', 'Control+x', 'Control+v', 'Control+z', 'Insert', 'F2'])
      await page.keyboard.press(key);
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await boxOf(bar)).toEqual(box);
    expect(writes).toEqual([]);
  });
});
