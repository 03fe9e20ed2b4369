import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { deliverChanges } from '../../../src/features/connectors/deliver-changes.ts';
import { followChanges } from '../../../src/records/follow-changes.ts';
import { aJob, aResource, aTask, taskKey } from '../../records/builders.ts';
import { type Received, TestReceiver } from '../../support/receiver.ts';
import { aCall, startService, type TestService, type TestTenant } from '../../support/service.ts';

export const GUID = '0f8fad5b-d9cb-469f-a165-70867728950e';
export const OTHER_GUID = '7c9e6679-7425-40de-944b-e07fc1f90ae7';

/** A service that delivers changes to a receiver; each test has its own tenant and receiver. */
export let service: TestService;
export let erp: TestTenant;
export let office: TestReceiver;
export let stopping: AbortController;

/** A test file calls it once: modules are shared between files, hooks belong to one. */
export function deliverInTests(): void {
  let following: Promise<void>;
  beforeAll(async () => {
    service = await startService({ outbound: { allowPrivate: true, timeoutMs: 1000 } });
    stopping = new AbortController();
    following = followChanges(service.deps, deliverChanges(), stopping.signal);
  });
  afterAll(async () => {
    stopping.abort();
    await following;
    await service.close();
  });
  beforeEach(async () => {
    erp = await service.tenant();
    office = await TestReceiver.start();
  });
  afterEach(() => office.stop());
}

export const anAppointment = (guid: string, more: Record<string, unknown> = {}) =>
  aCall('mboc_upsertAppointment', {
    ...taskKey('J', 'T'),
    AppointmentGuid: guid,
    ResourceNo: 'ANNA',
    Start: '2026-06-01T10:00',
    End: '2026-06-01T12:00',
    ...more,
  });

export const basics = [
  aJob('J', { Description: 'A pump' }),
  aTask('J', 'T', { Description: 'Seal it' }),
  aResource('ANNA', { DisplayName: 'Anna', Email: 'anna@example.com', Department: 'Field', ResourceType: 'Person' }),
];

export async function aConnector(more: Record<string, unknown> = {}): Promise<number> {
  const answer = await erp.client.post('/connector', {
    sourceApp: 'ERP',
    name: 'BC',
    uri: `${office.url}/plan`,
    ...more,
  });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.results[0].id;
}

export const well = async (calls: readonly object[]) => {
  const answer = await erp.client.import(calls);
  expect(answer.status, answer.text).toBe(200);
  return answer;
};

export const arrive = (count: number, path = '/plan'): Promise<Received[]> =>
  expect
    .poll(() => office.at(path).length, { timeout: 20_000, interval: 10 })
    .toBeGreaterThanOrEqual(count)
    .then(() => office.at(path));

export const actions = (received: readonly Received[]): string[] => received.map(({ body }) => body.DatabaseAction);
export const backOffice = async (): Promise<string> => (await erp.client.get(`/appointment/${GUID}`)).body.backOffice;
export const deliveries = async (id: number, query = '') =>
  (await erp.client.get(`/connector/${id}/deliveries${query}`)).body;
