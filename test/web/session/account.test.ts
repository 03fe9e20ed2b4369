import { expect, test } from 'vitest';
import { seriousFindings } from '../accessible.ts';
import { describeInBrowser } from '../browser.ts';
import { Pages } from '../pages.ts';

describeInBrowser('the account page', () => {
  const pages = new Pages();

  test('lists my sessions, and signs out one browser or all others', async () => {
    const person = await pages.person('sessions', { Roles: 'viewer' });
    const [lost, other] = [await pages.open('/app/account', person), await pages.open('/app/account', person)];
    const { page, problems } = await pages.open('/app/', person);
    await page.getByRole('button', { name: /^Account: / }).click();
    await page.getByRole('menuitem', { name: 'My account' }).click();
    await page.getByRole('heading', { name: 'My account' }).waitFor();
    const sessions = page.getByRole('region', { name: 'My sessions' }).last();
    await sessions.getByText('This browser').waitFor();
    await expect.poll(() => sessions.getByRole('row').count()).toBe(4);
    expect(await seriousFindings(page)).toEqual([]);
    await sessions
      .getByRole('button', { name: /^Sign out: / })
      .first()
      .click();
    await page.getByText('The browser is signed out.').waitFor();
    await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere else' }).click();
    await page.getByText('Signed out everywhere else.').waitFor();
    await expect.poll(() => sessions.getByRole('row').count()).toBe(2);
    for (const { page: ended } of [lost, other]) {
      await ended.reload();
      await ended.getByRole('button', { name: 'Sign in' }).waitFor();
    }
    expect(problems).toEqual([]);
  });
});
