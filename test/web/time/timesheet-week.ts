import type { Page } from '@playwright/test';
import { beforeEach } from 'vitest';
import { aCall, type TestTenant } from '../../support/service.ts';
import type { Window, WindowOptions } from '../browser.ts';
import { Pages } from '../pages.ts';

const KEY = { SourceApp: 'ERP', SourceType: 'SERVICE', JobNo: 'J-1' };

/** The size of an older phone. */
export const PHONE = { width: 360, height: 740 };

/** One job with two tasks, Anna and Ben, and an appointment of Anna's that fills today. */
export async function aFieldWeek(tenant: TestTenant, texts: { task?: string; job?: string } = {}): Promise<void> {
  const today = dayIn(0);
  const answer = await tenant.client.import([
    aCall('mboc_upsertJob', { ...KEY, ShortDescription: texts.job ?? 'Pump station', CustomerName: 'Astoria' }),
    aCall('mboc_upsertTask', { ...KEY, TaskNo: 'T-1', ShortDescription: texts.task ?? 'Replace the seal' }),
    aCall('mboc_upsertTask', { ...KEY, TaskNo: 'T-2', ShortDescription: 'Check the valves' }),
    aCall('mboc_upsertResource', { ResourceNo: 'ANNA', DisplayName: 'Anna', TeamCode: 'NORTH', TeamName: 'North' }),
    aCall('mboc_upsertResource', { ResourceNo: 'BEN', DisplayName: 'Ben', TeamCode: 'SOUTH', TeamName: 'South' }),
    aCall('mboc_upsertAppointment', {
      ...KEY,
      TaskNo: 'T-1',
      ResourceNo: 'ANNA',
      Start: `${today}T00:00`,
      End: `${today}T23:59`,
    }),
  ]);
  if (answer.status !== 200) throw new Error(answer.text);
}

/** Wednesday noon, whenever the tests run: there is a morning before it, and the day does not end meanwhile. */
const NOW = '2026-06-10T12:00:00+02:00';

/** A date so many days from today. */
export const dayIn = (days: number): string => new Date(Date.parse(NOW) + days * 86_400_000).toISOString().slice(0, 10);

/** A tenant whose people register time. */
export class Field extends Pages {
  constructor() {
    super();
    beforeEach(() => this.service.setNow(NOW));
  }

  override window(options: WindowOptions = {}): Promise<Window> {
    return super.window({ ...options, isNew: true, at: NOW });
  }

  /** Somebody who only registers time, as a resource. */
  worker(resource = 'ANNA'): Promise<string> {
    return this.person('worker', { Roles: 'timekeeper', ResourceNo: resource });
  }

  async session(taskNo: string, from: string, until: string, more: Record<string, unknown> = {}): Promise<void> {
    const answer = await this.erp.client.post('/timeSession', {
      ...KEY,
      TaskNo: taskNo,
      ResourceNo: 'ANNA',
      StartedAt: from,
      StoppedAt: until,
      ...more,
    });
    if (answer.status !== 200) throw new Error(answer.text);
  }

  async entry(more: Record<string, unknown>): Promise<number> {
    const answer = await this.erp.client.post('/timeEntry', {
      ...KEY,
      TaskNo: 'T-1',
      ResourceNo: 'ANNA',
      Date: dayIn(0),
      DurationInSeconds: 3600,
      ...more,
    });
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.body.results[0].id;
  }

  async stored(what: 'timeEntry' | 'timeSession', resourceNo = 'ANNA') {
    return (await this.erp.client.get(`/${what}?start=${dayIn(-40)}&end=${dayIn(2)}&resourceNo=${resourceNo}`)).body;
  }
}

/** A part of the page by its name. */
export const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
