import type { CDPSession } from '@playwright/test';
import { expect, test } from 'vitest';
import { acceptInvitation } from '../../support/invitations.ts';
import { codeAt, withCodes } from '../../support/second-factor.ts';
import { seriousFindings } from '../accessible.ts';
import { describeInBrowser, goTo, PASSWORD, type Window } from '../browser.ts';
import { Pages } from '../pages.ts';

const AUTHENTICATOR = {
  protocol: 'ctap2',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const;

describeInBrowser('second factors', () => {
  const pages = new Pages();
  /** Browsers refuse passkeys for an IP address. */
  const address = (path = '/app/'): string => `${pages.service.baseUrl.replace('127.0.0.1', 'localhost')}${path}`;
  const requireFor = (...roles: string[]) => pages.erp.client.put('/secondFactorPolicy', { roles });

  /** The virtual authenticator agrees at once, also to what is only offered in the e-mail field: without `offers`, nothing is offered there. */
  async function windowWithAuthenticator({ offers = false } = {}): Promise<{
    window: Window;
    devTools: CDPSession;
    id: string;
  }> {
    // A profile of its own: cookies of localhost must not stay for others.
    const window = await pages.window({ isNew: true });
    if (!offers)
      await window.context.addInitScript(() => {
        PublicKeyCredential.isConditionalMediationAvailable = async () => false;
      });
    const devTools = await window.context.newCDPSession(window.page);
    await devTools.send('WebAuthn.enable');
    const { authenticatorId: id } = await devTools.send('WebAuthn.addVirtualAuthenticator', { options: AUTHENTICATOR });
    return { window, devTools, id };
  }

  async function sendPassword({ page }: Window, email: string, path = '/app/'): Promise<void> {
    await page.goto(address(path));
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  }

  async function storeCodes({ page }: Window): Promise<string[]> {
    const shown = await page.getByRole('region', { name: 'Recovery codes' }).locator('pre').innerText();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByLabel('I have stored the codes').check();
    await page.getByRole('button', { name: 'Close' }).click();
    return shown.split('\n');
  }

  const signedIn = ({ page }: Window) => page.getByRole('navigation', { name: 'Main navigation' }).waitFor();
  async function signOut({ page }: Window): Promise<void> {
    await page.getByRole('button', { name: /^Account: / }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByLabel('E-mail address').waitFor();
  }

  test('a person whose role needs one sets up a passkey before anything else, and signs in with it alone', async () => {
    const email = await pages.person('passkey');
    await requireFor('planner');
    const { window, devTools, id } = await windowWithAuthenticator();
    const { page, problems } = window;
    await sendPassword(window, email);
    await page.getByRole('heading', { name: 'Set up a second factor' }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Add passkey' }).click();
    expect(await storeCodes(window)).toHaveLength(10);
    await signedIn(window);
    const { credentials } = await devTools.send('WebAuthn.getCredentials', { authenticatorId: id });
    expect(credentials).toMatchObject([{ isResidentCredential: true, rpId: 'localhost' }]);

    await signOut(window);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await signedIn(window);
    expect(await page.evaluate(async () => (await (await fetch('/session')).json()).user.email)).toBe(email);
    expect(problems).toEqual([]);
  });

  test('a passkey that the browser offers in the e-mail field signs in', async () => {
    const email = await pages.person('autofill');
    const { window } = await windowWithAuthenticator({ offers: true });
    await sendPassword(window, email, '/app/account');
    await window.page.getByRole('button', { name: 'Add passkey' }).click();
    await storeCodes(window);
    await window.page.getByRole('button', { name: /^Account: / }).click();
    await window.page.getByRole('menuitem', { name: 'Sign out' }).click();
    await window.page.locator('input[autocomplete="username webauthn"]').waitFor();
    await signedIn(window);
    expect(window.problems).toEqual([]);
  });

  test('a passkey is the second step after a password', async () => {
    const email = await pages.person('step');
    const { window } = await windowWithAuthenticator();
    const { page } = window;
    await sendPassword(window, email, '/app/account');
    await page.getByRole('button', { name: 'Add passkey' }).click();
    await storeCodes(window);
    await page.getByRole('region', { name: 'Passkeys' }).last().getByText('never').waitFor();
    await signOut(window);
    await sendPassword(window, email);
    await page.getByRole('heading', { name: 'Second step' }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Use passkey' }).click();
    await signedIn(window);
  });

  test('a passkey is renamed and removed on the account page', async () => {
    const email = await pages.person('rename');
    const { window } = await windowWithAuthenticator();
    const { page, problems } = window;
    await sendPassword(window, email, '/app/account');
    await page.getByRole('button', { name: 'Add passkey' }).click();
    await storeCodes(window);
    const table = page.getByRole('region', { name: 'Passkeys' }).last();
    await table.getByRole('button', { name: 'Linux', exact: true }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Laptop');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await table.getByText('Laptop').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Remove: Laptop' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('Laptop').waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
  });

  test('one-time codes are set up by QR code, asked for at the next sign-in, and replaced by a recovery code', async () => {
    const email = await pages.person('codes');
    const window = await pages.window({ isNew: true });
    const { page, problems } = window;
    await sendPassword(window, email, '/app/account');
    await page.getByRole('button', { name: 'Set up one-time codes' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
    const secret = await dialog.locator('pre').innerText();
    expect(await seriousFindings(page)).toEqual([]);
    await dialog.getByLabel('Code', { exact: true }).fill('000000');
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    await dialog.getByRole('alert').getByText('The code is wrong').waitFor();
    await dialog.getByLabel('Code', { exact: true }).fill(codeAt(secret, Date.now()));
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    const [recovery = ''] = await storeCodes(window);
    await page.getByText('10 codes are left').waitFor();
    await signOut(window);
    await sendPassword(window, email);
    await page.getByRole('textbox', { name: 'One-time code' }).fill(codeAt(secret, Date.now() + 30_000));
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await signedIn(window);
    await signOut(window);
    await sendPassword(window, email);
    await page.getByRole('textbox', { name: 'One-time code' }).fill('000000');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('alert').getByText('The code is wrong').waitFor();
    await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
    await page.getByRole('textbox', { name: 'Recovery code' }).fill(recovery);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await signedIn(window);
    expect(problems).toEqual([]);
  });

  test('a change after 15 minutes asks for the factor first', async () => {
    const email = await pages.person('later');
    const { secret } = await withCodes(pages.service, email);
    const window = await pages.window({ isNew: true });
    const { page } = window;
    await sendPassword(window, email, '/app/account');
    await page.getByRole('textbox', { name: 'One-time code' }).fill(codeAt(secret, Date.now() + 30_000));
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('button', { name: 'Remove one-time codes' }).waitFor();
    await pages.service.deps.db.query(
      `update web_session set factor_at = now() - interval '16 minutes' where factor_at is not null`,
    );
    await page.getByRole('button', { name: 'Remove one-time codes' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog', { name: 'Confirm that it is you' }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Use a recovery code instead' }).waitFor();
    await pages.service.deps.db.query('update one_time_code set last_step = 0');
    await page.getByRole('textbox', { name: 'One-time code' }).fill(codeAt(secret, Date.now()));
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('button', { name: 'Set up one-time codes' }).waitFor();
  });

  test('an administrator requires one for a role, and helps a user who lost it', async () => {
    const lost = await pages.person('lost');
    await withCodes(pages.service, lost);
    await pages.person('none');
    const admin = await pages.open('/app/administration/modules', await pages.person('chief', { Roles: 'admin' }));
    const { page, problems } = admin;
    await page.getByLabel('Planner', { exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Require' }).click();
    await page.getByText('1 user still has to set one up.').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await goTo(page, '/app/administration/users');
    await page.getByRole('button', { name: `Remove second factor: ${lost}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove second factor' }).click();
    await page.getByText('The second factor is removed.').waitFor();
    await page.getByRole('button', { name: /^Remove second factor: / }).waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
  });

  test('the link that a person gets who lost it asks for the password, and works once', async () => {
    const email = `owner${Date.now()}@example.com`;
    await pages.erp.client.post('/user', { Email: email, Roles: 'planner', Language: 'en' });
    await acceptInvitation(pages.service, pages.erp, email, PASSWORD);
    await withCodes(pages.service, email);
    await pages.erp.client.post('/user/removeSecondFactor', { email });
    await pages.service.work();
    const mail = (await pages.service.mails()).at(-1)?.replace(/=\r\n/g, '') ?? '';
    const token = /second-factor-removal\/([\w-]{43})/.exec(mail)?.[1];
    const { page, problems } = await pages.window();
    await page.goto(`${pages.service.baseUrl}/app/second-factor-removal/${token}`);
    const send = async (password: string): Promise<void> => {
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.getByRole('button', { name: 'Remove second factor' }).click();
    };
    await send(`${PASSWORD}?`);
    await page.getByRole('alert').getByText('The password is wrong').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await send(PASSWORD);
    await page.getByText('The second factor is removed.').waitFor();
    await page.reload();
    await send(PASSWORD);
    await page.getByRole('alert').getByText('The link was used').waitFor();
    expect(problems).toEqual([]);
  });

  test('where passkeys cannot work none are offered', async () => {
    const { page } = await pages.window();
    await page.goto(`${pages.service.baseUrl}/app/`);
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Sign in with a passkey' }).count()).toBe(0);
  });

  test('the texts exist in other languages', async () => {
    const window = await pages.window({ isNew: true });
    const { page } = window;
    await page.goto(address());
    for (const [menu, language, button] of [
      ['Language: English', 'Deutsch', 'Mit einem Passkey anmelden'],
      ['Sprache: Deutsch', 'Nederlands', 'Aanmelden met een passkey'],
      ['Taal: Nederlands', 'Français', 'Se connecter avec une clé d’accès'],
    ] as const) {
      await page.getByRole('button', { name: menu }).click();
      await page.getByRole('menuitem', { name: language }).click();
      await page.getByRole('button', { name: button }).waitFor();
    }
  });
});
