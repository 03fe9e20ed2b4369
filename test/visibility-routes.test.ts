import { beforeAll, describe, expect, test } from 'vitest';
import { describeService } from '../tools/openapi.ts';

/**
 * What every route shows to a user with data filters. A new route has to state it here. Routes of records follow from one rule
 * (records/reading/visibility.ts) and are not listed.
 *
 * - `filtered`: shows and uses only what the user sees; time taken by hidden appointments counts.
 * - `closed`: shows records as they were sent or for the whole tenant; 403 with data filters.
 * - `writes`: writes records, by the rules of writing records.
 * - `nothing`: shows no records of the plan.
 */
type Shows = 'filtered' | 'closed' | 'writes' | 'nothing';

const ROUTES: Readonly<Record<Shows, readonly string[]>> = {
  filtered: [
    'GET /absence',
    'GET /absence/:externalId',
    'GET /absence/:externalId/appointments',
    'POST /absence/:externalId/decision',
    'GET /absence/overview',
    'GET /appointment',
    'GET /appointment/:name',
    'GET /appointment/:name/history',
    'GET /appointmentRecurring',
    'POST /appointmentRecurring',
    'DELETE /appointmentRecurring',
    'GET /attachment',
    'POST /attachment',
    'GET /attachment/:attachmentGuid',
    'DELETE /attachment/:attachmentGuid',
    'GET /attachment/:attachmentGuid/content',
    'PUT /attachment/:attachmentGuid/content',
    'GET /board',
    'GET /board/actions',
    'POST /board/actions/:id/run',
    'GET /board/jobCard',
    'GET /board/tasks',
    'GET /board/travel',
    'GET /calendarFeed',
    'POST /calendarFeed',
    'DELETE /calendarFeed/:id',
    'GET /capacity',
    'GET /changes',
    'GET /changes/difference',
    'GET /changes/own',
    'GET /changes/stream',
    'POST /changes/:number/undo',
    'POST /changes/undo',
    'GET /drafts/:id/compare',
    'POST /drafts/:id/publish',
    'POST /drafts/:id/revert',
    'GET /feed/:file',
    'GET /geocode/failures',
    'GET /map',
    // Calls other routes with the credential of the message.
    'POST /mcp',
    'GET /myDay',
    'GET /optimization',
    'GET /optimization/:id',
    'DELETE /optimization/:id',
    'POST /optimization/:id/apply',
    'POST /optimization/fieldService',
    'POST /optimization/professionalServices',
    'POST /optimization/insert',
    'POST /recommendation',
    'POST /recommendation/hold',
    'POST /recommendation/book',
    'GET /resource/:resourceNo/availability',
    'GET /resource/:resourceNo/route',
    'POST /resource/:resourceNo/route',
    'GET /search',
    'GET /timeEntry',
    'GET /timeEntry/missing',
    'GET /timeEntry/summary',
    'POST /timeEntry/claim',
    'POST /timeEntry/decide',
    'GET /timeSession',
    'POST /timeSession/start',
    'POST /timeSession/stop',
    'GET /timesheet',
    'GET /timesheet/tasks',
    'GET /violations',
    'GET /violations/:id/fixes',
    'POST /violations/:id/waiver',
    'DELETE /violations/:id/waiver',
    'POST /extendedDay',
    'POST /visit',
    'POST /visit/fields',
  ],
  closed: [
    'GET /connector/:id/deliveries',
    'GET /connector/:id/deliveries/:deliveryId',
    'POST /cursors',
    'POST /cursors/:name/lease',
    'GET /import/log',
    'GET /import/log/:id',
    'GET /pendingPart',
    'DELETE /pendingPart/:id',
    'POST /reconcile',
    'POST /webhooks/:event',
    'GET /webhooks/:event/:id/deliveries',
    'GET /webhooks/:event/:id/deliveries/:deliveryId',
  ],
  writes: ['POST /board/plan', 'POST /import', 'POST /api/Import/Execute', 'POST /api/Import/Insert'],
  nothing: [
    // Column mappings of files, without records.
    'GET /importMapping',
    'GET /importMapping/:name',
    'PUT /importMapping/:name',
    'DELETE /importMapping/:name',
    // Moments and numbers of the log.
    'GET /changes/kept',
    // Names of drafts.
    'GET /drafts',
    'POST /drafts',
    'PATCH /drafts/:id',
    'DELETE /drafts/:id',
    // Layouts of the user who asks.
    'GET /personalLayout',
    'PUT /personalLayout/:code',
    'DELETE /personalLayout/:code',
    'PUT /defaultLayout',
    // A token of a slot that the caller has.
    'DELETE /recommendation/hold',
    'GET /recommendation/scorers',
    // Calendars belong to no resource.
    'GET /calendar/:code/workingTime',
    'POST /calendar/:code/publicHolidays',
    'GET /publicHoliday',
    'GET /publicHoliday/countries',
    // Addresses that the caller sends.
    'GET /geocode',
    'POST /geocode',
    'GET /map/settings',
    'PUT /map/settings',
    'GET /map/streets.pmtiles',
    'GET /displayFormat',
    'GET /visit/settings',
    'PUT /visit/settings',
    // The own position.
    'POST /visit/position',
    'GET /timeEntry/settings',
    'PUT /timeEntry/settings',
    'PUT /displayFormat',
    'POST /message',
    // State of receivers, jobs and cursors, without what they carry.
    'GET /connector/:id/sending',
    'POST /connector/:id/pause',
    'POST /connector/:id/replay',
    'POST /connector/:id/resume',
    'POST /connector/:id/secret',
    'POST /connector/:id/test',
    'GET /receiver',
    'GET /cursors',
    'DELETE /cursors/:name',
    'POST /cursors/:name/ack',
    'POST /deliveries/:id/ack',
    'GET /jobs',
    'GET /metrics',
    'GET /status',
    'GET /jobs/:id',
    'POST /jobs/:id/retry',
    'GET /webhooks',
    'DELETE /webhooks/:event/:id',
    'GET /webhooks/:event/:id/sending',
    'POST /webhooks/:event/:id/pause',
    'POST /webhooks/:event/:id/replay',
    'POST /webhooks/:event/:id/resume',
    'POST /webhooks/:event/:id/secret',
    'POST /webhooks/:event/:id/test',
    // Setup: no records of the plan.
    'POST /demo',
    'DELETE /demo',
    'GET /export/setup',
    'GET /import/setup',
    'POST /import/setup',
    'GET /import/setup/:id',
  ],
};

/** Pages, health checks, and what is about accounts, users and rights only. */
const ABOUT_ACCESS =
  /^\/(?:\*|app|assets|docs|health|tokens?|whoami|apiKey|modules|session|sessions|user|role|invitation|password|secondFactor\w*|me|sso|identityProvider|scim|scimGroup|audit)?(?:\/|$)/i;

const routes: string[] = [];
beforeAll(async () => {
  await describeService(({ method, url, config = {} }) => {
    for (const each of [method].flat())
      if (each !== 'HEAD' && each !== 'OPTIONS' && !config.records && !ABOUT_ACCESS.test(url))
        routes.push(`${each} ${url}`);
  });
});

describe('what a route shows to a user with data filters', () => {
  const stated = Object.values(ROUTES).flat();

  test('is stated for every route', () => {
    expect(routes.length).toBeGreaterThan(80);
    expect(routes.filter((route) => !stated.includes(route))).toEqual([]);
  });

  test('is stated once, for routes that exist', () => {
    expect(stated.filter((route) => !routes.includes(route))).toEqual([]);
    expect(stated.filter((route, at) => stated.indexOf(route) !== at)).toEqual([]);
  });
});
