import type { ColumnModel, EntityModel } from '../../src/records/derive/model.ts';

/** Texts that stand in every record of one tenant and nowhere else, so that a leak is seen. */
export interface Marks {
  /** Every key. All keys are the same word, so every reference fits. */
  readonly key: string;
  /** Every text that is no key; the same word as the key where a test wants only one. */
  readonly text: string;
  readonly guid: string;
  readonly otherGuid: string;
  readonly email: string;
}

/** Texts that name another record, or are too short for the mark, hold the key. */
const isFree = (model: EntityModel, { property, isKey, spec }: ColumnModel, marks: Marks): boolean =>
  !isKey &&
  spec.names === undefined &&
  (spec.max ?? Number.POSITIVE_INFINITY) >= marks.text.length &&
  !model.references.some(({ reference }) => reference.by.includes(property)) &&
  !model.entity.follows?.some(({ by }) => by.includes(property));

const VALUES: Readonly<Record<string, (column: ColumnModel, marks: Marks, model: EntityModel) => unknown>> = {
  text: (column, marks, model) => (isFree(model, column, marks) ? marks.text : marks.key),
  secret: (_column, marks) => marks.text,
  zone: () => 'Europe/Paris',
  integer: () => 1,
  decimal: () => 1,
  coordinate: () => 1,
  boolean: () => true,
  instant: () => '2020-06-01T10:00:00Z',
  resourceInstant: () => '2020-06-01T10:00:00Z',
  date: () => '2020-06-01',
  timeOfDay: () => '10:00',
  timeSpan: () => '01:00:00',
  guid: (_column, marks) => marks.guid,
  choice: ({ spec }) => Number(Object.keys(spec.choices ?? {})[0]),
  texts: (_column, marks) => [marks.key],
  document: ({ spec }, marks) => (spec.shape === 'object' || spec.shape === 'json' ? { [marks.text]: marks.text } : []),
};

/** Where a value made by its kind would not do; undefined leaves it out. */
const special = ({ key, text, guid, otherGuid, email }: Marks): Readonly<Record<string, Record<string, unknown>>> => ({
  Calendar: { parentCode: undefined, default: false },
  Connector: {
    uri: `https://${text}.example`,
    tokenUri: `https://${text}.example/token`,
    apiType: 1,
    crudTypes: ['I'],
  },
  Task: { appointmentLatestAllowed: '2020-07-01' },
  Appointment: { appointmentId: undefined, locked: false, end: '2020-06-01T11:00:00Z' },
  ResourceRefill: { durationInSeconds: 600 },
  ResourceBreak: { durationInSeconds: 600, latestEnd: '11:00' },
  Assignment: { appointmentId: undefined },
  AppointmentUri: { appointmentId: undefined },
  AppointmentField: { readOnly: false },
  Notification: { appointmentNo: undefined },
  AppointmentFieldValue: { appointmentId: undefined },
  AppointmentContainer: { appointmentId: undefined },
  // Nothing waits for itself: the other end is made by hand.
  TaskDependency: { predecessorTaskNo: `${key}b` },
  AppointmentDependency: { predecessor: otherGuid, successor: guid },
  TaskAssignment: { preference: 0 },
  TimeEntry: { timeEntryId: undefined, status: 0 },
  TimeSession: { timeSessionId: undefined, stoppedAt: '2020-06-01T11:00:00Z' },
  UserProfile: { email },
  UserFilterValue: { email },
  Role: { permissions: ['records.read'] },
  User: { email, roles: ['viewer'], password: 'long enough and hidden' },
});

/** A record with a value in every field. */
export function markedRecord(model: EntityModel, marks: Marks): Record<string, unknown> {
  const made = model.columns
    .filter(({ spec }) => !spec.readOnly)
    .map((column) => [column.property, VALUES[column.spec.kind]?.(column, marks, model)]);
  const record = { ...Object.fromEntries(made), ...special(marks)[model.name] };
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}

/** A second record, for those that connect two. */
export function alsoMarked(model: EntityModel, marks: Marks): Record<string, unknown> | undefined {
  const differs: Readonly<Record<string, Record<string, unknown>>> = {
    Task: { taskNo: `${marks.key}b` },
    Appointment: { appointmentGuid: marks.otherGuid, appointmentNo: undefined },
  };
  const other = differs[model.name];
  return other && { ...markedRecord(model, marks), ...other };
}
