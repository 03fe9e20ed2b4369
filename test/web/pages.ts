import type { Browser } from '@playwright/test';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import {
  type Client,
  clientFor,
  sharedService,
  startService,
  type TestService,
  type TestTenant,
} from '../support/service.ts';
import {
  aPlanner,
  beginSession,
  closeWindow,
  openWindow,
  sharedBrowser,
  signIn,
  type Window,
  type WindowOptions,
} from './browser.ts';

/** E-mail addresses are unique in a service, and files share one. */
let people = 0;

/** A service and a browser for a file of tests, and a tenant of its own for each of them. */
export class Pages {
  service!: TestService;
  browser!: Browser;
  erp!: TestTenant;
  readonly #opened: Window[] = [];

  /** Without options the files of a worker share a service. They are a function, since what the service needs may have to start first. */
  constructor(options?: () => Parameters<typeof startService>[0]) {
    beforeAll(async () => {
      [this.service, this.browser] = await Promise.all([
        options ? startService(options()) : sharedService(),
        sharedBrowser(),
      ]);
    });
    afterAll(() => this.service.close());
    beforeEach(async () => {
      this.erp = await this.tenantOfTest();
    });
    afterEach(async () => {
      for (const window of this.#opened.splice(0)) await closeWindow(window, this.service);
    });
  }

  protected tenantOfTest(): Promise<TestTenant> {
    return this.service.tenant();
  }

  /** Somebody who may sign in: a planner, unless `more` says otherwise (`{ Roles: 'admin' }`). */
  person(name = 'planner', more: Record<string, unknown> = {}): Promise<string> {
    return aPlanner(this.service, this.erp, `${name}${people++}@example.com`, more);
  }

  /** Somebody who has signed in, without a window: what they do is done as their pages would do it. */
  async clientOf(person: string): Promise<Client> {
    const { baseUrl } = this.service;
    const { name, value } = await beginSession(this.service, person);
    return clientFor(baseUrl, { cookie: `${name}=${value}`, origin: baseUrl });
  }

  async window(options?: WindowOptions): Promise<Window> {
    const window = await openWindow(this.browser, options);
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
