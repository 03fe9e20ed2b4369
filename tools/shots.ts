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

/** Waits until what is asked for in the background has ended. */
async function ended(page: Page, href: string): Promise<void> {
  for (;;) {
    const answer = (await (await page.request.get(href)).json()) as { status: string; error?: string | null };
    if (answer.status === 'failed') throw new Error(`${href}: ${answer.error}`);
    if (answer.status !== 'queued' && answer.status !== 'running') return;
    await page.waitForTimeout(500);
  }
}

/** Sends something as the page would, and answers what came back. */
async function sent<T>(page: Page, method: string, href: string, data?: unknown): Promise<T> {
  const { origin } = new URL(href);
  const answer = await page.request.fetch(href, {
    method,
    headers: { origin },
    ...(data === undefined ? {} : { data }),
  });
  if (!answer.ok()) throw new Error(`${method} ${href}: ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** A finished run of the optimization. Nothing is planned into the past: the open tasks go into next week. */
async function optimized(page: Page, address: string): Promise<string> {
  const window = { start: dayAfter(workingDay(), 5), end: dayAfter(workingDay(), 9), maxSeconds: 5 };
  const { href } = await sent<{ href: string }>(page, 'POST', `${address}/optimization/fieldService`, window);
  await ended(page, `${address}${href}`);
  return `/app${href}`;
}

/** The first task that waits to be planned. */
async function forAnOpenTask(page: Page, address: string): Promise<string> {
  const [task] = (await (await page.request.get(`${address}/board/tasks?limit=1`)).json()) as Record<string, string>[];
  const names = ['sourceApp', 'sourceType', 'jobNo', 'taskNo'];
  return `/app/find-slot?${new URLSearchParams(Object.fromEntries(names.map((name) => [name, task?.[name] ?? ''])))}`;
}

/** A tenant as it is at the first start. The worker lets go of his resource, or it could not be removed. */
async function emptied(page: Page, address: string): Promise<undefined> {
  await sent(page, 'PUT', `${address}/user`, { email: 'worker@demo.example', resourceNo: null });
  const { href } = await sent<{ href: string }>(page, 'DELETE', `${address}/demo`);
  await ended(page, `${address}${href}`);
}

export const shots: readonly Shot[] = [
  board('planning-week', 'week'),
  board('planning-day', 'day'),
  board('planning-month', 'month'),
  planner('map', `/app/map?date=${workingDay()}&resource=T09`),
  planner('find-slot', '/app/find-slot', {
    prepare: forAnOpenTask,
    act: (page) => page.getByRole('button', { name: /Book/ }).first().waitFor(),
  }),
  planner('optimization', '/app/optimization', { prepare: optimized }),
  planner('recurring', '/app/recurring'),
  planner('my-day', '/app/my-day', {
    size: phone,
    who: 'worker',
    act: (page) => page.getByRole('button', { name: 'Start travel' }).first().waitFor(),
  }),
  planner('timesheets', `/app/timesheets?date=${workingDay()}`, { size: phone, who: 'worker' }),
  planner('timesheets-team', `/app/timesheets/team?date=${workingDay()}`),
  ...['users', 'roles', 'categories', 'calendars', 'imports', 'audit'].map((section) =>
    planner(`administration-${section}`, `/app/administration/${section}`),
  ),
  planner('administration-status', '/app/administration/status', {
    // It reports every ten seconds.
    act: (page) => page.getByText('Running', { exact: true }).first().waitFor(),
  }),
  planner('getting-started', '/app/getting-started'),
  { name: 'sign-in', path: '/app/', size: desk, waitFor: { role: 'button', name: 'Sign in' } },
  // The last one: it leaves nothing to look at.
  planner('welcome', '/app/welcome', { prepare: emptied, waitFor: { role: 'button', name: 'Load demo data' } }),
];
