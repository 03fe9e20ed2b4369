import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { beforeEach } from 'vitest';
import { type ControlName, controls } from '../../web/src/session/controls.ts';
import { type PageName, pages } from '../../web/src/session/page-needs.ts';
import { permissions } from '../../web/src/session/permission.ts';
import { aJob, aResource, aTask, taskKey } from '../records/builders.ts';
import { aCall, type Client, type TestTenant } from '../support/service.ts';
import { goTo, type Window } from './browser.ts';
import { Pages } from './pages.ts';

/** A Wednesday. */
const NOW = '2026-06-10T12:00:00+02:00';
const TODAY = '2026-06-10';
const NEUTRAL = '/app/getting-started';

/** One tenant with something for every control, and somebody for every set of permissions that is taken away. */
export class PermissionTenant extends Pages {
  #tenant: Promise<TestTenant> | undefined;
  #without = new Map<string, Promise<string>>();
  #runs = { done: 0, waiting: 0 };

  constructor() {
    super();
    beforeEach(() => this.service.setNow(NOW));
  }

  protected override tenantOfTest(): Promise<TestTenant> {
    this.#tenant ??= super.tenantOfTest();
    return this.#tenant;
  }

  /** Somebody whose role has all permissions but these. */
  without(removed: readonly string[]): Promise<string> {
    const role = removed.length === 0 ? 'everything' : `without ${removed.join(' ')}`.slice(0, 50);
    const key = `${this.#runs.done} ${removed.join()}`;
    const made = this.#without.get(key) ?? this.#make(role, removed);
    this.#without.set(key, made);
    return made;
  }

  async #make(role: string, removed: readonly string[]): Promise<string> {
    const held = permissions.filter((permission) => !removed.includes(permission));
    await this.#send('/role', { name: role, permissions: held });
    return this.person('person', { Roles: role, ...(this.#runs.done > 0 ? { ResourceNo: 'ANNA' } : {}) });
  }

  clientWithout = async (removed: readonly string[]): Promise<Client> => this.clientOf(await this.without(removed));

  async windowWithout(removed: readonly string[]): Promise<Page> {
    const window: Window = await this.window({ isNew: true, at: NOW });
    await this.open(NEUTRAL, await this.without(removed), window);
    return window.page;
  }

  async #send(path: string, body: object): Promise<Record<string, unknown>> {
    const answer = await this.erp.client.post(path, body);
    if (answer.status >= 300) throw new Error(`${path}: ${answer.text}`);
    return answer.body;
  }

  /** Open and planned work, a saved view, a series, two runs of the optimizer and registered time. */
  async fill(): Promise<void> {
    const at = { SiteAddressGeoLat: 50.86, SiteAddressGeoLong: 4.25 };
    const planned = { ...taskKey('J1', 'T1'), ResourceNo: 'ANNA', Start: `${TODAY}T08:00`, End: `${TODAY}T10:00` };
    await this.#import([
      aResource('ANNA', { DisplayName: 'Anna', HomeAddressGeoLat: 50.85, HomeAddressGeoLong: 4.2 }),
      aResource('BEN', { DisplayName: 'Ben', HomeAddressGeoLat: 50.9, HomeAddressGeoLong: 4.3 }),
      aCall('mboc_upsertCategory', { CategoryName: 'Repair', DisplayName: 'Repair', CategoryHexColor: '#f59f00' }),
      aJob('J1', at),
      // More is planned than its budget: a conflict.
      aTask('J1', 'T1', { Subject: 'Seal', DurationInSeconds: 3600, RequiredTotalDurationInSeconds: 600 }),
      aTask('J1', 'OPEN', { ShortDescription: 'Still to plan', DurationInSeconds: 3600 }),
      aCall('mboc_upsertAppointment', { ...planned, Subject: 'Seal' }),
      aCall('mboc_upsertAppointmentField', { FieldCode: 'METER' }),
      aCall('mboc_upsertActionUrl', { UrlType: 1, Url: 'https://erp.example/{jobNo}', RequestType: 2 }),
    ]);
    for (const [resourceNo, externalId] of [
      ['ANNA', 'A-1'],
      ['BEN', 'B-1'],
    ])
      await this.#send('/absence', { externalId, resourceNo, startDate: '2026-09-01', endDate: '2026-09-02' });
    // What people enter may be changed on the pages of the master data, what a key wrote may not.
    await (await this.clientWithout([])).post('/container', { name: 'By hand' });
    await this.#send('/layout', { code: 'VIEW', name: 'Our week', kind: 0, content: { mode: 'week' } });
    await this.#send('/appointmentRecurring', {
      startDate: '2026-08-03T09:00',
      endDate: '2026-08-31',
      resource: 'ANNA',
      recurrenceRule: 'FREQ=WEEKLY;BYDAY=MO',
      ...taskKey('J1', 'T1'),
      duration: 'PT90M',
    });
    const file = Buffer.from('Notes of the customer');
    const owners = [{ sourceApp: 'ERP', sourceType: 'SERVICE', jobNo: 'J1', taskNo: 'T1' }, { resourceNo: 'ANNA' }];
    for (const owner of owners) {
      const attachment = { attachmentGuid: randomUUID(), kind: 'document', fileName: 'notes.txt', size: file.length };
      await this.#send('/attachment', { ...attachment, ...owner });
      await this.erp.client.put(`/attachment/${attachment.attachmentGuid}/content?offset=0`, file);
    }
    const run = { start: '2026-06-11', end: '2026-06-12', maxSeconds: 1 };
    this.#runs.done = Number((await this.#send('/optimization/fieldService', run))['id']);
    await this.service.work();
    this.#runs.waiting = Number((await this.#send('/optimization/fieldService', run))['id']);
    for (const ResourceNo of ['ANNA', 'BEN'])
      await this.#send('/timeEntry', { ...taskKey('J1', 'T1'), ResourceNo, Date: TODAY, DurationInSeconds: 3600 });
    await this.#send('/timeSession', {
      ...taskKey('J1', 'T1'),
      ResourceNo: 'ANNA',
      StartedAt: `${TODAY}T06:00:00Z`,
      StoppedAt: `${TODAY}T07:00:00Z`,
    });
    const approval = await this.erp.client.put('/timeEntry/settings', { timeApproval: 'teamLead' });
    if (approval.status !== 200) throw new Error(approval.text);
  }

  async #import(calls: ReturnType<typeof aCall>[]): Promise<void> {
    const { status, text } = await this.erp.client.import(calls);
    if (status !== 200) throw new Error(text);
  }

  /** Where a control is, and what has to be opened there. */
  placeOf(name: ControlName): string {
    const { page, part = '' } = controls[name] as { page: PageName; part?: string };
    const run = name === 'optimization.stop' ? this.#runs.waiting : this.#runs.done;
    return `${page} ${part}${part === 'run' ? ` ${run}` : ''}`;
  }

  /** Opens a page, or what is open on it already is closed. */
  async go(page: Page, name: PageName, run?: string): Promise<void> {
    await goTo(page, NEUTRAL);
    await page.getByRole('heading', { name: 'Getting started' }).waitFor();
    const search = name === 'findSlot' ? `?${new URLSearchParams(TASK)}` : '';
    await goTo(page, `/app${pages[name].path}${run === undefined ? '' : `/${run}`}${search}`);
  }

  /** Opens the page and the part of a place. */
  async show(page: Page, place: string): Promise<void> {
    const [name = '', part = '', run] = place.split(' ');
    await this.go(page, name as PageName, run);
    await page.locator('main h1').first().waitFor();
    await PARTS[part || name]?.(page, name);
  }
}

const TASK = { sourceApp: 'ERP', sourceType: 'SERVICE', jobNo: 'J1', taskNo: 'OPEN' };
const bar = (page: Page) => page.getByRole('option', { name: 'Seal' }).first();

/** Opens a part of a page and waits until its data is there. */
const PARTS: Readonly<Record<string, (page: Page, name: string) => Promise<unknown>>> = {
  planning: (page) => bar(page).waitFor(),
  route: async (page) => {
    await page.getByRole('complementary').getByRole('button', { name: /Anna/ }).click();
    await page.locator('.map-route').waitFor();
  },
  menu: async (page) => {
    await bar(page).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Show this day' }).waitFor();
  },
  tasks: async (page) => {
    await page.getByRole('row', { name: /Still to plan/ }).click();
    await page.locator('.task-selected').waitFor();
  },
  planned: async (page) => {
    await bar(page).waitFor();
    await page.getByRole('tab', { name: /^Planned tasks/ }).click();
    await page.getByRole('button', { name: 'Select all' }).waitFor();
  },
  details: async (page) => {
    await bar(page).dblclick();
    await page.locator('.details-history li').first().waitFor();
    await page.getByText('notes.txt').waitFor();
  },
  conflicts: async (page) => {
    await page.getByRole('tab', { name: /^Conflicts/ }).click();
    await page.locator('.conflict').first().waitFor();
  },
  views: async (page) => {
    await page.getByRole('button', { name: 'Saved views' }).click();
    await page.getByRole('button', { name: 'Our week', exact: true }).waitFor();
  },
  myDay: (page) => page.getByRole('article', { name: 'Seal' }).waitFor(),
  visit: async (page) => {
    await page.getByRole('button', { name: /^Details: Seal/ }).click();
    await page.getByRole('button', { name: 'Save checklist' }).waitFor();
  },
  slots: (page) => page.getByRole('article').first().waitFor(),
  run: (page) =>
    page
      .locator('main')
      .getByText(/Anna|Waiting for a worker/)
      .first()
      .waitFor(),
  series: (page) => page.getByText('FREQ=WEEKLY;BYDAY=MO').last().waitFor(),
  day: async (page, name) => {
    if (name === 'team') await page.getByRole('button', { name: /^Ben, Wed 10 Jun/ }).click();
    await page.locator('.ts-entry').first().waitFor();
  },
  absences: (page) => page.locator('.absence').first().waitFor(),
  decide: async (page) => {
    const tab = page.getByRole('tab', { name: 'To decide' });
    await page.locator('.absence').first().waitFor();
    if ((await tab.count()) === 0) return;
    await tab.click();
    await page.getByRole('list', { name: 'To decide' }).waitFor();
  },
  entries: (page) => page.getByRole('region', { name: 'Hours by resource and day' }).waitFor(),
  user: async (page) => {
    await page.getByRole('table').getByRole('row').nth(1).getByRole('button').first().click();
    await page.getByRole('dialog').getByRole('checkbox', { name: 'Viewer' }).waitFor();
  },
  record: async (page) => {
    await page.getByRole('link', { name: 'Containers' }).click();
    await page.getByRole('link', { name: 'By hand' }).click();
    await page.getByRole('heading', { name: 'By hand' }).waitFor();
  },
  resource: async (page) => {
    await page.getByRole('link', { name: 'ANNA' }).click();
    await page.getByRole('region', { name: 'Attachments' }).getByText('notes.txt').waitFor();
  },
  change: async (page) => {
    await page.getByRole('table').getByRole('row').nth(1).getByRole('button').first().click();
    await page.getByRole('dialog').getByText('Request').first().waitFor();
  },
};
