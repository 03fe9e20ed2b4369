import { expect, test } from 'vitest';
import { resetToken } from '../../support/password-resets.ts';
import { seriousFindings } from '../accessible.ts';
import { describeInBrowser, PASSWORD } from '../browser.ts';
import { Pages } from '../pages.ts';

const NEW = 'another staple entirely';

describeInBrowser('passwords', () => {
  const pages = new Pages();

  test('a forgotten password is replaced by the link of a mail', async () => {
    const person = await pages.person('forgetful', { Roles: 'viewer' });
    const { page, problems } = await pages.window();
    await page.goto(`${pages.service.baseUrl}/app/`);
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await page.getByRole('heading', { name: 'Forgot password' }).waitFor();
    await page.getByLabel('E-mail address').fill(person);
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Send link' }).click();
    await page.getByRole('heading', { name: 'Check your mail' }).waitFor();
    const token = await resetToken(pages.service, person);
    await page.goto(`${pages.service.baseUrl}/app/password/reset/${token}`);
    await page.getByRole('heading', { name: 'Choose a new password' }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    const fill = async (password: string, repeated: string) => {
      await page.getByLabel('New password', { exact: true }).fill(password);
      await page.getByLabel('Repeat new password').fill(repeated);
      await page.getByRole('button', { name: 'Set password' }).click();
    };
    await fill('short', 'short');
    await page.getByRole('alert').getByText('at least 12 characters').waitFor();
    await fill(NEW, `${NEW}?`);
    await page.getByRole('alert').getByText('The passwords differ.').waitFor();
    expect(problems).toEqual([]);
    await fill('password1234', 'password1234');
    await page.getByRole('alert').getByText('too common').waitFor();
    await fill(NEW, NEW);
    await page.getByRole('heading', { name: 'Password changed' }).waitFor();
    await page.getByRole('link', { name: 'Back to sign-in' }).click();
    await page.getByLabel('E-mail address').fill(person);
    await page.getByLabel('Password', { exact: true }).fill(NEW);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('navigation', { name: 'Main navigation' }).waitFor();
    await page.goto(`${pages.service.baseUrl}/app/password/reset/${token}`);
    await page.getByRole('heading', { name: 'This link is no longer valid' }).waitFor();
    expect(await page.getByRole('link', { name: 'Send a new link' }).getAttribute('href')).toBe('/app/password/forgot');
  });

  test('an unknown address sees the same page, in the language that is chosen', async () => {
    const { page, problems } = await pages.window();
    await page.goto(`${pages.service.baseUrl}/app/password/forgot`);
    await page.getByRole('button', { name: 'Language: English' }).click();
    await page.getByRole('menuitem', { name: 'Français' }).click();
    await page.getByRole('heading', { name: 'Mot de passe oublié' }).waitFor();
    await page.getByRole('textbox').fill('nobody.at.all@example.com');
    await page.getByRole('button', { name: 'Envoyer le lien' }).click();
    await page.getByRole('heading', { name: 'Consultez votre messagerie' }).waitFor();
    expect(problems).toEqual([]);
  });

  test('is changed on the account page, with the current one', async () => {
    const person = await pages.person('changing', { Roles: 'viewer' });
    const { page } = await pages.open('/app/account', person);
    const section = page.getByRole('region', { name: 'Change password' });
    const fill = async (current: string, password: string) => {
      await section.getByLabel('Current password').fill(current);
      await section.getByLabel('New password', { exact: true }).fill(password);
      await section.getByLabel('Repeat new password').fill(password);
      await section.getByRole('button', { name: 'Change password' }).click();
    };
    await fill('not the current one', NEW);
    await section.getByRole('alert').getByText('currentPassword: is wrong.').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await fill(PASSWORD, NEW);
    await page.getByText('Password changed. All other browsers are signed out.').waitFor();
    expect(await section.getByLabel('Current password').inputValue()).toBe('');
    await page.reload();
    await page.getByRole('heading', { name: 'My account' }).waitFor();
  });
});
