import { expect } from 'vitest';
import { aCall, type Client } from '../../support/service.ts';

export const WINDOW = 'start=2026-03-30&end=2026-04-06';

const JOB = { SourceApp: 'ERP', SourceType: 'SERVICE', JobNo: 'J1' };

/** Resources, and tasks with an hour each on one of them. GUIDs follow from the tasks, so that plans of two tenants can be compared. */
export async function aPlan(
  client: Client,
  people: number,
  tasks: number,
  { task = 'T', start = '2026-03-30T09:00', end = '2026-03-30T10:00' } = {},
): Promise<void> {
  const answer = await client.import([
    aCall('mboc_upsertJob', { ...JOB, ShortDescription: 'Boilers', SiteLatitude: 51.05, SiteLongitude: 3.72 }),
    ...Array.from({ length: people }, (_, i) =>
      aCall('mboc_upsertResource', { ResourceNo: `R${i}`, DisplayName: `Person ${i}` }),
    ),
    ...Array.from({ length: tasks }, (_, i) => [
      aCall('mboc_upsertTask', {
        ...JOB,
        TaskNo: `${task}${i}`,
        ShortDescription: `Task ${i}`,
        RequiredTotalDurationInSeconds: 7200,
        DurationInSeconds: 3600,
      }),
      aCall('mboc_upsertAppointment', {
        ...JOB,
        TaskNo: `${task}${i}`,
        AppointmentGuid: guidOf(`${task}${i}`),
        ResourceNo: `R${i % people}`,
        Start: start,
        End: end,
      }),
    ]).flat(),
  ]);
  expect(answer.status, answer.text).toBe(200);
}

/** A GUID that follows from a text. */
export const guidOf = (text: string): string =>
  `00000000-0000-4000-8000-${Buffer.from(text).toString('hex').padStart(12, '0').slice(-12)}`;

/** The same client, in a draft. */
export function inDraft(client: Client, id: number): Client {
  const header = { 'x-draft': String(id) };
  return {
    send: (method, path, body, headers) => client.send(method, path, body, { ...header, ...headers }),
    get: (path, headers) => client.get(path, { ...header, ...headers }),
    post: (path, body, headers) => client.post(path, body, { ...header, ...headers }),
    put: (path, body, headers) => client.put(path, body, { ...header, ...headers }),
    del: (path, body, headers) => client.del(path, body, { ...header, ...headers }),
    import: (calls, headers, query) => client.import(calls, { ...header, ...headers }, query),
  };
}
