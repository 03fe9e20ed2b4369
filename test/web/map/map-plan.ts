import { aCall, type TestTenant } from '../../support/service.ts';

const KEY = { SourceApp: 'ERP', SourceType: 'SERVICE' };
const PLACES = { GENT: [51.05, 3.72], BRUSSEL: [50.85, 4.35], LEUVEN: [50.88, 4.7] } as const;

/** Where a job or a home is. */
const at = (side: 'Site' | 'Home', place: keyof typeof PLACES) => ({
  [`${side}AddressGeoLat`]: PLACES[place][0],
  [`${side}AddressGeoLong`]: PLACES[place][1],
  [`${side}City`]: place,
});

/** A job with one task at a place, or nowhere. */
export const aSite = (no: string, subject: string, place: keyof typeof PLACES | undefined, category = 'Repair') => [
  aCall('mboc_upsertJob', {
    ...KEY,
    JobNo: no,
    ShortDescription: 'Work',
    CustomerName: 'Astoria',
    ...(place ? at('Site', place) : {}),
  }),
  aCall('mboc_upsertTask', {
    ...KEY,
    JobNo: no,
    TaskNo: 'T',
    ShortDescription: 'Work',
    Subject: subject,
    Category: category,
    DurationInSeconds: 3600,
    RequiredTotalDurationInSeconds: 3600,
  }),
];

export const aVisit = (job: string, resource: string, start: string, end: string) =>
  aCall('mboc_upsertAppointment', { ...KEY, JobNo: job, TaskNo: 'T', ResourceNo: resource, Start: start, End: end });

export async function send(tenant: TestTenant, calls: readonly object[]): Promise<void> {
  const answer = await tenant.client.import(calls);
  if (answer.status !== 200) throw new Error(answer.text);
}

/** Anna lives in Gent and goes to Brussel and Leuven; Ben lives in Leuven. One task is open in Gent, one nowhere. */
export const aMap = (tenant: TestTenant): Promise<void> =>
  send(tenant, [
    aCall('mboc_upsertCategory', { CategoryName: 'Repair', DisplayName: 'Repair', CategoryHexColor: '#f59f00' }),
    aCall('mboc_upsertCategory', { CategoryName: 'Survey', DisplayName: 'Survey', CategoryHexColor: '#1971c2' }),
    aCall('mboc_upsertResource', { ResourceNo: 'ANNA', DisplayName: 'Anna Peeters', ...at('Home', 'GENT') }),
    aCall('mboc_upsertResource', { ResourceNo: 'BEN', DisplayName: 'Ben', ...at('Home', 'LEUVEN') }),
    ...aSite('A', 'Seal the valve', 'LEUVEN'),
    ...aSite('B', 'Paint the wall', 'BRUSSEL', 'Survey'),
    ...aSite('C', 'Still to plan', 'GENT'),
    ...aSite('D', 'No address', undefined),
    aVisit('A', 'ANNA', '2026-06-01T14:00', '2026-06-01T15:00'),
    aVisit('B', 'ANNA', '2026-06-01T09:00', '2026-06-01T10:00'),
  ]);
