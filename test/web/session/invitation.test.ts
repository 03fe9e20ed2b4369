import { expect, test } from 'vitest';
import { invitationToken } from '../../support/invitations.ts';
import { seriousFindings } from '../accessible.ts';
import { describeInBrowser, PASSWORD } from '../browser.ts';
import { Pages } from '../pages.ts';

describeInBrowser('an invitation', () => {
  const pages = new Pages();

  test('is sent by adding a user, shown as such, sent again, and accepted by its link', async () => {
    const admin = await pages.open('/app/administration/users', await pages.person('admin', { Roles: 'admin' }));
    const email = `dora${Date.now()}@example.com`;
    await admin.page.getByRole('button', { name: 'Add user' }).click();
    await admin.page.getByRole('textbox', { name: 'E-mail address' }).fill(email);
    await admin.page.getByRole('button', { name: 'Save' }).click();
    await admin.page.getByText('Invited', { exact: true }).waitFor();
    const first = await invitationToken(pages.service, pages.erp, email);
    await admin.page.getByRole('button', { name: `Send again: ${email}` }).click();
    await admin.page.getByText(`Invitation sent to ${email}`).waitFor();
    const second = await invitationToken(pages.service, pages.erp, email);
    expect(second).not.toBe(first);

    const { page, problems } = await pages.window();
    await page.goto(`${pages.service.baseUrl}/app/invitation/${first}`);
    await page.getByRole('heading', { name: 'This invitation is no longer valid' }).waitFor();
    await page.goto(`${pages.service.baseUrl}/app/invitation/${second}`);
    await page.getByRole('heading', { name: `Join ${pages.erp.tenant.name}` }).waitFor();
    await page.getByText(email).first().waitFor();
    const fill = async (password: string, repeated: string) => {
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.getByLabel('Repeat password').fill(repeated);
      await page.getByRole('button', { name: 'Accept invitation' }).click();
    };
    await fill('short', 'short');
    await page.getByRole('alert').getByText('at least 12 characters').waitFor();
    await fill(PASSWORD, `${PASSWORD}?`);
    await page.getByRole('alert').getByText('The passwords differ.').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await fill(PASSWORD, PASSWORD);
    await page.getByRole('navigation', { name: 'Main navigation' }).waitFor();
    expect(await page.evaluate(async () => (await (await fetch('/session')).json()).user.email)).toBe(email);
    expect(problems).toEqual([]);
    await admin.page.reload();
    await admin.page.getByText(email).first().waitFor();
    expect(await admin.page.getByText('Invited', { exact: true }).count()).toBe(0);
  });

  test('is shown in the language that is chosen', async () => {
    const { page } = await pages.window();
    await page.goto(`${pages.service.baseUrl}/app/invitation/nothing`);
    await page.getByRole('button', { name: 'Language: English' }).click();
    await page.getByRole('menuitem', { name: 'Deutsch' }).click();
    await page.getByRole('heading', { name: 'Diese Einladung ist nicht mehr gültig' }).waitFor();
    expect(await page.getByRole('link', { name: 'Zur Anmeldung' }).getAttribute('href')).toBe('/app/');
  });
});
