import { afterAll, afterEach } from 'vitest';
import type { TestTenant } from '../support/service.ts';
import { closeWindow, goTo, openWindow, type Window } from './browser.ts';
import { Pages } from './pages.ts';

/** A page that every account may open and that shows no records. */
const NEUTRAL = '/app/getting-started';

interface Setting {
  /** Who looks at the pages; a planner if nothing is said. */
  readonly user?: { readonly Roles?: string; readonly DisplayName?: string };
  /** What the tenant has before the first test. */
  readonly records?: (tenant: TestTenant) => Promise<void>;
}

/**
 * One tenant for all tests of a file, and one window of one person, who goes from page to page without loading the application again: that
 * is most of the work of a short test. For tests that leave no records behind which disturb the next one.
 */
export class OneWindow extends Pages {
  #tenant: Promise<TestTenant> | undefined;
  #window: Window | undefined;
  readonly #setting: Setting;

  constructor(setting: Setting = {}, options?: ConstructorParameters<typeof Pages>[0]) {
    super(options);
    this.#setting = setting;
    const close = async (): Promise<void> => {
      if (this.#window) await closeWindow(this.#window, this.service);
      this.#window = undefined;
    };
    afterEach(async ({ task }) => {
      for (const seen of [this.#window?.problems, this.#window?.requests]) seen?.splice(0);
      // What a failed test left on the screen is not the concern of the next one.
      if (task.result?.state === 'fail') await close();
    });
    afterAll(close);
  }

  protected override tenantOfTest(): Promise<TestTenant> {
    this.#tenant ??= super.tenantOfTest().then(async (tenant) => {
      await this.#setting.records?.(tenant);
      return tenant;
    });
    return this.#tenant;
  }

  /** Shows a page in the window of the file. The first one is loaded; to the others it goes as by a link. */
  async visit(path: string): Promise<Window> {
    if (!this.#window) {
      this.#window = await openWindow(this.browser);
      return this.open(path, await this.person('visitor', this.#setting.user), this.#window);
    }
    const { page } = this.#window;
    // By way of another page: what the one before had open is gone.
    await goTo(page, NEUTRAL);
    await page.getByRole('heading', { name: 'Getting started' }).waitFor();
    await goTo(page, path);
    return this.#window;
  }
}
