import { createHash } from 'node:crypto';
import { foldKey } from '../src/domain/natural-key.ts';
import { jobNo, type SentCall, taskValues } from './task-rows.ts';

/**
 * A tenant of a field service: every resource has four appointments on each of five days of twenty weeks, every appointment a task
 * of its own, and the tasks of a job come at any time of the year.
 */
export const RESOURCES = 500;
export const JOBS = 20_000;
const WEEKS = 20;
const A_DAY = 4;
const A_WEEK = 5 * A_DAY;
export const PER_WEEK = RESOURCES * A_WEEK;
export const APPOINTMENTS = WEEKS * PER_WEEK;

export const range = <T>(from: number, count: number, make: (number: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(from + i));

const FIRST_MONDAY = Date.UTC(2026, 0, 5);
const DAY_MS = 86_400_000;
const two = (number: number): string => String(number).padStart(2, '0');

export const dateOf = (week: number, day = 0): string =>
  new Date(FIRST_MONDAY + (week * 7 + day) * DAY_MS).toISOString().slice(0, 10);

export const resourceNo = (number: number): string => `R${String(number).padStart(4, '0')}`;

const categories = ['Maintenance', 'Repair', 'Inspection', 'Installation'];

const call = (procedure: string, values: Readonly<Record<string, string>>): SentCall => ({
  StoredProcedureName: procedure,
  ParameterNames: Object.keys(values),
  ParameterValues: Object.values(values),
});

export const categoryCalls = (): SentCall[] =>
  categories.map((name, i) =>
    call('mboc_upsertCategory', { CategoryName: name, DisplayName: name, CategoryHexColor: `#20${40 + i}60` }),
  );

export const jobCall = (number: number): SentCall => {
  const street = `Rue de la Loi ${number % 200}`;
  const place = { Postcode: String(1000 + (number % 9000)), City: 'Brussels', Country: 'BE' };
  return call('mboc_upsertJob', {
    SourceApp: 'ERP',
    SourceType: 'SERVICE',
    JobNo: jobNo(number),
    ShortDescription: `Maintenance contract ${number}`,
    Description: `Yearly maintenance of the heating and cooling of building ${number}, all floors, roof included.`,
    Type: 'CONTRACT',
    Category: categories[number % 4] as string,
    CustomerNo: `C${number % 3000}`,
    CustomerName: `Customer ${number % 3000} NV`,
    CustomerAddress: `${street}, ${place.Postcode} ${place.City}`,
    CustomerPhone: `+32 2 555 ${String(number % 10_000).padStart(4, '0')}`,
    CustomerEmail: `office${number % 3000}@customer.example`,
    ContactName: 'Mrs Peeters',
    ContactPhone: '+32 2 555 0100',
    SiteNo: `S${number}`,
    SiteName: `Building ${number}`,
    SiteAddress: `${street}, ${place.Postcode} ${place.City}`,
    SiteAddressGeoLong: (4.3 + (number % 500) / 1000).toFixed(4),
    SiteAddressGeoLat: (50.7 + (number % 300) / 1000).toFixed(4),
    SiteStreet: street,
    SitePostcode: place.Postcode,
    SiteCity: place.City,
    SiteCountry: place.Country,
    BillNo: `C${number % 3000}`,
    BillName: `Customer ${number % 3000} NV`,
    CreationDateTime: '2025-12-01T09:00:00',
    Responsible: 'jpeeters',
    FreeText1: `PO-${number}`,
    FreeDecimal1: `${number % 1000}.5`,
  });
};

export const resourceCalls = (): SentCall[] =>
  Array.from({ length: RESOURCES }, (_, number) =>
    call('mboc_upsertResource', {
      ResourceNo: resourceNo(number),
      ResourceType: 'Technician',
      ResourceName: `Technician ${number}`,
      DisplayName: `Technician ${number}`,
      Department: `Team ${number % 20}`,
      Email: `tech${number}@service.example`,
      MobilePhone: `+32 475 55 ${String(number).padStart(4, '0')}`,
      HomeAddress: `Rue Neuve ${number}, 1000 Brussels`,
      HomeAddressGeoLong: '4.3556',
      HomeAddressGeoLat: '50.8504',
      HomePostcode: '1000',
      HomeCity: 'Brussels',
      HomeCountry: 'BE',
      TeamCode: `T${number % 20}`,
      InServiceFrom: '2020-01-01',
    }),
  );

/** Knuth's multiplicative hash: spread without order, the same in every run. */
const scattered = (number: number, below: number): number => (Math.imul(number + 1, 2_654_435_761) >>> 0) % below;

/** The parameters of the task that the appointment of this number carries out. */
export function plannedTask(number: number): string[] {
  const values = taskValues('PLAN', number, JOBS);
  values[2] = jobNo(scattered(number, JOBS));
  return values;
}

/** The appointment of a number. Sets of appointments differ in their GUIDs; a higher revision takes place later on the same day. */
export interface PlannedAppointment {
  readonly guid: string;
  readonly no: string;
  readonly resourceNo: string;
  readonly start: string;
  readonly end: string;
  readonly subject: string;
  readonly task: readonly string[];
}

const DIGITS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

export function plannedAppointment(set: string, number: number, revision = 0): PlannedAppointment {
  const digest = createHash('md5').update(`${set}/${number}`).digest();
  const hex = digest.toString('hex');
  const slot = number % A_DAY;
  const day = Math.floor(number / A_DAY) % 5;
  const resource = Math.floor(number / A_WEEK) % RESOURCES;
  const date = dateOf(Math.floor(number / PER_WEEK) % WEEKS, day);
  const at = (minute: number): string => `${date}T${two(8 + 2 * slot)}:${two(minute)}:00`;
  return {
    guid: `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`,
    no: Array.from({ length: 8 }, (_, i) => DIGITS[digest.readUInt16BE(2 * i) % DIGITS.length]).join(''),
    resourceNo: resourceNo(resource),
    start: at(2 * (revision % 5)),
    end: at(45 + 2 * (revision % 5)),
    subject: `Unit ${number} of ${set}`,
    task: plannedTask(number % APPOINTMENTS),
  };
}

export function appointmentCall(appointment: PlannedAppointment, withGuid: boolean): SentCall {
  const [SourceApp = '', SourceType = '', JobNo = '', TaskNo = ''] = appointment.task;
  return call('mboc_upsertAppointment', {
    ...(withGuid ? { AppointmentGuid: appointment.guid } : {}),
    ResourceNo: appointment.resourceNo,
    Start: appointment.start,
    End: appointment.end,
    Subject: appointment.subject,
    JobNo,
    TaskNo,
    SourceApp,
    SourceType,
  });
}

/** Ids of what appointments refer to, by number. */
export interface Ids {
  readonly tasks: ReadonlyMap<string, string>;
  readonly resources: ReadonlyMap<string, string>;
}

const columns = [
  ['appointment_no', 'text'],
  ['appointment_guid', 'uuid'],
  ['source_app', 'text'],
  ['source_type', 'text'],
  ['job_no', 'text'],
  ['task_no', 'text'],
  ['subject', 'text'],
  ['body', 'text'],
  ['start', 'timestamp with time zone'],
  ['"end"', 'timestamp with time zone'],
  ['category', 'text'],
  ['time_marker', 'text'],
] as const;
const changeable = ['subject', 'body', 'start', '"end"', 'category', 'time_marker'];
const names = columns.map(([name]) => name);

/** What somebody would write who needs nothing but the rows in the tables: $1 tenant, $2 rows, $3 actor. */
export const rawAppointmentStatement = (table: string): string => `insert into ${table} (tenant_id, key, task_id,
  ${names.join(', ')}, created_by, updated_by)
select $1, i.key, i.task_id, ${names.map((name) => `i.${name}`).join(', ')}, $3, $3
from json_to_recordset($2) as i(key text, task_id bigint, ${columns.map((column) => column.join(' ')).join(', ')})
on conflict (tenant_id, key) do update set task_id = excluded.task_id,
  ${changeable.map((name) => `${name} = excluded.${name}`).join(', ')},
  version = ${table}.version + 1, updated_at = now(), updated_by = excluded.updated_by`;

/** Appointments are found by their keys: their ids were given by the statement before. */
export const rawAssignmentStatement = (table: string, appointments: string): string => `insert into ${table} (tenant_id,
  key, owner_id, resource_id, appointment_id, appointment_no, resource_no, created_by, updated_by)
select $1, i.key, a.id, i.resource_id, a.id, a.appointment_no, i.resource_no, $3, $3
from json_to_recordset($2) as i(key text, appointment_key text, resource_id bigint, resource_no text)
join ${appointments} a on a.tenant_id = $1 and a.key = i.appointment_key
on conflict (tenant_id, key) do update set resource_id = excluded.resource_id,
  version = ${table}.version + 1, updated_at = now(), updated_by = excluded.updated_by`;

export function rawAppointmentRow(appointment: PlannedAppointment, ids: Ids): Record<string, unknown> {
  const { task, no, guid, subject, start, end } = appointment;
  const [source_app, source_type, job_no, task_no = ''] = task;
  return {
    key: foldKey([no]),
    task_id: ids.tasks.get(task_no),
    appointment_no: no,
    appointment_guid: guid,
    source_app,
    source_type,
    job_no,
    task_no,
    subject,
    body: task[13],
    start,
    end,
    category: task[6],
    time_marker: null,
  };
}

export const rawAssignmentRow = (
  { no, resourceNo: resource_no }: PlannedAppointment,
  ids: Ids,
): Record<string, unknown> => ({
  key: foldKey([no, resource_no]),
  appointment_key: foldKey([no]),
  resource_id: ids.resources.get(resource_no),
  resource_no,
});
