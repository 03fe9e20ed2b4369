import {
  bigInteger,
  choice,
  decimal,
  entity,
  flag,
  guid,
  ignored,
  importance,
  instant,
  longText,
  sentFromBackOffice,
  text,
} from './kit.ts';

const ofTask = ['sourceApp', 'sourceType', 'jobNo', 'taskNo'] as const;

export const appointment = entity({
  name: 'Appointment',
  table: 'appointment',
  route: 'appointment',
  group: 'Appointment',
  summary: 'A task planned at a time, on one or more resources.',
  key: ['appointmentNo'],
  columns: {
    appointmentId: bigInteger({ virtual: true, zeroIsNone: true, aliases: ['Id'] }),
    appointmentNo: text(50, { note: 'A short code of 8 characters that the service assigns.' }),
    appointmentGuid: guid({ note: 'Assigned by the service, or chosen by the caller.' }),
    sourceApp: text(30, { required: true }),
    sourceType: text(10, { required: true }),
    jobNo: text(50, { required: true }),
    taskNo: text(50, { required: true }),
    subject: longText({ note: "The task's subject or short description when empty at creation." }),
    body: longText({ note: "The task's when empty at creation." }),
    start: instant({ required: true }),
    end: instant({ required: true, note: "Start plus the task's duration, or one hour, when empty at creation." }),
    isAllDay: flag({ default: false, param: 'IsAllDayEvent' }),
    timeMarker: text(100, { names: 'TimeMarker', note: "The task's or job's when empty at creation." }),
    category: text(100, { names: 'Category', note: "The task's or job's when empty at creation." }),
    importance: choice(importance, { default: 0 }),
    locked: flag({ default: false, note: 'Immutable for planners; the back office may still change it.' }),
    backOfficeId: text(100, { param: 'BackofficeID' }),
    backOfficeParentId: text(100, { param: 'BackofficeParentID' }),
    unitOfMeasure: text(20, { param: 'PlanningUOM' }),
    unitOfMeasureConversion: decimal({ default: 0, param: 'PlanningUOMConversion' }),
    planningQuantity: decimal({ default: 0, param: 'PlanningQty' }),
    useFixedPlanningQuantity: flag({ default: false, param: 'UseFixPlanningQty' }),
    roundToUnitOfMeasure: flag({ default: false, param: 'RoundToUOM' }),
    isManualAppointment: flag({ default: false }),
  },
  references: { task: { to: 'Task', by: ofTask, missing: 'reject', onDelete: 'cascade' } },
  procedures: { upsert: ['mboc_upsertAppointment'], delete: ['mboc_deleteAppointment'] },
  identity: [['appointmentGuid'], ['appointmentNo'], ['appointmentId']],
  options: {
    resourceNo: { kind: 'text', on: 'both', note: 'Adds the resource; on delete removes only its assignment.' },
    replaceResource: {
      kind: 'boolean',
      default: false,
      on: 'upsert',
      aliases: ['ReplcaceResource'],
      note: 'The resource replaces all others instead of joining them.',
    },
    timeMarkerId: ignored,
    categoryId: ignored,
    sentFromBackOffice,
  },
  indexes: [['start', 'end']],
  writer: 'appointment',
  reads: 'own',
  writeScopes: ['plan', 'import'],
});

/** What names the appointment that a record belongs to; any one of the three will do. */
const ofAppointment = () => ({
  appointmentId: bigInteger({ zeroIsNone: true }),
  appointmentGuid: guid(),
  appointmentNo: text(50),
});

export const assignment = entity({
  name: 'Assignment',
  table: 'assignment',
  route: 'assignment',
  group: 'Appointment',
  summary: 'A resource that carries out an appointment.',
  key: ['appointmentNo', 'resourceNo'],
  columns: { ...ofAppointment(), resourceNo: text(50, { required: true }) },
  references: {
    owner: { to: 'Appointment', by: ['appointmentNo'], missing: 'ignore', onDelete: 'cascade' },
    resource: { to: 'Resource', by: ['resourceNo'], missing: 'reject', onDelete: 'restrict' },
  },
  procedures: {
    upsert: ['mboc_addAppointmentResource', 'mboc_upsertAppointmentResource'],
    delete: ['mboc_deleteAppointmentResource'],
  },
  options: { sourceApp: ignored, sourceType: ignored, sentFromBackOffice },
  writer: 'appointmentPart',
  writeScopes: ['plan', 'import'],
});
