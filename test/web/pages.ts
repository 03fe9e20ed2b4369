import type { Browser } from '@playwright/test';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { startService, type TestService, type TestTenant } from '../support/service.ts';
import { aPlanner, launch, openWindow, signIn, type Window } from './browser.ts';

/** A service and a browser for a file of tests, and a tenant of its own for each of them. */
export class Pages {
  service!: TestService;
  browser!: Browser;
  erp!: TestTenant;
  #people = 0;
  readonly #opened: Window[] = [];

  /** What the service is like is asked for when it starts: what it needs may have to start first. */
  constructor(options: () => Parameters<typeof startService>[0] = () => ({})) {
    beforeAll(async () => {
      [this.service, this.browser] = await Promise.all([startService(options()), launch()]);
    });
    afterAll(async () => {
      await this.browser?.close();
      await this.service.close();
    });
    beforeEach(async () => {
      for (const { context } of this.#opened.splice(0)) await context.close();
      this.erp = await this.service.tenant();
    });
  }

  /** Somebody who may sign in: a planner, unless `more` says otherwise (`{ Roles: 'admin' }`). */
  person(name = 'planner', more: Record<string, unknown> = {}): Promise<string> {
    return aPlanner(this.erp, `${name}${this.#people++}@example.com`, more);
  }

  async window(size?: { width: number; height: number }): Promise<Window> {
    const window = await openWindow(this.browser, size);
    this.#opened.push(window);
    return window;
  }

  /** A window in which somebody has signed in and sees a page. */
  async open(path: string, person?: string, window?: Window): Promise<Window> {
    const opened = window ?? (await this.window());
    await signIn(opened, this.service, person ?? (await this.person()), path);
    return opened;
  }
}
