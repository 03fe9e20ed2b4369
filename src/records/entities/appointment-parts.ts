import {
  bigInteger,
  choice,
  dependency,
  entity,
  flag,
  guid,
  importance,
  instant,
  integer,
  LONGEST_BODY,
  LONGEST_SUBJECT,
  lags,
  link,
  longText,
  sentFromBackOffice,
  sourceOf,
  text,
  texts,
} from './kit.ts';

/** What names the appointment that a record belongs to; any one of the three will do. */
const ofAppointment = () => ({
  appointmentId: bigInteger({ zeroIsNone: true }),
  appointmentGuid: guid(),
  appointmentNo: text(50, { zeroIsNone: true }),
});

const owner = { to: 'Appointment', by: ['appointmentNo'], missing: 'ignore', onDelete: 'cascade' } as const;
const patient = { ...owner, missing: 'wait' } as const;
const writePermissions = ['plan.write', 'records.import'] as const;

export const assignment = entity({
  name: 'Assignment',
  table: 'assignment',
  route: 'assignment',
  group: 'Appointment',
  summary: 'A resource that carries out an appointment.',
  key: ['appointmentNo', 'resourceNo'],
  columns: { ...ofAppointment(), resourceNo: text(50, { required: true }) },
  references: {
    owner,
    resource: { to: 'Resource', by: ['resourceNo'], missing: 'reject', onDelete: 'restrict' },
  },
  versionedBy: 'owner',
  procedures: {
    upsert: ['mboc_addAppointmentResource', 'mboc_upsertAppointmentResource'],
    delete: ['mboc_deleteAppointmentResource'],
  },
  options: { sourceApp: sourceOf(), sourceType: sourceOf(), sentFromBackOffice },
  writer: 'appointmentPart',
  writePermissions,
});

export const appointmentUri = entity({
  name: 'AppointmentUri',
  table: 'appointment_uri',
  route: 'appointmentUri',
  group: 'Appointment',
  summary: 'A link shown with an appointment.',
  key: ['appointmentNo', 'uri'],
  columns: {
    appointmentId: bigInteger({ zeroIsNone: true, param: 'pAppointmentId' }),
    appointmentGuid: guid({ param: 'pAppointmentGuid' }),
    appointmentNo: text(50, { zeroIsNone: true }),
    uri: link(1000, { required: true, param: 'pUrl', aliases: ['Url'] }),
    description: text(255, { param: 'pUrlDesc', aliases: ['UrlDesc'] }),
  },
  references: { owner: patient },
  procedures: { upsert: ['mboc_upsertAppointmentUrl'], delete: ['mboc_deleteAppointmentUrl'] },
  options: {
    sourceApp: sourceOf('pSourceApp'),
    sourceType: sourceOf('pSourceType'),
    sentFromBackOffice,
  },
  deleteNeeds: 1,
  writer: 'appointmentPart',
  writePermissions,
});

export const appointmentField = entity({
  name: 'AppointmentField',
  table: 'appointment_field',
  route: 'appointmentField',
  group: 'Appointment',
  summary: 'A custom field of appointments; a template limits it to the tasks that use the template.',
  key: ['template', 'code'],
  columns: {
    template: text(100, { note: 'AppointmentTemplate of the tasks that have the field; empty for all.' }),
    code: text(100, { required: true, param: 'FieldCode' }),
    caption: text(255),
    type: choice({ 0: 'Text', 1: 'Number', 2: 'Date', 3: 'Boolean', 4: 'Choice' }, { default: 0 }),
    choices: texts(100, { note: 'The choices, for the type Choice.' }),
    index: integer({ default: 0, note: 'Position among the fields.' }),
    readOnly: flag({ default: false, note: 'Set by the back office only.' }),
    mandatory: flag({ default: false, note: 'The web application asks planners for a value.' }),
  },
  procedures: { upsert: ['mboc_upsertAppointmentField'], delete: ['mboc_deleteAppointmentField'] },
  options: { sentFromBackOffice },
});

export const appointmentFieldValue = entity({
  name: 'AppointmentFieldValue',
  table: 'appointment_field_value',
  route: 'appointmentFieldValue',
  group: 'Appointment',
  summary: 'The value of a custom field of an appointment.',
  key: ['appointmentNo', 'fieldCode'],
  columns: {
    ...ofAppointment(),
    fieldCode: text(100, { required: true }),
    fieldValue: longText({ required: true }),
  },
  references: { owner },
  procedures: { upsert: ['mboc_updateAppointmentFieldValues'], delete: ['mboc_deleteAppointmentFieldValues'] },
  options: { sourceApp: sourceOf(), sourceType: sourceOf(), sentFromBackOffice },
  deleteNeeds: 1,
  writer: 'appointmentFieldValue',
  writePermissions,
});

export const appointmentContainer = entity({
  name: 'AppointmentContainer',
  table: 'appointment_container',
  route: 'appointmentContainer',
  group: 'Container',
  summary: 'Membership of an appointment in a container.',
  key: ['container', 'appointmentNo'],
  columns: {
    container: text(100, { required: true }),
    ...ofAppointment(),
    appointmentGuid: guid({ param: 'Appointment' }),
  },
  references: {
    owner: patient,
    container: { to: 'Container', by: ['container'], missing: 'wait', onDelete: 'cascade' },
  },
  procedures: { upsert: ['mboc_upsertAppointmentContainer'], delete: ['mboc_deleteAppointmentContainer'] },
  options: { sentFromBackOffice },
  writer: 'appointmentPart',
  writePermissions,
});

export const appointmentDependency = entity({
  name: 'AppointmentDependency',
  table: 'appointment_dependency',
  route: 'appointmentDependency',
  group: 'Appointment',
  summary: 'An appointment that depends on another one.',
  key: ['predecessor', 'successor'],
  columns: {
    predecessor: text(50, { required: true, note: 'AppointmentNo, GUID or id; shown as AppointmentNo.' }),
    successor: text(50, { required: true, note: 'AppointmentNo, GUID or id; shown as AppointmentNo.' }),
    type: choice(dependency, { default: 0 }),
    ...lags(),
  },
  references: {
    predecessor: { to: 'Appointment', by: ['predecessor'], missing: 'reject', onDelete: 'cascade' },
    successor: { to: 'Appointment', by: ['successor'], missing: 'reject', onDelete: 'cascade' },
  },
  pointsBy: { to: 'Appointment', columns: ['predecessor', 'successor'] },
  procedures: { upsert: ['mboc_upsertAppointmentDependency'], delete: ['mboc_deleteAppointmentDependency'] },
  options: { sentFromBackOffice },
  writer: 'appointmentDependency',
  writePermissions,
});

export const exchangeAppointment = entity({
  name: 'ExchangeAppointment',
  table: 'exchange_appointment',
  route: 'exchangeAppointment',
  group: 'Appointment',
  summary: "An item of a resource's mailbox calendar, kept beside the plan.",
  key: ['exchangeId', 'iCalUId', 'appointmentGuid', 'appointmentId'],
  hiddenWith: [
    { to: 'Appointment', by: ['appointmentId'], of: ['id'] },
    { to: 'Appointment', by: ['appointmentGuid'], of: ['appointmentGuid'] },
    { to: 'Resource', by: ['resourceEmail'], of: ['email'] },
  ],
  columns: {
    appointmentId: bigInteger({ zeroIsNone: true }),
    appointmentGuid: guid(),
    // Parts of a key are folded, and so have a length.
    exchangeId: text(4000),
    iCalUId: text(4000),
    start: instant(),
    end: instant(),
    subject: text(LONGEST_SUBJECT),
    body: text(LONGEST_BODY),
    importance: choice(importance),
    resourceEmail: longText(),
    showAs: choice({ 1: 'Free', 2: 'Tentative', 3: 'Office', 4: 'OutOfOffice', 5: 'WorkingElsewhere', 6: 'Unknown' }),
    sensitivity: choice({ 1: 'Normal', 2: 'Personal', 3: 'Private', 4: 'Confidential' }),
    categories: texts(255),
    createdByExchange: flag({ default: false }),
  },
  procedures: { upsert: ['mboc_upsertExchangeAppointment'], delete: ['mboc_deleteExchangeAppointment'] },
  options: { sentFromBackOffice },
  deleteNeeds: 0,
  writer: 'exchangeAppointment',
});
