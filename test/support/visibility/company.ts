import fc from 'fast-check';
import { taskKey } from '../../records/builders.ts';
import { aCall, type Client } from '../service.ts';

/** Names that records and users draw from. Spelled in more than one way: they compare without case and trailing blanks. */
export const GROUPS = ['Region', 'Clearance', 'Skill'] as const;
const VALUES = ['a', 'b', 'c'] as const;
const CATEGORIES = ['Visit', 'Repair', 'Storing'] as const;
const MARKERS = ['Early', 'Late'] as const;
const TEAMS = ['T1', 'T2', 'Équipe'] as const;

export const WINDOW = 'startDate=2026-03-01&endDate=2026-03-31';

const spelled = (name: string): fc.Arbitrary<string> =>
  fc.constantFrom(name, name.toUpperCase(), name.toLowerCase(), `${name} `);
const oneOf = (names: readonly string[]): fc.Arbitrary<string | null> =>
  fc.option(fc.constantFrom(...names).chain(spelled), { nil: null });
const values = fc.uniqueArray(fc.tuple(fc.constantFrom(...GROUPS), fc.constantFrom(...VALUES)), {
  maxLength: 3,
  selector: String,
});

const task = fc.record({
  job: fc.integer({ min: 1, max: 8 }),
  values,
  category: oneOf(CATEGORIES),
  marker: oneOf(MARKERS),
});
const resource = fc.record({ values, code: oneOf(TEAMS), name: oneOf(TEAMS) });
const appointment = fc.record({
  task: fc.nat(),
  resources: fc.uniqueArray(fc.nat({ max: 9 }), { maxLength: 3 }),
  category: oneOf(CATEGORIES),
  marker: oneOf(MARKERS),
});

export const companies = fc.record({
  tasks: fc.array(task, { minLength: 12, maxLength: 20 }),
  /** The last ones carry out nothing, so that they can be deleted. */
  resources: fc.array(resource, { minLength: 12, maxLength: 12 }),
  appointments: fc.array(appointment, { minLength: 12, maxLength: 20 }),
});
export type Company = typeof companies extends fc.Arbitrary<infer T> ? T : never;

/** Which groups are for row security, and the data filters of a user. */
export const settings = fc.record({
  marked: fc.subarray([...GROUPS]),
  filterValues: values,
  categories: fc.oneof(fc.constant([]), fc.subarray([...CATEGORIES])),
  timeMarkers: fc.oneof(fc.constant([]), fc.subarray([...MARKERS])),
  teams: fc.oneof(fc.constant([]), fc.subarray([...TEAMS])),
});
export type Setting = typeof settings extends fc.Arbitrary<infer T> ? T : never;

const resourceNo = (i: number): string => `R${i}`;
const taskOf = (company: Company, i: number) => {
  const at = i % company.tasks.length;
  return taskKey(`J${company.tasks[at]?.job}`, `T${at}`);
};
const guidOf = (i: number): string => `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`;

/** Everything that may hang on a task, a resource or an appointment. */
function* callsOf(company: Company) {
  for (const name of GROUPS) {
    yield aCall('mboc_upsertFilterGroup', { GroupName: name });
    for (const value of VALUES) yield aCall('mboc_upsertFilterValue', { FilterGroupName: name, FilterValue: value });
  }
  yield aCall('mboc_upsertContainer', { Name: 'C1' });
  for (const [i, each] of company.resources.entries()) {
    const no = { ResourceNo: resourceNo(i) };
    yield aCall('mboc_upsertResource', {
      ...no,
      Email: `r${i}@example.com`,
      TeamCode: each.code,
      TeamName: each.name,
    });
    for (const [group, value] of each.values)
      yield aCall('mboc_upsertResourceFilterValue', { ...no, FilterGroup: group, FilterValue: value.toUpperCase() });
    yield aCall('mboc_upsertResourceUrl', { ...no, Url: `https://example.com/${i}` });
    yield aCall('mboc_upsertResourceCertificate', { ...no, CertificateNo: 'VCA' });
    yield aCall('mboc_upsertResourceCapacity', { ...no, CapacityDate: '2026-03-02', CapacityInSeconds: 3600 });
    yield aCall('mboc_upsertResourceLoadCapacity', { ...no, LoadName: 'pallets', Quantity: 3 });
    yield aCall('mboc_upsertResourceRefill', { ...no, DurationInSeconds: 900 });
    yield aCall('mboc_upsertResourceBreak', {
      ...no,
      BreakName: 'lunch',
      DurationInSeconds: 1800,
      EarliestStart: '11:30',
      LatestEnd: '13:30',
    });
    yield aCall('mboc_upsertResourceCalendar', { ...no, ResourceCalendarCode: `RC${i}`, CalendarCode: 'DEFAULT' });
    yield aCall('mboc_upsertResourceGpsTracking', { ...no, Latitude: 51, Longitude: 4, Date: '2026-03-02T08:00:00Z' });
  }
  for (let job = 1; job <= 9; job++)
    yield aCall('mboc_upsertJob', { ...taskKey(`J${job}`, ''), TaskNo: undefined, ShortDescription: 'Job' });
  for (const [i, each] of company.tasks.entries()) {
    const key = taskOf(company, i);
    yield aCall('mboc_upsertTask', {
      ...key,
      ShortDescription: `Task ${i}`,
      Category: each.category,
      TimeMarker: each.marker,
    });
    for (const [group, value] of each.values)
      yield aCall('mboc_upsertTaskFilterValue', { ...key, FilterGroup: group.toUpperCase(), FilterValue: value });
    yield aCall('mboc_upsertTaskUrl', { ...key, url: `https://example.com/${i}` });
    yield aCall('mboc_upsertTaskContainer', { ...key, ContainerName: 'C1' });
    yield aCall('mboc_upsertTaskBudgetEntry', { ...key, EntryNo: '1', DurationInSeconds: 60 });
    yield aCall('mboc_upsertTaskLoad', { ...key, LoadName: 'pallets', Quantity: 1 });
    yield aCall('mboc_upsertTaskAssignment', { ...key, ResourceNo: resourceNo(i % 10) });
    yield aCall('mboc_upsertNotification', { ...key, NotificationCode: `N${i}`, NotificationText: 'Task' });
  }
  for (const i of company.tasks.keys()) {
    if (i === 0) continue;
    const { JobNo, TaskNo } = taskOf(company, i - 1);
    yield aCall('mboc_upsertTaskDependency', {
      ...taskOf(company, i),
      PredecessorJobNo: JobNo,
      PredecessorTaskNo: TaskNo,
    });
  }
  yield aCall('mboc_upsertNotification', { ...taskKey('J1', ''), TaskNo: null, NotificationCode: 'J' });
  yield aCall('mboc_upsertNotification', { NotificationCode: 'ALL', NotificationText: 'Tenant' });
  for (const [i, each] of company.appointments.entries()) {
    const guid = { AppointmentGuid: guidOf(i) };
    for (const no of each.resources.length === 0 ? [null] : each.resources.map(resourceNo))
      yield aCall('mboc_upsertAppointment', {
        ...guid,
        ...taskOf(company, each.task),
        Subject: `A${i}`,
        Start: `2026-03-${String((i % 20) + 2).padStart(2, '0')}T08:00:00Z`,
        End: `2026-03-${String((i % 20) + 2).padStart(2, '0')}T09:00:00Z`,
        Category: each.category,
        TimeMarker: each.marker,
        ResourceNo: no,
      });
    yield aCall('mboc_upsertAppointmentUrl', { pAppointmentGuid: guidOf(i), pUrl: `https://example.com/a${i}` });
    yield aCall('mboc_updateAppointmentFieldValues', { ...guid, FieldCode: 'F', FieldValue: String(i) });
    yield aCall('mboc_upsertAppointmentContainer', { Container: 'C1', Appointment: guidOf(i) });
    yield aCall('mboc_upsertNotification', { ...guid, NotificationCode: `A${i}`, NotificationText: 'Appointment' });
    yield aCall('mboc_upsertExchangeAppointment', { ...guid, ExchangeId: `X${i}`, Subject: 'Mail' });
    if (i > 0) yield aCall('mboc_upsertAppointmentDependency', { Predecessor: guidOf(i - 1), Successor: guidOf(i) });
  }
  for (const i of company.resources.keys())
    yield aCall('mboc_upsertExchangeAppointment', { ExchangeId: `R${i}`, ResourceEmail: `R${i}@example.com` });
}

export async function fill(client: Client, company: Company): Promise<void> {
  const { status, text } = await client.import([...callsOf(company)]);
  if (status !== 200) throw new Error(text.slice(0, 2000));
  const made = await client.post('/appointment', absencesOf(company));
  if (made.status !== 200) throw new Error(made.text.slice(0, 2000));
}

/** Appointments without a task: hidden by their category, time marker and resources alone. */
const absencesOf = ({ appointments }: Company) =>
  appointments.flatMap(({ resources, category, marker }, i) =>
    (resources.length === 0 ? [undefined] : resources.map(resourceNo)).map((no) => ({
      appointmentGuid: guidOf(1000 + i),
      subject: `Absence ${i}`,
      start: `2026-03-${String((i % 20) + 2).padStart(2, '0')}T08:30:00Z`,
      end: `2026-03-${String((i % 20) + 2).padStart(2, '0')}T09:30:00Z`,
      ...(category === null ? {} : { category }),
      ...(marker === null ? {} : { timeMarker: marker }),
      ...(no === undefined ? {} : { resourceNo: no }),
    })),
  );

/** Deletes something of every kind; a task with all that hangs on it. */
export async function removeSome(client: Client, company: Company): Promise<void> {
  const last = company.resources.length - 1;
  const { status, text } = await client.import([
    ...[0, 1, 1000, 1001].map((i) => aCall('mboc_deleteAppointment', { AppointmentGuid: guidOf(i) })),
    aCall('mboc_deleteTask', { ...taskOf(company, 0), CheckAppointments: false }),
    aCall('mboc_deleteTaskUrl', { ...taskOf(company, 1), url: 'https://example.com/1' }),
    aCall('mboc_ClearTaskFilterValue', taskOf(company, 2)),
    ...[last - 1, last].map((i) => aCall('mboc_deleteResource', { ResourceNo: resourceNo(i) })),
    ...(company.appointments[2]?.resources ?? [])
      .slice(0, 1)
      .map((i) => aCall('mboc_deleteAppointmentResource', { AppointmentGuid: guidOf(2), ResourceNo: resourceNo(i) })),
    aCall('mboc_deleteJob', { ...taskKey('J9', ''), TaskNo: undefined }),
  ]);
  if (status !== 200) throw new Error(text.slice(0, 2000));
}
