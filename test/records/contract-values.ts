import { type ColumnModel, type EntityModel, identityOf } from '../../src/records/derive/model.ts';
import { aCall } from '../support/service.ts';

/** A value as public clients send it, and as answers show it; what is not known beforehand is not shown. */
export interface Value {
  readonly sent: string;
  readonly shown?: unknown;
}
/** What a record is created with, and what it is changed to; null is left out. */
type Pair = readonly [first: Value | null, second: Value | null];

const same = (sent: string): Value => ({ sent, shown: sent });
const as = (sent: string, shown: unknown): Value => ({ sent, shown });

/** Two records whose keys are all one word refer to each other wherever they can. */
const WORDS: Pair = [same('Alpha'), same('Beta')];
const GUIDS: Pair = [
  as('0F8FAD5B-D9CB-469F-A165-70867728950E', '0f8fad5b-d9cb-469f-a165-70867728950e'),
  as('{7c9e6679-7425-40de-944b-e07fc1f90ae7}', '7c9e6679-7425-40de-944b-e07fc1f90ae7'),
];
const MOMENTS: Pair = [
  as('2020-06-01 10:00:00', '2020-06-01T10:00:00+02:00'),
  as('2020-06-02T11:30:00.000Z', '2020-06-02T13:30:00+02:00'),
];
/** No less than the lags that are sent with them. */
const MAX_LAGS: Pair = [as('70', 70), as('80', 80)];
const AMOUNTS: Pair = [as('2.5', 2.5), as('0', 0)];
const json = (value: unknown): Value => as(JSON.stringify(value), value);
const DOCUMENTS: Readonly<Record<string, Pair>> = {
  hours: [json([{ start: '08:00', end: '12:00' }]), json([])],
  weekdays: [json([6, 7]), json([7])],
  holidays: [json([{ date: '2020-12-25', name: 'Christmas', yearly: true }]), json([])],
  overrides: [json([{ weekday: 5, hours: [] }]), json([])],
  object: [json({ scale: 'week', columns: ['jobNo'] }), json({})],
  json: [json({ a: [1, 'two', null, true] }), json('a text')],
};

const choices = ({ spec }: ColumnModel): Pair => {
  const numbers = Object.keys(spec.choices ?? {});
  const [first = '', last = ''] = [numbers[0], numbers.at(-1)];
  return [as(first, Number(first)), as(last, Number(last))];
};

const BY_KIND: Readonly<Record<string, Pair | ((column: ColumnModel) => Pair | undefined)>> = {
  text: WORDS,
  secret: [{ sent: 'Alpha' }, { sent: 'Beta' }],
  zone: [same('Europe/Paris'), same('Asia/Kolkata')],
  integer: [as('7', 7), as('8', 8)],
  decimal: [as('2.5', 2.5), as('-3.25', -3.25)],
  coordinate: [as('50.5', 50.5), as('4.25', 4.25)],
  boolean: [as('1', true), as('False', false)],
  instant: MOMENTS,
  resourceInstant: MOMENTS,
  date: [same('2020-06-01'), as('2020-06-02T00:00:00', '2020-06-02')],
  timeOfDay: [as('08:30', '08:30:00'), same('17:45:10')],
  timeSpan: [as('36000000000', '01:00:00'), same('1.02:30:00')],
  guid: GUIDS,
  choice: choices,
  texts: [as('Alpha;Beta', ['Alpha', 'Beta']), as('Beta', ['Beta'])],
  document: ({ spec }) => DOCUMENTS[spec.shape ?? ''],
};

/** Not a value of the kind. */
export const WRONG: Readonly<Record<string, string>> = {
  zone: 'Mars/Olympus',
  integer: 'seven',
  decimal: '2.5.1',
  coordinate: '181',
  boolean: 'perhaps',
  instant: 'tomorrow',
  resourceInstant: '2020-06-31T10:00:00',
  date: '2020-02-30',
  timeOfDay: '25:00',
  timeSpan: 'long',
  guid: '0F8FAD5B',
  choice: '99',
  document: '{"not":"a list"',
};

const LEFT_OUT: Pair = [null, null];
/** The service gives out numbers; a record is named by what the caller chose. */
const NUMBERS = { appointmentId: LEFT_OUT, appointmentNo: LEFT_OUT };

/** Where a value made by its kind would not do. */
const SPECIAL: Readonly<Record<string, Readonly<Record<string, Pair>>>> = {
  // One calendar per tenant is the default, and none is its own parent: deletes.test.ts and concurrency.test.ts.
  Calendar: { parentCode: [null, same('Beta')], default: [as('0', false), null] },
  // SOAP, NTLM and Windows are not delivered to: test/features/connectors/connectors.test.ts.
  Connector: {
    uri: [same('https://alpha.example/plan'), same('https://beta.example')],
    tokenUri: [same('https://alpha.example/token'), same('https://beta.example/token')],
    apiType: [as('1', 1), null],
    crudTypes: [as('I;D', ['I', 'D']), as('U', ['U'])],
  },
  // Ends after it starts; one of another source system is left alone: other-source.test.ts.
  Appointment: {
    ...NUMBERS,
    sourceApp: [same('Alpha'), null],
    sourceType: [same('Alpha'), null],
    start: [
      as('2020-06-01 10:00:00', '2020-06-01T10:00:00+02:00'),
      as('2020-06-01T07:30:00Z', '2020-06-01T09:30:00+02:00'),
    ],
    end: [as('2020-06-01 12:00', '2020-06-01T12:00:00+02:00'), as('2020-06-01T12:30', '2020-06-01T12:30:00+02:00')],
    locked: [as('0', false), as('True', true)],
    // Rounded to whole units, for that is asked for too.
    planningQuantity: [as('3', 3), as('4.00', 4)],
  },
  // The id of a type that is made by its name: resource-types.test.ts.
  Resource: { resourceTypeId: LEFT_OUT },
  // Not negative.
  ResourceLoadCapacity: { quantity: AMOUNTS },
  TaskLoad: { quantity: AMOUNTS },
  // A minute to a day.
  ResourceRefill: { durationInSeconds: [as('600', 600), as('900', 900)] },
  // As long as its window, or shorter.
  ResourceBreak: {
    durationInSeconds: [as('600', 600), as('900', 900)],
    earliestStart: [as('11:30', '11:30:00'), same('12:00:00')],
    latestEnd: [as('13:30', '13:30:00'), same('14:00:00')],
  },
  Assignment: NUMBERS,
  AppointmentUri: NUMBERS,
  AppointmentFieldValue: NUMBERS,
  AppointmentContainer: NUMBERS,
  // Two different appointments, shown by the numbers they got.
  AppointmentDependency: {
    maxLagInSeconds: MAX_LAGS,
    predecessor: [{ sent: '0f8fad5b-d9cb-469f-a165-70867728950e' }, null],
    successor: [{ sent: '7c9e6679-7425-40de-944b-e07fc1f90ae7' }, null],
  },
  // Nothing waits for itself.
  TaskDependency: {
    predecessorJobNo: [same('Beta'), null],
    predecessorTaskNo: [same('Beta'), null],
    maxLagInSeconds: MAX_LAGS,
  },
  // An appointment that does not exist has no number; the id and the GUID are kept as they come.
  Notification: { appointmentNo: LEFT_OUT },
  // Ends after it starts; an absence stays with its resource, and its status has a test of its own: test/features/absences.
  Absence: {
    resourceNo: [same('Alpha'), null],
    startDate: [same('2020-06-02'), same('2020-06-01')],
    endDate: [same('2020-06-03'), same('2020-06-04')],
    status: [as('0', 0), null],
  },
  // Moves of the status have a table and a test of their own.
  TimeEntry: { timeEntryId: LEFT_OUT, status: [as('0', 0), null] },
  TimeSession: {
    timeSessionId: LEFT_OUT,
    startedAt: [
      as('2020-06-01 10:00:00', '2020-06-01T10:00:00+02:00'),
      as('2020-06-01 09:30:00', '2020-06-01T09:30:00+02:00'),
    ],
    stoppedAt: [
      as('2020-06-01 12:00:00', '2020-06-01T12:00:00+02:00'),
      as('2020-06-01T11:00:00Z', '2020-06-01T13:00:00+02:00'),
    ],
  },
  UserProfile: { email: [same('alpha@example.com'), null] },
  UserFilterValue: { email: [same('alpha@example.com'), null] },
  Role: { permissions: [as('records.read;plan.write', ['records.read', 'plan.write']), as('publish', ['publish'])] },
  User: {
    email: [same('alpha@example.com'), null],
    roles: [as('viewer', ['viewer']), as('planner;viewer', ['planner', 'viewer'])],
  },
};

const pairOf = (model: EntityModel, column: ColumnModel): Pair => {
  const special = SPECIAL[model.name]?.[column.property];
  if (special) return special;
  const made = BY_KIND[column.spec.kind];
  const pair = typeof made === 'function' ? made(column) : made;
  if (!pair) throw new Error(`no value for ${model.name}.${column.property}`);
  return pair;
};

export const firstOf = (model: EntityModel, column: ColumnModel): Value | null => pairOf(model, column)[0];
export const secondOf = (model: EntityModel, column: ColumnModel): Value | null => pairOf(model, column)[1];

/** The columns that tell which record is meant, of those that the tests send. */
export function namesOf(model: EntityModel): readonly ColumnModel[] {
  const names = new Set(identityOf(model)?.flat());
  return model.columns.filter(
    (column) => (column.isKey || names.has(column.property)) && firstOf(model, column) !== null,
  );
}

type Record_ = Readonly<Record<string, string>>;

/** Calls that make what records with these values refer to, parents first. */
export function parentsOf(model: EntityModel, values: Record_): object[] {
  return model.references.flatMap(({ target, reference }) => {
    if (target.entity.identity) {
      const guid = model.entity.pointsBy ? values[reference.by[0] ?? ''] : values['appointmentGuid'];
      return guid === undefined ? [] : ensure(target, { appointmentGuid: guid });
    }
    const named = reference.by.map((property) => values[property]);
    if (named.includes(undefined)) return [];
    return ensure(
      target,
      Object.fromEntries(target.keyColumns.map(({ property }, i) => [property, named[i] as string])),
    );
  });
}

/** Calls that make a record with no more than it needs, and what it refers to. */
export function ensure(model: EntityModel, key: Record_): object[] {
  const needed = model.columns.filter(
    (column) =>
      column.spec.required ||
      column.spec.requiredOnImport ||
      (model.name === 'Appointment' && ['start', 'end'].includes(column.property)),
  );
  const record = Object.fromEntries(
    needed.flatMap((column) => {
      const value = firstOf(model, column);
      return value === null ? [] : [[column.property, value.sent]];
    }),
  );
  const whole = { ...record, ...key };
  const [procedure = ''] = model.entity.procedures.upsert;
  return [...parentsOf(model, whole), aCall(procedure, whole)];
}

/** Where records of a kind are read. */
export function pathOf(model: EntityModel): string {
  const window = '?start=2020-05-15&end=2020-07-15&startDate=2020-05-15&endDate=2020-07-15';
  return `/${model.entity.route}${model.entity.reads === 'own' ? window : '?open=all&history=true'}`;
}
