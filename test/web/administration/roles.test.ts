import { expect, test } from 'vitest';
import { seriousFindings } from '../accessible.ts';
import { describeInBrowser } from '../browser.ts';
import { Pages } from '../pages.ts';

describeInBrowser('the roles editor', () => {
  const pages = new Pages();

  test('copies a built-in role, gives it to a user, and says who has it before it is deleted', async () => {
    const admin = await pages.person('admin', { Roles: 'admin', DisplayName: 'Ada' });
    const { page, problems } = await pages.open('/app/administration/roles', admin);
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Viewer', exact: true }).click();
    expect(await dialog.getByRole('checkbox', { name: 'records.read' }).isDisabled()).toBe(true);
    expect(await dialog.getByRole('button', { name: 'Save' }).count()).toBe(0);
    await dialog.getByRole('button', { name: 'Close' }).last().click();

    await page.getByRole('button', { name: 'Copy Viewer' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Enter a name.').waitFor();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('dispatcher');
    await dialog.getByRole('textbox', { name: 'Description' }).fill('Plans, and sees nothing else');
    await dialog.getByRole('checkbox', { name: 'plan.write' }).click();
    expect(await seriousFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('cell', { name: 'records.read, plan.write', exact: true }).waitFor();

    await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Users', exact: true }).click();
    await page.getByRole('button', { name: 'Ada (you)' }).click();
    expect(await dialog.getByRole('checkbox', { name: 'Administrator' }).isDisabled()).toBe(true);
    await dialog.getByRole('checkbox', { name: 'dispatcher' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('cell', { name: /dispatcher/ }).waitFor();

    await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Roles', exact: true }).click();
    await page.getByRole('button', { name: 'Delete dispatcher' }).click();
    await dialog.getByText('Ada have this role. Give them another one first.').waitFor();
    await dialog.getByRole('button', { name: 'OK' }).click();
    expect((await pages.erp.client.get('/role/dispatcher')).body).toMatchObject({ users: 1, builtIn: false });
    await pages.erp.client.post('/user', { Email: admin, Roles: 'admin' });
    await page.reload();
    await page.getByRole('button', { name: 'Delete dispatcher' }).click();
    await dialog.getByRole('button', { name: 'Delete dispatcher' }).click();
    await page.getByText('Deleted', { exact: true }).waitFor();
    expect((await pages.erp.client.get('/role/dispatcher')).status).toBe(404);
    expect(problems).toEqual([]);
  });

  test('does not let anybody give what they do not have', async () => {
    await pages.erp.client.post('/role', {
      name: 'people',
      permissions: ['records.read', 'roles.manage', 'users.manage'],
    });
    const { page } = await pages.open('/app/administration/roles', await pages.person('boss', { Roles: 'people' }));
    await page.getByRole('button', { name: 'Add role' }).click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByRole('checkbox', { name: 'records.read' }).isEnabled()).toBe(true);
    expect(await dialog.getByRole('checkbox', { name: 'plan.write' }).isDisabled()).toBe(true);
    expect(await dialog.getByText('You cannot give this permission: you do not have it.').count()).toBe(12);
    await page.keyboard.press('Escape');
    const sections = page.getByRole('navigation', { name: 'Sections' }).getByRole('link');
    expect(await sections.allTextContents()).toEqual(['Users', 'Roles']);
    await sections.first().click();
    await page.getByRole('button', { name: 'Add user' }).click();
    await dialog.getByRole('checkbox', { name: 'Viewer' }).waitFor();
    expect(await dialog.getByRole('checkbox', { name: 'Administrator' }).isDisabled()).toBe(true);
    expect(await dialog.getByRole('checkbox', { name: 'people' }).isEnabled()).toBe(true);
  });
});
