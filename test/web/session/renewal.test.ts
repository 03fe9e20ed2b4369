import type { Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { until } from '../../process/process.ts';
import { seriousFindings } from '../accessible.ts';
import { describeInBrowser, PASSWORD } from '../browser.ts';
import { Pages } from '../pages.ts';

describeInBrowser('a session that has ended', () => {
  const pages = new Pages();
  const end = (person: string) =>
    pages.service.deps.db.query(
      'delete from web_session where account_id in (select id from account where email = $1)',
      [person],
    );
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Your session has ended' });

  /** The form of a new category, filled in and not saved. */
  async function unsavedForm(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Add' }).first().click();
    await page.getByRole('dialog').getByRole('textbox', { name: /^Name/ }).fill('Inspection');
    await page
      .getByRole('dialog')
      .getByRole('textbox', { name: /^Shown as/ })
      .fill('Inspection');
  }

  test('is renewed over the page: the form stays, and the refused request is repeated', async () => {
    const person = await pages.person('renews', { Roles: 'admin' });
    const { page, problems } = await pages.open('/app/administration/categories', person);
    await unsavedForm(page);
    await end(person);
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await dialog(page).waitFor();
    // Escape closes neither the dialog nor the form below it.
    await page.keyboard.press('Escape');
    expect(await page.getByRole('textbox', { name: /^Name/ }).inputValue()).toBe('Inspection');
    expect(await dialog(page).getByLabel('E-mail address').inputValue()).toBe(person);
    await dialog(page).getByLabel('Password', { exact: true }).fill('not the password');
    await page.keyboard.press('Enter');
    await dialog(page).getByRole('alert').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await dialog(page).getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await dialog(page).waitFor({ state: 'detached' });
    await page.getByRole('cell', { name: 'Inspection' }).first().waitFor();
    const { body } = await pages.erp.client.get('/category');
    expect(body.map(({ name }: { name: string }) => name)).toEqual(['Inspection']);
    expect(page.url()).toContain('/administration/categories');
    expect(problems).toEqual([]);
  });

  test('is continued when the user signs in in another tab', async () => {
    const person = await pages.person('tabs', { Roles: 'admin' });
    const window = await pages.open('/app/administration/categories', person);
    await unsavedForm(window.page);
    await end(person);
    await window.page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await dialog(window.page).waitFor();
    const tab = await window.context.newPage();
    await tab.goto(`${pages.service.baseUrl}/app/`);
    await tab.getByLabel('E-mail address').fill(person);
    await tab.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await tab.getByRole('button', { name: 'Sign in', exact: true }).click();
    await tab.getByRole('navigation', { name: 'Main navigation' }).waitFor();
    await tab.close();
    await dialog(window.page).waitFor({ state: 'detached' });
    await until(async () => (await pages.erp.client.get('/category')).body.length === 1, 'the category to be stored');
  });

  test('is not continued as another user: the page is loaded again, with a warning', async () => {
    const [person, other] = [
      await pages.person('one', { Roles: 'admin' }),
      await pages.person('other', { Roles: 'admin', DisplayName: 'Otto' }),
    ];
    const { page } = await pages.open('/app/administration/categories', person);
    await unsavedForm(page);
    await end(person);
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await dialog(page).getByLabel('E-mail address').fill(other);
    await dialog(page).getByLabel('Password', { exact: true }).fill(PASSWORD);
    await dialog(page).getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('You signed in as another user (Otto).').waitFor();
    await page.getByRole('button', { name: 'Account: Otto' }).waitFor();
    expect((await pages.erp.client.get('/category')).body).toEqual([]);
  });
});
