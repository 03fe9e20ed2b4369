import { afterAll, beforeAll, expect } from 'vitest';
import { listedProcedures } from '../support/listed-procedures.ts';
import { aCall, sharedService, type TestService } from '../support/service.ts';
import { keep, type Recorded, readsContent, testClient } from './recorded.ts';

let service: TestService;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());

type Values = Readonly<Record<string, unknown>>;
const GUID = '5c1a0000-0000-4000-8000-0000000000d1';

/** The client serialises every property of its class, set or not: enums and numbers as 0, dates as the smallest one, texts empty. */
function unset(type: string): unknown {
  if (/^(int|bigint|decimal)/.test(type)) return '0';
  if (type === 'bit') return 'False';
  if (/^date/.test(type)) return '0001-01-01T00:00:00';
  if (/^time/.test(type)) return '00:00:00';
  return '';
}

const parametersOf = new Map(listedProcedures.map(([name, { params }]) => [name, params]));

/** A call with every parameter of the procedure. */
function whole(procedure: string, values: Values): unknown {
  const parameters = parametersOf.get(procedure);
  if (!parameters) throw new Error(`${procedure} is not listed`);
  return aCall(
    procedure,
    Object.fromEntries(
      parameters.map(({ name, type }) => [
        name,
        values[name] ?? (name === 'SentFromBackOffice' ? 'True' : /Geo(Long|Lat)$/.test(name) ? '' : unset(type)),
      ]),
    ),
  );
}

const SOURCE = { SourceApp: 'DOTNET', SourceType: 'TEST' };
const TASK = { ...SOURCE, JobNo: 'D-1', TaskNo: '1' };
const VISIT = { ...SOURCE, AppointmentGuid: GUID, ResourceNo: 'D-R1' };
const GROUP = { FilterGroup: 'Skill', FilterValue: 'Weld' };
const VALUE = { FilterGroupName: 'Skill', FilterValue: 'Weld' };
const RESOURCE = { ResourceNo: 'D-R1' };

const RECORDS: readonly (readonly [procedure: string, values: Values])[] = [
  ['mboc_upsertCategory', { CategoryName: 'Blue', DisplayName: 'Blue', CategoryHexColor: '#0000FF' }],
  ['mboc_upsertTimeMarker', { TimeMarker: 'Firm', HexColor: '#00FF00' }],
  ['mboc_upsertPin', { Name: 'Truck', HexColor: '#FF0000' }],
  ['mboc_upsertFilterGroup', { GroupName: 'Skill' }],
  ['mboc_upsertFilterValue', VALUE],
  ['mboc_upsertResource', { ...SOURCE, ...RESOURCE, ResourceName: 'Dirk', ResourceType: 'Person' }],
  ['mboc_upsertResourceFilterValue', { ...SOURCE, ...RESOURCE, ...GROUP }],
  [
    'mboc_upsertResourceCalendar',
    { ...RESOURCE, ResourceCalendarCode: 'D-RC', CalendarCode: 'DEFAULT', StartDate: '2026-01-01T00:00:00' },
  ],
  ['mboc_upsertResourceCapacity', { ...RESOURCE, CapacityDate: '2026-06-04T00:00:00', CapacityInSeconds: '28800' }],
  ['mboc_upsertResourceCertificate', { ...RESOURCE, CertificateNo: 'C1', Score: '7' }],
  [
    'mboc_upsertResourceGpsTracking',
    { ...RESOURCE, Latitude: '51.05', Longitude: '3.72', Date: '2026-06-04T08:00:00', RowId: 'd-1' },
  ],
  ['mboc_upsertResourceUrl', { ...RESOURCE, Url: 'https://files.example/r', UrlDesc: 'Files' }],
  ['mboc_upsertJob', { ...SOURCE, JobNo: 'D-1', ShortDescription: 'Job', CreationDateTime: '2026-05-01T08:00:00' }],
  [
    'mboc_upsertTask',
    {
      ...TASK,
      ShortDescription: 'Task',
      Duration: '01:30:00',
      RequestedStartTime: '1.01:01:00',
      RequiredTotalDuration: '36000000000',
      CalendarCode: 'DEFAULT',
    },
  ],
  ['mboc_upsertTaskFilterValue', { ...TASK, ...GROUP }],
  ['mboc_upsertContainer', { Name: 'Box' }],
  ['mboc_upsertTaskContainer', { ...TASK, ContainerName: 'Box' }],
  ['mboc_upsertTaskUrl', { ...TASK, url: 'https://files.example/t', urldesc: 'Files' }],
  [
    'mboc_upsertAppointment',
    {
      ...TASK,
      ...VISIT,
      Category: 'Blue',
      TimeMarker: 'Firm',
      Start: '2026-06-04T09:00:00',
      End: '2026-06-04T10:30:00',
    },
  ],
];

const PARTS: readonly (readonly [procedure: string, values: Values])[] = [
  ['mboc_updateAppointmentCategory', { ...VISIT, Category: 'Blue' }],
  ['mboc_updateAppointmentTimeMarker', { ...VISIT, TimeMarker: 'Firm' }],
  ['mboc_updateAppointmentImportance', VISIT],
  ['mboc_updateAppointmentPlanningQty', VISIT],
  ['mboc_updateAppointmentContent', { ...VISIT, Subject: 'Weld', Body: 'Seam' }],
  ['mboc_updateAppointmentFieldValues', { ...VISIT, FieldCode: 'Km', FieldValue: '12' }],
  ['mboc_addAppointmentResource', VISIT],
  ['mboc_upsertAppointmentContainer', { Container: 'Box', Appointment: GUID }],
  [
    'mboc_upsertAppointmentUrl',
    {
      pSourceApp: 'DOTNET',
      pSourceType: 'TEST',
      pAppointmentGuid: GUID,
      pUrl: 'https://files.example/a',
      pUrlDesc: 'Files',
    },
  ],
  [
    'mboc_upsertNotification',
    { ...TASK, mboc_id: 'N1', NotificationText: 'Parts are late', NotificationDate: '2026-06-01T00:00:00' },
  ],
  ['mboc_upsertCaption', { Context: '6', FieldName: 'FreeText1', Language: 'en', Caption: 'Colour' }],
  ['mboc_upsertActionUrl', { Url: 'https://erp.example/', UrlDesc: 'ERP' }],
  ['mboc_updateAppointmentLocked', { ...VISIT, Locked: 'True' }],
  ['mboc_updateTaskLocked', { ...TASK, Locked: 'True' }],
];

const DELETES: readonly (readonly [procedure: string, values: Values])[] = [
  ['mboc_deleteCaption', { Context: '6', FieldName: 'FreeText1', Language: 'en', Caption: 'Colour' }],
  ['mboc_deleteNotification', { ...TASK, mboc_id: 'N1' }],
  ['mboc_deleteAppointmentContainer', { Container: 'Box', Appointment: GUID }],
  ['mboc_deleteTaskContainer', { ...TASK, ContainerName: 'Box' }],
  ['mboc_deleteTaskFilterValue', { ...TASK, ...GROUP }],
  ['mboc_deleteResourceFilterValue', { ...SOURCE, ...RESOURCE, ...GROUP }],
  ['mboc_deleteAppointment', { ...VISIT, ResourceNo: '' }],
  ['mboc_deleteTask', { ...TASK, CheckAppointments: 'True' }],
  ['mboc_deleteJob', { ...SOURCE, JobNo: 'D-1', CheckAppointments: 'True' }],
  ['mboc_deleteContainer', { Name: 'Box' }],
  ['mboc_deleteFilterValue', VALUE],
  ['mboc_deleteFilterGroup', { GroupName: 'Skill' }],
  ['mboc_deletePin', { Name: 'Truck' }],
  ['mboc_deleteTimeMarker', { TimeMarker: 'Firm' }],
  ['mboc_deleteCategory', { CategoryName: 'Blue' }],
];

const one = ([procedure, values]: readonly [string, Values]): (() => Recorded) => {
  return () => ({
    what: procedure,
    path: '/import',
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify([whole(procedure, values)]),
    reads: readsContent,
  });
};

const utf16 = (value: unknown): Uint8Array => Buffer.from(`\ufeff${JSON.stringify(value)}`, 'utf16le');

testClient(
  {
    name: '.NET SDK',
    credential: ({ tenant }) => ({ 'X-API-KEY': tenant.key }),
    suite: [
      ...RECORDS.map(one),
      ...PARTS.map(one),
      () => ({
        what: 'everything once more in one batch, in UTF-16, to the path of older installations',
        path: '/api/Import/Insert',
        headers: { 'content-type': 'application/json; charset=utf-16' },
        body: utf16(RECORDS.map(([procedure, values]) => whole(procedure, values))),
        reads: readsContent,
      }),
      () => ({
        what: 'the other path, as text/json',
        path: '/api/Import/Execute',
        headers: { 'content-type': 'text/json; charset=utf-8' },
        body: JSON.stringify([whole('mboc_upsertPin', { Name: 'Truck', HexColor: '#FF0000' })]),
        reads: readsContent,
      }),
      (session) => ({
        what: 'an appointment on its REST route, in PascalCase with typed values',
        path: '/appointment',
        body: [
          {
            ...TASK,
            ...VISIT,
            Id: 0,
            IsAllDay: false,
            Start: '2026-06-04T09:00:00',
            End: `2026-06-04T1${session.round}:00:00`,
            Importance: 0,
            Locked: true,
            ReplaceResource: false,
            UnitOfMeasure: null,
            UnitOfMeasureConversion: 0,
            PlanningQuantity: 0.0,
            SentFromBackOffice: true,
          },
        ],
        reads: keep(session, 'visit'),
      }),
      () => ({
        what: 'a resource in a zone with its Windows name',
        path: '/resource',
        method: 'PUT',
        body: { ...RESOURCE, TimeZone: 'Romance Standard Time' },
        reads: (answer) => expect(JSON.stringify(answer.body.warnings)).toContain('Europe/Paris'),
      }),
      () => ({
        what: 'the resource is in service without an end',
        method: 'GET',
        path: '/resource/D-R1',
        reads: (answer) => expect(answer.body).toMatchObject({ inServiceTill: null, timeZone: 'Europe/Paris' }),
      }),
      () => ({
        what: 'a connector that is not set up yet: no type, SOAP by default',
        path: '/import',
        body: [
          whole('mboc_upsertConnector', { ...SOURCE, Name: 'ERP', WebServiceAddress: 'https://erp.example/hook' }),
        ],
        reads: readsContent,
      }),
      () => ({
        what: 'a webhook, whose ApiType nobody set',
        path: '/connector',
        body: {
          ...SOURCE,
          Name: 'Hook',
          Uri: 'https://erp.example/hook',
          Type: 3,
          ApiType: 0,
          AuthenticationType: 0,
          SendAppointmentToWebService: true,
        },
        reads: readsContent,
      }),
      () => ({
        what: 'the webhook may deliver',
        method: 'GET',
        path: '/connector?sourceApp=DOTNET',
        reads: (answer) =>
          expect(answer.body.find(({ name }: { name: string }) => name === 'Hook')).toMatchObject({
            sendAppointmentToWebService: true,
          }),
      }),
      () => ({
        what: 'the delete of a resource, with empty arrays',
        path: '/import',
        body: [{ StoredProcedureName: 'mboc_deleteResource', ParameterNames: [], ParameterValues: [] }],
        reads: readsContent,
      }),
      ...DELETES.map(one),
    ],
  },
  () => service,
);
