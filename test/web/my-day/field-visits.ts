import type { Page } from '@playwright/test';
import { aCall, type TestTenant } from '../../support/service.ts';
import { dayIn } from '../time/timesheet-week.ts';

const KEY = { SourceApp: 'ERP', SourceType: 'SERVICE' };
export const guid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

const aVisit = (n: number, jobNo: string, resource: string, from: string, till: string) =>
  aCall('mboc_upsertAppointment', {
    ...KEY,
    JobNo: jobNo,
    TaskNo: 'T',
    AppointmentGuid: guid(n),
    Subject: `Visit ${n}`,
    ResourceNo: resource,
    Start: from,
    End: till,
  });

/** Two visits of Anna today, the second together with Ben, and one tomorrow. */
export async function fieldVisits({ client }: TestTenant): Promise<void> {
  const today = dayIn(0);
  const answer = await client.import([
    aCall('mboc_upsertResource', {
      ResourceNo: 'ANNA',
      DisplayName: 'Anna',
      HomeAddressGeoLat: 51.05,
      HomeAddressGeoLong: 3.72,
    }),
    aCall('mboc_upsertResource', { ResourceNo: 'BEN', DisplayName: 'Ben' }),
    aCall('mboc_upsertJob', {
      ...KEY,
      JobNo: 'A',
      ShortDescription: 'Boiler',
      Description: 'The boiler leaks.',
      CustomerName: 'Astoria',
      ContactName: 'Ann',
      ContactPhone: '+32 470 12 34 56',
      SiteStreet: 'Veldstraat',
      SiteStreetNo: '1',
      SiteCity: 'Gent',
      SiteAddressGeoLat: 51.06,
      SiteAddressGeoLong: 3.73,
    }),
    aCall('mboc_upsertJob', {
      ...KEY,
      JobNo: 'B',
      ShortDescription: 'Pump',
      SiteCity: 'Aalst',
      SiteAddressGeoLat: 50.94,
      SiteAddressGeoLong: 4.04,
    }),
    aCall('mboc_upsertTask', {
      ...KEY,
      JobNo: 'A',
      TaskNo: 'T',
      ShortDescription: 'Repair the boiler',
      AppointmentTemplate: 'REPAIR',
    }),
    aCall('mboc_upsertTask', { ...KEY, JobNo: 'B', TaskNo: 'T', ShortDescription: 'Check the pump' }),
    aCall('mboc_upsertAppointmentField', {
      Template: 'REPAIR',
      FieldCode: 'METER',
      Caption: 'Meter reading',
      Type: 1,
      Index: 1,
    }),
    aVisit(1, 'A', 'ANNA', `${today}T13:00`, `${today}T14:00`),
    aVisit(2, 'B', 'ANNA', `${today}T15:00`, `${today}T16:00`),
    aCall('mboc_addAppointmentResource', { AppointmentGuid: guid(2), ResourceNo: 'BEN' }),
    aVisit(3, 'B', 'ANNA', `${dayIn(1)}T09:00`, `${dayIn(1)}T10:00`),
  ]);
  if (answer.status !== 200) throw new Error(answer.text);
}

/** The card of a visit. */
export const visit = (page: Page, n: number) => page.getByRole('article', { name: `Visit ${n}` });
export const tap = (page: Page, n: number, what: string) =>
  visit(page, n)
    .getByRole('button', { name: new RegExp(`^${what}: `) })
    .click();
