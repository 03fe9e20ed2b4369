import { expect } from 'vitest';
import { aJob, aResource, aTask, aTaskFilter, taskKey } from '../../records/builders.ts';
import { aCall, type Client, clientFor, type TestService, type TestTenant } from '../../support/service.ts';

const PASSWORD = 'a long password of a person';

export const guid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

export const anAppointment = (n: number, job: string, resourceNo: string, from: string, till: string) =>
  aCall('mboc_upsertAppointment', {
    ...taskKey(job, 'T'),
    AppointmentGuid: guid(n),
    Subject: `Visit ${n}`,
    ResourceNo: resourceNo,
    Start: from,
    End: till,
  });

/** Two visits of Anna on 1 June 2026, one on the next day, with Ben at the second. */
export const aPlan = () => [
  aCall('mboc_upsertFilterGroup', { GroupName: 'Skill' }),
  aCall('mboc_upsertFilterValue', { FilterGroupName: 'Skill', FilterValue: 'GAS' }),
  aResource('ANNA', { DisplayName: 'Anna', HomeAddressGeoLat: 51.05, HomeAddressGeoLong: 3.72 }),
  aResource('BEN', { DisplayName: 'Ben' }),
  aJob('A', {
    Description: 'The boiler leaks.',
    CustomerName: 'Astoria',
    ContactName: 'Ann',
    ContactPhone: '+32 470 2',
    SiteStreet: 'Veldstraat',
    SiteStreetNo: '1',
    SiteCity: 'Gent',
    SiteAddressGeoLat: 51.06,
    SiteAddressGeoLong: 3.73,
  }),
  aJob('B', { SiteCity: 'Aalst', SiteAddressGeoLat: 50.94, SiteAddressGeoLong: 4.04 }),
  aTask('A', 'T', { AppointmentTemplate: 'REPAIR', CertificateNo: 'VCA', url1: 'https://erp.example/T' }),
  aTask('B', 'T'),
  aTaskFilter('A', 'T', 'GAS'),
  aCall('mboc_upsertTaskUrl', { ...taskKey('A', 'T'), url: 'https://docs.example/pump', urldesc: 'Manual' }),
  aCall('mboc_upsertAppointmentField', { Template: 'REPAIR', FieldCode: 'METER', Type: 1, Index: 1 }),
  aCall('mboc_upsertAppointmentField', { Template: 'REPAIR', FieldCode: 'ORDER', ReadOnly: true, Index: 2 }),
  anAppointment(1, 'A', 'ANNA', '2026-06-01T08:00', '2026-06-01T10:00'),
  anAppointment(2, 'B', 'ANNA', '2026-06-01T11:00', '2026-06-01T12:00'),
  aCall('mboc_addAppointmentResource', { AppointmentGuid: guid(2), ResourceNo: 'BEN' }),
  anAppointment(3, 'B', 'ANNA', '2026-06-02T08:00', '2026-06-02T09:00'),
];

/** The header of somebody who signed in, as a resource. */
export async function tokenOf(
  service: TestService,
  { client, tenant }: TestTenant,
  name: string,
  roles: string,
  resourceNo?: string,
): Promise<{ authorization: string }> {
  const email = `${name}@${tenant.id}.example`;
  const made = await client.post('/user', { email, password: PASSWORD, roles, ...(resourceNo ? { resourceNo } : {}) });
  expect(made.status, made.text).toBe(200);
  const { body } = await clientFor(service.baseUrl, {}).post('/tokens', { username: email, password: PASSWORD });
  return { authorization: `Bearer ${body.access_token}` };
}

/** Somebody who signed in, as a resource. */
export const signedIn = async (
  service: TestService,
  tenant: TestTenant,
  name: string,
  roles: string,
  resourceNo?: string,
): Promise<Client> => clientFor(service.baseUrl, await tokenOf(service, tenant, name, roles, resourceNo));

export const idOf = async ({ client }: TestTenant, n: number): Promise<number> =>
  (await client.get(`/appointment/${guid(n)}`)).body.id;
