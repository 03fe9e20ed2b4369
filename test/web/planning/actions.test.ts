import { expect, test } from 'vitest';
import { until } from '../../process/process.ts';
import { TestReceiver } from '../../support/receiver.ts';
import { boxOf, describeInBrowser } from '../browser.ts';
import { aPlan } from './planning-plan.ts';
import { bar, DAY, nameOf, Planning } from './planning-window.ts';

describeInBrowser('actions in menus', () => {
  const planning = new Planning(() => ({ outbound: { allowPrivate: true, timeoutMs: 3000 } }));

  test('appear by type and source, open encoded addresses, and POST runs on the service', async () => {
    const receiver = await TestReceiver.start();
    await aPlan(planning.erp, [{ task: 'Seal', resource: 'ANNA', start: '2026-06-01T09:00', end: '2026-06-01T11:00' }]);
    const define = (body: object) => planning.erp.client.post('/actionUri', body);
    await define({ uriType: 1, uri: 'https://erp.example/{jobNo}?c={customerName}', description: 'Open the order' });
    await define({ uriType: 1, uri: `${receiver.url}/run/{taskNo}`, description: 'Start workflow', requestType: 2 });
    await define({ uriType: 1, uri: 'https://crm.example', description: 'Of the CRM', sourceApp: 'CRM' });
    await define({ uriType: 2, uri: 'mailto:office@example.com?subject={taskNo}', description: 'Ask the office' });
    await define({ uriType: 0, uri: 'https://erp.example/absence?r={resource}&s={start}', description: 'Absence' });
    const { page, problems } = await planning.board(DAY);
    const item = (name: string) => page.getByRole('menuitem', { name });

    await bar(page, 'Seal').click({ button: 'right' });
    await item('Open the order').waitFor();
    expect(await item('Open the order').getAttribute('href')).toBe('https://erp.example/J1?c=Astoria');
    expect(await item('Open the order').getAttribute('rel')).toBe('noopener noreferrer');
    expect(await item('Open the order').getAttribute('target')).toBe('_blank');
    expect([await item('Of the CRM').count(), await item('Absence').count()]).toEqual([0, 0]);
    receiver.answer = () => ({ status: 202 });
    await item('Start workflow').click();
    await page.getByText('Sent: 202 Accepted').waitFor();
    expect(receiver.received[0]).toMatchObject({ path: '/run/T0', body: { target: 'appointment' } });

    receiver.answer = () => ({ status: 422, body: 'Order is closed' });
    await bar(page, 'Seal').click();
    await page.keyboard.press('Shift+F10');
    await item('Start workflow').focus();
    await page.keyboard.press('Enter');
    await page.getByText(/answered 422 Unprocessable Entity.*Order is closed/).waitFor();
    await until(
      async () =>
        (await planning.erp.client.get('/audit')).body.filter(({ kind }: { kind: string }) =>
          kind.startsWith('action.'),
        ).length === 2,
      'both runs to be audited',
    );

    // The empty board, a resource and an open task.
    const box = await boxOf(nameOf(page, 'Carla'));
    const own = await boxOf(bar(page, 'Seal'));
    await page.mouse.click(own.x + 4, box.y + box.height / 2, { button: 'right' });
    await item('Absence').waitFor();
    expect(await item('Absence').getAttribute('href')).toMatch(
      /^https:\/\/erp\.example\/absence\?r=CARLA&s=2026-06-01T/,
    );
    await page.keyboard.press('Escape');
    await nameOf(page, 'Ben').click({ button: 'right' });
    await item('Absence').waitFor();
    expect(await item('Absence').getAttribute('href')).toBe('https://erp.example/absence?r=BEN&s=');
    await page.keyboard.press('Escape');
    await page.getByRole('row', { name: /Still to plan/ }).click({ button: 'right' });
    await item('Ask the office').waitFor();
    expect(await item('Ask the office').getAttribute('href')).toBe('mailto:office@example.com?subject=OPEN');
    expect(await item('Ask the office').getAttribute('target')).toBeNull();
    await item('Details').click();
    await page.locator('.dock').getByRole('region', { name: 'Job card' }).getByText('Astoria').waitFor();
    expect(problems).toEqual([]);
    await receiver.stop();
  });
});
