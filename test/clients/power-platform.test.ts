import { afterAll, beforeAll, expect } from 'vitest';
import { sharedService, type TestService } from '../support/service.ts';
import { keep, type Recorded, readsContent, testClient } from './recorded.ts';

let service: TestService;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());

const task = { sourceApp: 'FLOW', sourceType: 'CASE', jobNo: 'PP-1', taskNo: '1' };
const posting = (what: string, path: string, body: object): Recorded => ({
  what,
  path: `/v0.1${path}`,
  body,
  reads: readsContent,
});
/** A dropdown of the connector reads this property of every row, or stays empty. */
const dropdown = (path: string, property: string, holds: string): Recorded => ({
  what: `the choices of ${path}`,
  method: 'GET',
  path: `/v0.1${path}`,
  reads: (answer) => expect(answer.body.map((row: Record<string, unknown>) => row[property])).toContain(holds),
});

testClient(
  {
    name: 'Power Platform connector',
    credential: ({ tenant }) => ({ 'x-api-key': tenant.key, accept: 'application/json' }),
    suite: [
      () => posting('an action with only its address', '/actionUri', { uri: 'https://crm.example/{jobNo}' }),
      () => posting('a category without a colour', '/category', { name: 'Visit' }),
      () => posting('a time marker without a colour', '/timeMarker', { name: 'Firm' }),
      () => posting('a filter group', '/filterGroup', { name: 'Region' }),
      () => posting('a filter value', '/filterValue', { group: 'Region', value: 'North' }),
      () => posting('a resource', '/resource', { resourceNo: 'PP-R1', displayName: 'Piet', resourceType: 'Person' }),
      () => posting('a job', '/job', { ...task, taskNo: undefined, shortDescription: 'Case' }),
      () =>
        posting('a task', '/task', {
          ...task,
          shortDescription: 'Visit',
          description: 'd'.repeat(200),
          constraintDatetime: '2026-06-01T08:00:00Z',
        }),
      () => dropdown('/category', 'Name', 'Visit'),
      () => dropdown('/timeMarker', 'Name', 'Firm'),
      () => dropdown('/filterGroup', 'Name', 'Region'),
      () => dropdown('/filterValue', 'Value', 'North'),
      (session) => ({
        what: 'the ids that the connector sends later',
        method: 'GET',
        path: '/v0.1/category',
        reads: (answer) => {
          const [row] = answer.body.filter(({ name }: { name: string }) => name === 'Visit');
          session.kept.set('category', String(row.id));
        },
      }),
      (session) => ({
        ...posting('an appointment with the id of its category', '/appointment', {
          ...task,
          appointmentNo: 'PP-A1',
          resourceNo: 'PP-R1',
          start: '2026-06-05T09:00:00Z',
          end: '2026-06-05T10:00:00Z',
          categoryId: Number(session.kept.get('category')),
        }),
        reads: keep(session, 'visit'),
      }),
      (session) => ({
        what: 'the appointment has the category',
        method: 'GET',
        path: `/v0.1/appointment/${session.kept.get('visit.id')}`,
        reads: (answer) => expect(answer.body).toMatchObject({ category: { name: 'Visit' } }),
      }),
      () =>
        posting('the capacity of a day', '/resourceCapacity', {
          resourceNo: 'PP-R1',
          date: '2026-06-05',
          capacityInSeconds: 28800,
        }),
      () => ({
        what: 'a page of capacities',
        method: 'GET',
        path: '/v0.1/resourceCapacity?page=1&limit=10',
        reads: (answer) => expect(answer.body).toMatchObject({ total: 1, data: [{ resourceNo: 'PP-R1' }] }),
      }),
      () => ({
        what: 'a slot',
        path: '/v0.1/recommendation',
        body: {
          startDate: '2027-06-07',
          endDate: '2027-06-12',
          duration: 'PT1H',
          requirements: [],
          location: { address: 'Gent', country: 'BE' },
        },
        reads: (answer) => expect(typeof answer.body.totalSlots).toBe('number'),
      }),
      () => ({
        what: 'a delete with the whole record',
        method: 'DELETE',
        path: '/v0.1/resourceCapacity',
        body: { resourceNo: 'PP-R1', date: '2026-06-05', capacityInSeconds: 28800 },
        reads: readsContent,
      }),
    ],
  },
  () => service,
);
