import { expect, test } from 'vitest';
import { seriousFindings } from '../../accessible.ts';
import { describeInBrowser } from '../../browser.ts';
import { Pages } from '../../pages.ts';

describeInBrowser('writing a setup package', () => {
  const pages = new Pages();

  test('begins with an example, is checked while typing, survives a reload and is applied', async () => {
    const admin = await pages.person('admin', { Roles: 'admin' });
    const { page, problems } = await pages.open('/app/administration/setup', admin);
    const text = page.getByLabel('Package as JSON, JSON5 or YAML');
    const list = page.getByRole('list', { name: 'Problems in the text' });
    await page.getByText('YAML', { exact: true }).click();
    await page.getByRole('button', { name: 'Starter example' }).click();
    expect(await text.inputValue()).toContain(`owner: "${admin}"`);
    await page.getByText('No problems found.').waitFor();

    // A mistake, typed at the end of the text.
    await text.click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('users:\n  - email: nobody\n    colour: red\n');
    await page.getByText('1 error, 1 warning').waitFor();
    expect(await list.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringMatching(/^Line \d+, column 12 users\[0\]\.email must be an e-mail address$/),
      expect.stringMatching(/users\[0\]\.colour is unknown and will be ignored$/),
    ]);
    expect(await seriousFindings(page)).toEqual([]);

    // It is still there after a reload. The problem leads to its place in the text, where it is fixed.
    await page.reload();
    await list.getByRole('button', { name: /column 12/ }).click();
    await page.keyboard.press('Shift+End');
    await page.keyboard.type('zoe@example.com');
    await page.getByText('0 errors, 1 warning').waitFor();
    expect(await text.inputValue()).toContain('  - email: zoe@example.com\n');

    // The example replaces a text only after a confirmation.
    await page.getByText('JSON / JSON5', { exact: true }).click();
    await page.getByText(/The text is not valid JSON, JSON5 here/).waitFor();
    await page.getByRole('button', { name: 'Starter example' }).click();
    const sure = page.getByRole('dialog', { name: 'Replace the text?' });
    await sure.getByRole('button', { name: 'Cancel' }).click();
    expect(await text.inputValue()).toContain('zoe@example.com');
    await page.getByRole('button', { name: 'Starter example' }).click();
    await sure.getByRole('button', { name: 'Replace' }).click();
    await page.getByText('No problems found.').waitFor();

    await page.getByRole('button', { name: 'Preview changes' }).click();
    await page.getByRole('region', { name: 'Changes' }).getByText('4 created, 0 changed, 0 removed').waitFor();
    await page.getByRole('button', { name: 'Apply', exact: true }).click();
    const side = page.getByRole('dialog', { name: /Package \d/ });
    await side.getByText('Waiting').waitFor();
    await pages.service.work();
    await side.getByText('Applied', { exact: true }).waitFor();
    expect((await pages.erp.client.get('/profile/STARTER')).body).toMatchObject({ name: 'Starter', owner: admin });
    // What is applied is no longer a draft.
    await page.reload();
    expect(await text.inputValue()).toBe('');
    expect(problems).toEqual([]);
  });
});
