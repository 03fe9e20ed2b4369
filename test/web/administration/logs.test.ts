import type { Locator, Page } from '@playwright/test';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { deliverChanges } from '../../../src/features/connectors/deliver-changes.ts';
import { enqueueMails } from '../../../src/platform/mail/mail.ts';
import { followChanges } from '../../../src/records/follow-changes.ts';
import { until } from '../../process/process.ts';
import { type MailServer, startMailServer } from '../../support/mail-server.ts';
import { TestReceiver } from '../../support/receiver.ts';
import { aCall } from '../../support/service.ts';
import { seriousFindings } from '../accessible.ts';
import { describeInBrowser } from '../browser.ts';
import { OneWindow } from '../one-window.ts';
import { aPlan } from '../planning/planning-plan.ts';

const HOSTILE = `<img src=x onerror="document.title='broken'"> \u202e\u0639\u0631\u0628\u064a 😀 ${'long'.repeat(2500)}`;
/** Each test plans another day: what is planned already is no event. */
const aBar = (day: number) => ({
  task: 'Fix',
  resource: 'ANNA',
  start: `2026-06-0${day}T10:00`,
  end: `2026-06-0${day}T12:00`,
});

describeInBrowser('the logs of the administration', () => {
  let mail: MailServer;
  let office: TestReceiver;
  const stopping = new AbortController();
  let following: Promise<void>;
  beforeAll(async () => {
    mail = await startMailServer();
    office = await TestReceiver.start();
  });
  const pages = new OneWindow({ user: { Roles: 'admin', DisplayName: 'Ada' } }, () => ({
    smtpUrl: mail.url,
    outbound: { allowPrivate: true, timeoutMs: 2000 },
  }));
  beforeAll(() => {
    following = followChanges(pages.service.deps, deliverChanges(), stopping.signal);
  });
  afterAll(async () => {
    stopping.abort();
    await following;
    await mail.close();
    await office.stop();
  });
  beforeEach(() => {
    office.received.length = 0;
  });

  async function open(section: string) {
    const window = await pages.visit(`/app/administration/${section}`);
    await window.page.getByRole('navigation', { name: 'Sections' }).waitFor();
    return window;
  }

  /** Nothing of a record became markup, nothing is wider than the window, and axe has nothing serious to say. */
  async function isSound(page: Page, problems: readonly string[]): Promise<void> {
    expect(await seriousFindings(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    expect(await page.title()).not.toBe('broken');
    expect(problems).toEqual([]);
  }
  const row = (page: Page, text: string | RegExp): Locator => page.getByRole('row').filter({ hasText: text });

  test('a mail that was refused for good is tried again, and goes out', async () => {
    mail.answerNext(550);
    await pages.service.deps.db.transaction(async (tx) => {
      const letter = { to: 'nobody@example.com', subject: HOSTILE.slice(0, 300), text: 'Line one.' };
      await enqueueMails(tx, { tenantId: pages.erp.tenant.id, requestId: 'r-1' }, [letter]);
      return { commit: true, value: undefined };
    });
    await pages.service.work();
    const { page, problems } = await open('jobs');
    await row(page, 'Failed').getByText(/550/).waitFor();
    await isSound(page, problems);
    await page.getByRole('button', { name: /^Retry/ }).click();
    await row(page, 'Waiting').waitFor();
    await pages.service.work();
    // It is seen without a click.
    await row(page, 'Done').waitFor();
    await row(page, 'Done').getByRole('button').click();
    await page
      .getByRole('dialog')
      .getByText(/messageId/)
      .waitFor();
    await isSound(page, problems);
  });

  test('a change is undone, and one that was changed again is refused in words', async () => {
    const tag = (name: string) => pages.erp.client.post('/tag', { code: 'T', name });
    await tag('first');
    await tag('second');
    await tag(HOSTILE.slice(0, 90));
    const { page, problems } = await open('audit');
    await page.getByLabel('Record type').selectOption('Tag');
    const changes = page.getByRole('button', { name: /^Change \d/ });
    await until(async () => (await changes.count()) === 3, 'the changes of the tag and no others');
    const [third, second] = await changes.all();
    await isSound(page, problems);
    await second?.click();
    const side = page.getByRole('dialog', { name: /Change \d/ });
    const fields = side.getByRole('table', { name: 'Fields of the change' });
    expect(await fields.getByRole('row').last().textContent()).toBe('namefirstsecond');
    await side.getByRole('button', { name: 'Undo this change' }).click();
    const sure = page.getByRole('dialog', { name: 'Undo this change?' });
    await sure.getByRole('button', { name: 'Undo this change' }).click();
    await side
      .getByRole('alert')
      .getByText(/name changed later, by change \d+.*changed again by key:test/)
      .waitFor();
    await isSound(page, problems);
    await side.getByRole('button', { name: 'Close' }).click();

    await third?.click();
    await side.getByRole('button', { name: 'Undo the whole request' }).click();
    const whole = page.getByRole('dialog', { name: /Undo all changes/ });
    await whole.getByRole('button', { name: 'Undo the whole request' }).click();
    await page.getByText('1 change undone.').waitFor();
    expect((await pages.erp.client.get('/tag/T')).body.name).toBe('second');
    await until(async () => (await changes.count()) === 4, 'the undo');
    await page.getByLabel('User contains').fill('nobody');
    await page.getByText('Nothing matches the filter.').waitFor();
  });

  test('a refused undo gives its reason in the language of the person', async () => {
    const tag = (name: string) => pages.erp.client.post('/tag', { code: 'L', name });
    const { changes } = (await tag('first')).body;
    await tag('second');
    const { page } = await open('audit');
    const speak = (language: string) =>
      page.evaluate(
        (body) => fetch('/session', { method: 'PUT', headers: { 'content-type': 'application/json' }, body }),
        JSON.stringify({ language }),
      );
    await speak('nl');
    try {
      await page.reload();
      await page.getByRole('button', { name: new RegExp(`^Wijziging ${changes}\\b`) }).click();
      const side = page.getByRole('dialog', { name: `Wijziging ${changes}` });
      await side.getByRole('button', { name: 'Deze wijziging ongedaan maken' }).click();
      const sure = page.getByRole('dialog', { name: 'Deze wijziging ongedaan maken?' });
      await sure.getByRole('button', { name: 'Deze wijziging ongedaan maken' }).click();
      await side
        .getByRole('alert')
        .getByText(
          `Tag L: Het record is later gewijzigd, door wijziging ${changes + 1}. (opnieuw gewijzigd door key:test`,
        )
        .waitFor();
    } finally {
      await speak('en');
      await page.reload();
    }
  });

  test('imports are seen with their bodies, the refused ones with the reason', async () => {
    await pages.erp.client.import([aCall('mboc_upsertTag', { Code: 'A', Name: HOSTILE.slice(0, 90) })]);
    await pages.erp.client.import([aCall('mboc_upsertJob', { SourceApp: HOSTILE }), aCall('mboc_<b>nonsense', {})]);
    const { page, problems } = await open('imports');
    await row(page, 'Stored').getByText('1 created').waitFor();
    await row(page, 'Stored').getByText('mboc_upsertTag × 1').waitFor();
    await row(page, 'Refused')
      .getByText(/REQ019/)
      .waitFor();
    await isSound(page, problems);
    await row(page, 'Refused').getByRole('button').click();
    const side = page.getByRole('dialog', { name: /Import/ });
    await side.getByRole('table', { name: 'Rejected calls' }).getByText('REQ015 · SourceType').waitFor();
    await side
      .getByRole('region', { name: 'Body' })
      .getByText(/onerror=/)
      .waitFor();
    await isSound(page, problems);
    await side.getByRole('button', { name: 'Close' }).click();
    await page.getByText('Partly stored', { exact: true }).click();
    await page.getByText('Nothing matches the filter.').waitFor();
  });

  test('warnings are counted in the list and shown with call and parameter', async () => {
    const lenient = [
      aCall('mboc_upsertTag', { Code: 'W', Name: 'Warned', Colour: HOSTILE.slice(0, 40) }),
      aCall('mboc_upsertResourceFilterValue', { ResourceNo: 'R-77', FilterGroup: 'Skill', FilterValue: 'Gas' }),
    ];
    const { warnings } = (await pages.erp.client.import(lenient)).body;
    expect(warnings).toHaveLength(2);
    const { page, problems } = await open('imports');
    const noted = row(page, 'mboc_upsertResourceFilterValue × 1');
    await noted.getByText('2', { exact: true }).waitFor();
    await noted.getByRole('button').click();
    const side = page.getByRole('dialog', { name: /Import/ });
    const table = side.getByRole('table', { name: 'Warnings (2)' });
    await table.waitFor();
    const texts = await table.getByRole('row').allTextContents();
    expect(texts.slice(1)).toEqual([
      `0 · mboc_upsertTagColour${warnings[0].message}`,
      `1 · mboc_upsertResourceFilterValueResourceNo${warnings[1].message}`,
    ]);
    await isSound(page, problems);
  });

  test('parts that wait for their record are listed, and one is deleted', async () => {
    const skill = (ResourceNo: string, FilterValue: string) =>
      aCall('mboc_upsertResourceFilterValue', { ResourceNo, FilterGroup: 'Skill', FilterValue });
    await pages.erp.client.import([skill('R-77', 'Gas'), skill(HOSTILE.slice(0, 45), 'Water')]);
    const { page, problems } = await open('imports');
    const waiting = page.getByRole('region', { name: 'Waiting for their record (2)' }).first();
    await waiting.getByRole('row').filter({ hasText: 'Resource R-77' }).waitFor();
    await isSound(page, problems);
    await page.getByRole('button', { name: 'Delete ResourceFilterValue filterGroup: Skill, filterValue: Gas' }).click();
    const sure = page.getByRole('dialog', { name: 'Delete this part?' });
    await sure.getByText('It will not be stored when Resource R-77 arrives.').waitFor();
    await sure.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('region', { name: 'Waiting for their record (1)' }).first().waitFor();
    expect((await pages.erp.client.get('/resourceFilterValue?pending=true')).body).toMatchObject([
      { filterValue: 'Water' },
    ]);
    await pages.erp.client.import([aCall('mboc_clearResourceFilterValue', { ResourceNo: HOSTILE.slice(0, 45) })]);
    await page
      .getByRole('region', { name: /Waiting for their record/ })
      .first()
      .waitFor({ state: 'detached' });
  });

  test('a setup package is uploaded, its plan is read, and it is applied', async () => {
    await pages.erp.client.post('/profile', { code: 'PLANNER', name: 'Planner' });
    const { page, problems } = await open('setup');
    const hostile = HOSTILE.slice(0, 60).replaceAll('"', "'");
    const content = `
owner: anna@example.com
name: "Field service ${hostile}"
odd: 1
profiles:
  - {code: PLANNER, name: Dispatcher}
  - {code: VIEWER, name: Viewer}
`;
    await page.getByRole('button', { name: 'Choose a file' }).waitFor();
    const file = { name: 'package.yaml', mimeType: 'application/yaml', buffer: Buffer.from(content) };
    await page.locator('input[type=file]').setInputFiles(file);
    const plan = page.getByRole('region', { name: 'Changes' });
    await plan.getByText('1 created, 1 changed, 0 removed').waitFor();
    const fields = plan.getByRole('table', { name: 'Fields of Profile PLANNER' });
    expect((await fields.getByRole('row').allTextContents()).slice(1)).toEqual([
      'namePlannerDispatcher',
      expect.stringMatching(/^owner.*anna@example.com$/),
    ]);
    await plan.getByText(/odd is unknown and was ignored/).waitFor();
    await isSound(page, problems);
    await page.getByRole('button', { name: 'Apply', exact: true }).click();
    const side = page.getByRole('dialog', { name: /Package \d/ });
    await side.getByText('Waiting').waitFor();
    await pages.service.work();
    await side.getByText('Applied', { exact: true }).waitFor();
    await isSound(page, problems);
    expect((await pages.erp.client.get('/profile/PLANNER')).body.name).toBe('Dispatcher');
    await side.getByRole('button', { name: 'Close' }).click();
    await row(page, 'Applied').getByText('1 created, 1 changed').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /Download this tenant/ }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('setup-package.json');
    await page.getByLabel('Package as JSON, JSON5 or YAML').fill('{ owner: 1');
    await page.getByRole('button', { name: 'Preview changes' }).click();
    await page
      .getByRole('alert')
      .getByText(/neither JSON nor JSON5/)
      .waitFor();
  });

  test('a webhook is added, its deliveries are looked at, and one is sent again', async () => {
    await aPlan(pages.erp, []);
    const { page, problems } = await open('connectors');
    await page.getByText('No connectors or webhooks yet').waitFor();
    await page.getByRole('button', { name: 'Add webhook' }).click();
    const form = page.getByRole('dialog', { name: 'New webhook' });
    await form.getByLabel('Name').fill('Flow');
    await form.getByLabel('Address').fill(`${office.url}/hook`);
    await form.getByRole('button', { name: 'Add' }).click();
    const secret = page.getByRole('dialog', { name: 'Signing secret' });
    await secret.getByText(/^whsec_/).waitFor();
    await secret.getByRole('button', { name: 'Close' }).last().click();
    await row(page, 'Flow').getByText('Never used', { exact: true }).waitFor();

    await page.getByRole('button', { name: 'Actions for Flow' }).click();
    await page.getByRole('menuitem', { name: 'Send test event' }).click();
    await page.getByText(/The receiver answered 200/).waitFor();
    await row(page, 'Flow').getByText('Healthy', { exact: true }).waitFor();
    await row(page, 'Flow')
      .getByText(/Last success: \d+ \w+ \d{4}, \d\d:\d\d\./)
      .waitFor();
    office.received.length = 0;
    await aPlan(pages.erp, [aBar(1)]);
    await until(() => office.at('/hook').length === 1, 'the delivery');
    await page.getByRole('button', { name: 'Flow', exact: true }).click();
    await row(page, 'Delivered').waitFor();
    await row(page, 'Delivered').getByRole('button').click();
    const side = page.getByRole('dialog', { name: 'Delivery' });
    await side.getByText(office.at('/hook')[0]?.body.AppointmentGuid).waitFor();
    await isSound(page, problems);
    await side.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('checkbox', { name: /Select delivery/ }).check();
    await page.getByRole('button', { name: 'Send again' }).click();
    await until(() => office.at('/hook').length === 2, 'the replay');
    const [first, second] = office.at('/hook');
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);

    await page.getByRole('button', { name: 'All connectors and webhooks' }).click();
    await page.getByRole('button', { name: 'Actions for Flow' }).click();
    await page.getByRole('menuitem', { name: 'Pause' }).click();
    await row(page, 'Flow').getByText('Paused').waitFor();
    expect(problems).toEqual([]);
  });

  test('a webhook that failed for a day is suspended, says since when and why, and is resumed', async () => {
    await aPlan(pages.erp, []);
    const hook = { notificationURL: `${office.url}/dead`, name: 'Broken flow' };
    const path = (await pages.erp.client.post('/webhooks/AppointmentCreated', hook)).headers.get('location');
    const sending = async () => (await pages.erp.client.get(`${path}/sending`)).body;
    office.answer = ({ path: at }) => ({ status: at === '/dead' ? 503 : 200 });
    try {
      await aPlan(pages.erp, [aBar(2)]);
      await until(async () => (await sending()).failingSince !== null, 'a failure');
      pages.service.setNow(new Date(Date.now() + 25 * 3_600_000).toISOString());
      await until(async () => (await sending()).suspended === true, 'the suspension');
      const { page, problems } = await open('connectors');
      await row(page, 'Broken flow').getByText('Suspended').waitFor();
      await row(page, 'Broken flow')
        .getByText(/since \d+ \w+ \d{4}, \d\d:\d\d, after a day of failures/)
        .waitFor();
      await row(page, 'Broken flow').getByText('The receiver returned 503.').waitFor();
      await isSound(page, problems);
      office.answer = () => ({ status: 200 });
      const before = office.at('/dead').length;
      await page.getByRole('button', { name: 'Actions for Broken flow' }).click();
      await page.getByRole('menuitem', { name: 'Resume' }).click();
      await until(() => office.at('/dead').length > before, 'the delivery');
      await row(page, 'Broken flow').getByText('Healthy', { exact: true }).waitFor();
      expect(problems).toEqual([]);
    } finally {
      office.answer = () => ({ status: 200 });
      pages.service.setNow(undefined);
      await pages.erp.client.send('DELETE', path ?? '');
    }
  });

  test('a connector is added and edited, and one that fails shows it', async () => {
    await aPlan(pages.erp, []);
    office.answer = () => ({ status: 500, body: HOSTILE });
    try {
      const { page, problems } = await open('connectors');
      await page.getByRole('button', { name: 'Add connector' }).click();
      const form = page.getByRole('dialog', { name: 'New connector' });
      await form.getByLabel('Name').fill('Business Central <b>');
      await form.getByLabel('Source system').fill('ERP');
      await form.getByLabel('Address').fill(`${office.url}/plan`);
      await form.getByLabel('Authentication').selectOption('User name and password');
      await form.getByLabel('User name or client id').fill('openslot');
      await form.getByLabel('Password or client secret').fill('hush');
      await isSound(page, problems);
      await form.getByRole('button', { name: 'Save' }).click();
      const line = row(page, 'Business Central <b>');
      await line.getByText('Never used', { exact: true }).waitFor();
      await aPlan(pages.erp, [aBar(3)]);
      await line.getByText(/Failing since \d+ \w+ \d{4}, \d\d:\d\d/).waitFor();
      await line
        .getByText(/Last error, .*: The receiver has an internal error\. \(The receiver returned 500\.\)/)
        .waitFor();
      expect(office.at('/plan')[0]?.headers.authorization).toBe(`Basic ${btoa('openslot:hush')}`);
      await page.getByRole('button', { name: 'Business Central <b>', exact: true }).click();
      await row(page, 'Waiting').getByRole('button').click();
      await page.getByRole('dialog', { name: 'Delivery' }).getByText(/500/).first().waitFor();
      await isSound(page, problems);
      await page.getByRole('dialog', { name: 'Delivery' }).getByRole('button', { name: 'Close' }).click();
      await page.getByRole('button', { name: 'All connectors and webhooks' }).click();
      await page.getByRole('button', { name: 'Actions for Business Central <b>' }).click();
      await page.getByRole('menuitem', { name: 'Edit' }).click();
      const edit = page.getByRole('dialog', { name: 'Business Central <b>' });
      await edit.getByLabel('Enabled').uncheck();
      await edit.getByRole('button', { name: 'Save' }).click();
      await row(page, 'Business Central <b>').getByText('Disabled').waitFor();
      const [stored] = (await pages.erp.client.get('/connector')).body;
      expect(stored).toMatchObject({ sendAppointmentToWebService: false, login: 'openslot', authenticationType: 1 });
    } finally {
      office.answer = () => ({ status: 200 });
    }
  });

  test('receivers are filtered by state, and a test event that fails explains why in plain words', async () => {
    await aPlan(pages.erp, []);
    const hook = async (name: string) => {
      const body = { notificationURL: `${office.url}/${name}`, name };
      const { headers } = await pages.erp.client.post('/webhooks/AppointmentCreated', body);
      return new URL(headers.get('location') ?? '').pathname;
    };
    const made = [await hook('works'), await hook('unused'), await hook('locked')];
    office.answer = ({ path }) => ({ status: path === '/locked' ? 401 : 200 });
    try {
      expect((await pages.erp.client.post(`${made[0]}/test`, {})).body).toMatchObject({
        delivered: true,
        reason: null,
      });
      const { page, problems } = await open('connectors');
      await row(page, 'works').getByText('Healthy', { exact: true }).waitFor();
      const filter = page.getByLabel('State', { exact: true });
      await filter.selectOption('Never used (2)');
      await row(page, 'works').waitFor({ state: 'detached' });
      await row(page, 'unused').waitFor();
      await isSound(page, problems);
      await page.getByRole('button', { name: 'locked', exact: true }).click();
      await page.getByRole('button', { name: 'Send test event' }).click();
      const refused = 'The receiver does not accept the user name, password or token.';
      await page.getByRole('alert').getByText(refused).first().waitFor();
      // The detail shows it, and so does the list.
      await page.locator('.log-filters').getByText(`${refused} (The receiver returned 401.)`).waitFor();
      await isSound(page, problems);
      await page.getByRole('button', { name: 'All connectors and webhooks' }).click();
      await row(page, 'locked').getByText(refused).waitFor();
    } finally {
      office.answer = () => ({ status: 200 });
      for (const path of made) await pages.erp.client.send('DELETE', path);
    }
  });

  test('a connector that cannot be delivered to says why, and can be changed', async () => {
    const nav = { sourceApp: 'NAV', name: 'Old NAV', type: 2, apiType: 0, uri: `${office.url}/NAV/WS/Codeunit/Plan` };
    await pages.erp.client.post('/connector', nav);
    try {
      const { page, problems } = await open('connectors');
      await row(page, 'Old NAV').getByText('Not delivering').waitFor();
      await row(page, 'Old NAV').getByText('SOAP is not supported').waitFor();
      await isSound(page, problems);
      await page.getByRole('button', { name: 'Actions for Old NAV' }).click();
      await page.getByRole('menuitem', { name: 'Edit' }).click();
      const edit = page.getByRole('dialog', { name: 'Old NAV' });
      await edit.getByLabel('Protocol').selectOption('REST');
      await edit.getByRole('button', { name: 'Save' }).click();
      await row(page, 'Old NAV').getByText('Never used', { exact: true }).waitFor();
    } finally {
      await pages.erp.client.del('/connector', { sourceApp: 'NAV', name: 'Old NAV' });
    }
  });
});
