import { reportedStates } from '../../domain/visit.ts';
import { exactly, list, moment, nullableText, text, whole } from '../../platform/http/shapes.ts';

const flag = { type: 'boolean' };
const number = { type: 'number' };
const nullableNumber = { type: ['number', 'null'] };
const nullableWhole = { type: ['integer', 'null'] };
const nullableMoment = { type: ['string', 'null'], format: 'date-time' };
const orNull = (shape: object) => ({ anyOf: [shape, { type: 'null' }] });
const choiceOf = (...words: string[]) => ({ enum: words });

const partyFields = { no: nullableText, name: nullableText, phone: nullableText, email: nullableText };
export const partySchema = exactly({ ...partyFields, address: nullableText });
export const siteSchema = exactly({
  ...partyFields,
  address: nullableText,
  city: nullableText,
  region: nullableText,
  latitude: nullableNumber,
  longitude: nullableNumber,
  precision: { ...nullableText, description: 'How exact the coordinates are: house, street, postcode or city.' },
});

const appointment = exactly({
  id: whole,
  version: whole,
  appointmentNo: text,
  subject: nullableText,
  body: nullableText,
  start: moment,
  end: moment,
  isAllDay: flag,
  locked: flag,
  importance: whole,
  category: nullableText,
  timeMarker: nullableText,
  quantity: number,
  unitOfMeasure: nullableText,
});

const task = exactly({
  id: whole,
  version: whole,
  sourceApp: text,
  sourceType: text,
  jobNo: text,
  taskNo: text,
  shortDescription: text,
  subject: nullableText,
  description: nullableText,
  note: nullableText,
  body: nullableText,
  category: nullableText,
  importance: whole,
  durationInSeconds: whole,
  due: nullableMoment,
  open: flag,
});

const job = exactly({ id: whole, shortDescription: text, description: nullableText, note: nullableText });

/** A column of the job or the task with its value. */
const column = exactly({
  of: choiceOf('job', 'task'),
  name: { ...text, description: 'The property of the record; captions rename it.' },
  kind: choiceOf('text', 'number', 'date', 'moment', 'boolean'),
  value: { type: ['string', 'number', 'boolean'] },
});

const requirement = exactly({
  kind: choiceOf('filterValue', 'certificate'),
  group: nullableText,
  value: text,
});

const dependency = exactly({
  direction: {
    ...choiceOf('predecessor', 'successor'),
    description: 'Whether the other task comes before the task of the card, or after it.',
  },
  type: { ...whole, description: '0 finish to start, 1 start to start, 2 finish to finish, 3 start to finish.' },
  lagInSeconds: whole,
  maxLagInSeconds: nullableWhole,
  differentResources: flag,
  sourceApp: text,
  sourceType: text,
  jobNo: text,
  taskNo: text,
  shortDescription: text,
  start: { ...nullableMoment, description: 'Of the first appointment of the other task.' },
  end: { ...nullableMoment, description: 'Of its last appointment.' },
});

const travel = exactly({
  from: choiceOf('home', 'appointment'),
  subject: { ...nullableText, description: 'Of the appointment on the other side.' },
  city: nullableText,
  metres: whole,
  seconds: whole,
  estimated: { ...flag, description: 'By the straight line, and not by road.' },
});

const resource = exactly({
  resourceNo: text,
  name: text,
  phone: nullableText,
  email: nullableText,
  lacks: list(
    exactly({
      kind: choiceOf('filterValue', 'certificate'),
      group: nullableText,
      value: text,
      validUntil: { ...nullableMoment, description: 'When a certificate that the resource holds expires.' },
    }),
  ),
  before: { ...orNull(travel), description: 'From the stop before on that day, or from home.' },
  after: { ...orNull(travel), description: 'To the next stop of that day, or home.' },
});

export const fieldSchema = exactly({
  code: text,
  caption: nullableText,
  type: { ...whole, description: '0 text, 1 number, 2 date, 3 boolean, 4 choice.' },
  choices: list(text),
  mandatory: flag,
  readOnly: flag,
  value: nullableText,
});

export const notificationSchema = exactly({
  id: whole,
  type: { ...whole, description: '0 information, 1 warning, 2 error.' },
  code: nullableText,
  text: nullableText,
  date: nullableMoment,
});

export const jobCardSchema = exactly({
  appointment: orNull(appointment),
  task: orNull(task),
  job: orNull(job),
  customer: orNull(partySchema),
  contact: orNull(partySchema),
  site: orNull(siteSchema),
  siteFrom: orNull(partySchema),
  bill: orNull(partySchema),
  requirements: list(requirement),
  loads: {
    ...list(exactly({ name: text, quantity: number })),
    description: 'What a visit takes of the capacities of its resource.',
  },
  dependencies: list(dependency),
  resources: list(resource),
  people: exactly({
    wanted: { ...whole, description: 'RequiredNoResources of the task; 0 for any number.' },
    assigned: { ...whole, description: 'Different resources of all appointments of the task.' },
    onAppointment: { ...nullableWhole, description: 'Resources of this appointment.' },
  }),
  budget: orNull(
    exactly({
      budgetInSeconds: whole,
      plannedInSeconds: whole,
      remainingInSeconds: nullableWhole,
      budgetQuantity: number,
      plannedQuantity: number,
      remainingQuantity: nullableNumber,
      unitOfMeasure: nullableText,
      plannedAppointments: whole,
    }),
  ),
  links: list(exactly({ of: choiceOf('appointment', 'task', 'resource'), uri: text, description: nullableText })),
  details: list(column),
  freeFields: list(column),
  fields: list(fieldSchema),
  visits: {
    ...list(exactly({ resourceNo: text, name: text, state: choiceOf(...reportedStates), at: moment })),
    description: 'What resources reported about the appointment, for instance on their phones.',
  },
  notifications: list(notificationSchema),
  backOffice: list(
    exactly({
      connector: nullableText,
      status: choiceOf('sent', 'received', 'processed', 'refused'),
      message: nullableText,
      at: moment,
      attempts: { ...whole, description: 'Attempts of the last delivery.' },
      isWaiting: { ...flag, description: 'The last delivery has not arrived yet, and is repeated.' },
    }),
  ),
});
