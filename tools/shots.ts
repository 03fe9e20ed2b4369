import type { Page } from '@playwright/test';

/** A picture of the documentation. */
export interface Shot {
  readonly name: string;
  readonly path: string;
  readonly size: { readonly width: number; readonly height: number };
  /** Whose session it is; nobody's without it. */
  readonly who?: 'planner' | 'worker';
  /** What stands on the page when it is there. */
  readonly waitFor: { readonly role: 'heading' | 'button' | 'tab'; readonly name?: string | RegExp };
  /** What has to be there before; may answer the address to open instead. */
  prepare?(page: Page, address: string): Promise<string | undefined>;
  /** What is done on the page before the picture is taken. */
  act?(page: Page): Promise<void>;
}

const desk = { width: 1440, height: 900 };
const phone = { width: 360, height: 740 };
const heading = { role: 'heading' } as const;

const dayAfter = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);

/** The Wednesday of this week, the second one of the demo. */
function workingDay(): string {
  const today = new Date().toISOString().slice(0, 10);
  const sinceMonday = (new Date().getUTCDay() + 6) % 7;
  return dayAfter(today, 2 - sinceMonday);
}

const board = (name: string, mode: 'day' | 'week' | 'month'): Shot => ({
  name,
  path: `/app/planning?date=${workingDay()}&mode=${mode}`,
  size: desk,
  who: 'planner',
  waitFor: { role: 'tab', name: /Open tasks [1-9]/ },
  // The month has cells instead of bars.
  act: (page) => page.locator('.ob-name').first().waitFor(),
});

const planner = (name: string, path: string, more: Partial<Shot> = {}): Shot => ({
  name,
  path,
  size: desk,
  who: 'planner',
  waitFor: heading,
  ...more,
});

/** Does a run of the optimization to its end, and answers the address of its page. */
async function optimized(page: Page, address: string): Promise<string> {
  // Nothing is planned into the past: the open tasks go into next week.
  const [from, till] = [dayAfter(workingDay(), 5), dayAfter(workingDay(), 9)];
  const asked = await page.request.post(`${address}/optimization/fieldService`, {
    data: { start: from, end: till, maxSeconds: 5 },
  });
  if (!asked.ok()) throw new Error(`The optimization was refused: ${await asked.text()}`);
  const { id } = (await asked.json()) as { id: number };
  for (;;) {
    const { status } = (await (await page.request.get(`${address}/optimization/${id}`)).json()) as { status: string };
    if (status !== 'queued' && status !== 'running') return '/app/optimization';
    await page.waitForTimeout(500);
  }
}

export const shots: readonly Shot[] = [
  board('planning-week', 'week'),
  board('planning-day', 'day'),
  board('planning-month', 'month'),
  planner('map', '/app/map'),
  planner('find-slot', '/app/find-slot'),
  planner('optimization', '/app/optimization', { prepare: optimized }),
  planner('recurring', '/app/recurring'),
  planner('timesheets', '/app/timesheets', { size: phone, who: 'worker' }),
  planner('timesheets-team', '/app/timesheets/team'),
  ...['users', 'api-keys', 'filters', 'categories', 'calendars', 'connectors', 'imports', 'setup', 'audit'].map(
    (section) => planner(`administration-${section}`, `/app/administration/${section}`),
  ),
  planner('welcome', '/app/welcome'),
  planner('getting-started', '/app/getting-started'),
  { name: 'sign-in', path: '/app/', size: desk, waitFor: { role: 'button', name: 'Sign in' } },
];
