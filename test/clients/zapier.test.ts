import { afterAll, beforeAll, expect } from 'vitest';
import { sharedService, type TestService } from '../support/service.ts';
import { type Recorded, readsContent, testClient } from './recorded.ts';

let service: TestService;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());

const subscribing = (name: string, changeType: string): Recorded => ({
  what: `subscribe to ${name}`,
  path: `/webhooks/${name}`,
  status: 201,
  body: {
    sourceApp: 'ZAPIER',
    notificationURL: `https://hooks.example.com/${name}`,
    resource: 'appointment',
    changeType: [changeType],
    name,
  },
});

testClient(
  {
    name: 'Zapier app',
    // It sends no other credential.
    credential: ({ tenant }) => ({ 'Ocp-Apim-Subscription-Key': tenant.key }),
    suite: [
      () => ({ what: 'the connection test', method: 'GET', path: '/health' }),
      () => ({
        what: 'a resource',
        path: '/resource',
        body: { ResourceNo: 'Z-R1', DisplayName: 'Zoë' },
        reads: readsContent,
      }),
      () => ({
        what: 'a position, spelled in its own way',
        path: '/resourceGpsTracking',
        body: { resourceno: 'Z-R1', Latitude: '51.05', Longitude: '3.72', Date: '2026-06-04T08:00:00Z', Speed: '50' },
        reads: readsContent,
      }),
      (session) => ({
        ...subscribing('AppointmentCreated', 'created'),
        reads: (answer) => {
          const location = answer.headers.get('location') ?? '';
          expect(new URL(location).pathname).toMatch(/^\/webhooks\/AppointmentCreated\/\w/);
          session.kept.set('hook', new URL(location).pathname);
        },
      }),
      (session) => ({ what: 'unsubscribe', method: 'DELETE', path: session.kept.get('hook') ?? '' }),
      () => ({
        what: 'a sample of appointments',
        method: 'GET',
        path: '/appointment?startDate=2026-06-01&endDate=2026-06-30',
        reads: (answer) => expect(Array.isArray(answer.body)).toBe(true),
      }),
    ],
  },
  () => service,
);
