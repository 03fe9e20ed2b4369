import { afterAll, beforeAll, expect } from 'vitest';
import { aCall, sharedService, type TestService } from '../support/service.ts';
import { keep, type Recorded, readsContent, type Session, testClient } from './recorded.ts';

let service: TestService;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());

const KEY = { SourceApp: 'NAV', SourceType: 'SERVICE' };
const JOB = { ...KEY, JobNo: 'JS-1' };
const TASK = { ...JOB, TaskNo: '10' };
const importing = (what: string, ...calls: unknown[]): Recorded => ({
  what,
  path: '/import',
  body: calls,
  reads: readsContent,
});
const named = (session: Session): { AppointmentId: string; AppointmentGuid: string } => ({
  AppointmentId: session.kept.get('visit.id') ?? '',
  AppointmentGuid: session.kept.get('visit') ?? '',
});

testClient(
  {
    name: 'JavaScript SDK',
    credential: ({ tenant }) => ({ 'X-API-KEY': tenant.key, 'X-Requested-With': 'XMLHttpRequest' }),
    suite: [
      () =>
        importing(
          'the first call of the README',
          aCall('mboc_upsertCategory', { CategoryName: 'Urgent', CategoryHexColor: '#FF0000' }),
        ),
      () => ({
        what: 'a single object, as the old client sends it',
        path: '/import',
        body: aCall('mboc_upsertPin', { Name: 'Van', HexColor: '#00FF00' }),
        reads: readsContent,
      }),
      () =>
        importing(
          'master data in one batch',
          aCall('mboc_upsertTimeMarker', { TimeMarker: 'Confirmed', HexColor: '#0000FF' }),
          aCall('mboc_upsertFilterGroup', { GroupName: 'Skill', ColumnNo: 1, DataFilter: false }),
          aCall('mboc_upsertFilterValue', { FilterGroupName: 'Skill', FilterValue: 'Gas' }),
          aCall('mboc_upsertResource', { ResourceNo: 'JS-R1', ResourceType: 'Technician', DisplayName: 'Ann' }),
          aCall('mboc_upsertResourceFilterValue', { ResourceNo: 'JS-R1', FilterGroup: 'Skill', FilterValue: 'Gas' }),
          aCall('mboc_upsertJob', { ...JOB, ShortDescription: 'Boiler', SiteAddress: 'Kerkstraat 1, Gent' }),
          aCall('mboc_upsertTask', { ...TASK, ShortDescription: 'Repair', DurationInSeconds: 3600, Importance: 1 }),
          aCall('mboc_upsertTaskFilterValue', { ...TASK, FilterGroup: 'Skill', FilterValue: 'Gas' }),
        ),
      (session) => ({
        ...importing(
          'an appointment, with the misspelled parameter of an early build',
          aCall('mboc_upsertAppointment', {
            ...TASK,
            AppointmentId: 0,
            // A suite names its appointment, so that its next run finds it.
            AppointmentGuid: '5c1a0000-0000-4000-8000-0000000000a1',
            ResourceNo: 'JS-R1',
            Start: '2026-06-04T09:00:00',
            End: '2026-06-04T10:00:00',
            Category: 'Urgent',
            TimeMarker: 'Confirmed',
            ReplcaceResource: true,
            SentFromBackOffice: true,
          }),
        ),
        reads: keep(session, 'visit'),
      }),
      (session) =>
        importing(
          'the facets of the appointment',
          aCall('mboc_updateAppointmentCategory', { ...KEY, ...named(session), Category: 'Urgent' }),
          aCall('mboc_updateAppointmentTimeMarker', { ...KEY, ...named(session), TimeMarker: 'Confirmed' }),
          aCall('mboc_updateAppointmentImportance', { ...KEY, ...named(session), Importance: 2 }),
          aCall('mboc_updateAppointmentPlanningQty', { ...KEY, ...named(session), PlanningQty: 1.5 }),
          aCall('mboc_updateAppointmentContent', { ...KEY, ...named(session), Subject: 'S', Body: 'B' }),
        ),
      (session) =>
        importing(
          'locks, as suites leave them behind',
          aCall('mboc_updateAppointmentLocked', { ...KEY, ...named(session), Locked: true }),
          aCall('mboc_updateTaskLocked', { ...TASK, Locked: true }),
        ),
      (session) =>
        importing(
          'the locked appointment moved',
          aCall('mboc_upsertAppointment', {
            ...TASK,
            ...named(session),
            ResourceNo: 'JS-R1',
            Start: `2026-06-04T1${session.round}:00:00`,
            End: `2026-06-04T1${session.round}:30:00`,
          }),
        ),
      () => ({
        what: 'the same by its REST route, in camelCase',
        path: '/task',
        method: 'PUT',
        body: {
          sourceApp: 'NAV',
          sourceType: 'SERVICE',
          jobNo: 'JS-1',
          taskNo: '10',
          shortDescription: 'Repair',
          createJob: true,
        },
        reads: readsContent,
      }),
      (session) => ({
        what: 'an appointment by its id',
        path: '/appointment',
        body: { ...TASK, id: Number(session.kept.get('visit.id')), subject: `Run ${session.round}` },
        reads: readsContent,
      }),
      () => ({
        what: 'appointments of a window',
        method: 'GET',
        path: '/appointment?startDate=2026-06-01&endDate=2026-07-01&resources=JS-R1&resources=JS-R2',
        reads: (answer) => {
          expect(answer.body).toHaveLength(1);
          expect(answer.body[0]).toMatchObject({
            task: { taskNo: '10', job: { jobNo: 'JS-1' } },
            category: { name: 'Urgent' },
            timeMarker: { name: 'Confirmed' },
            resources: [{ resourceNo: 'JS-R1' }],
          });
        },
      }),
      () => ({
        what: 'a list, sorted and filtered in the old style',
        method: 'GET',
        path: `/resource?filter=${encodeURIComponent("[{'operator':'==','value':'JS-R1','property':'resourceNo'}]")}&sort=${encodeURIComponent('[{"direction":"DESC","property":"resourceNo"}]')}`,
        reads: (answer) => expect(answer.body).toMatchObject([{ resourceNo: 'JS-R1', displayName: 'Ann' }]),
      }),
      () => ({
        what: 'a list, sorted in the new style',
        method: 'GET',
        path: '/notification?page=1&limit=10&sort=createdAt:desc',
      }),
      () => ({
        what: 'a message, with a doubled slash',
        path: '//message',
        body: { Text: 'Import done', User: '', Severity: 2 },
      }),
      () => importing('an empty call and a delete that names nothing', {}, aCall('mboc_deleteResource', {})),
      (session) =>
        importing(
          'a delete with the parameters of the upsert',
          aCall('mboc_deleteAppointment', { ...TASK, ...named(session), ResourceNo: '', SentFromBackOffice: true }),
        ),
    ],
  },
  () => service,
);
