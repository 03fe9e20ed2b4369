import { exactly, list, moment, nullableText, text, whole } from '../../platform/http/shapes.ts';

const orNull = (schema: object, description?: string) => ({
  oneOf: [schema, { type: 'null' }],
  ...(description ? { description } : {}),
});

const degrees = { latitude: { type: 'number' }, longitude: { type: 'number' } };
const place = exactly(degrees);
const estimated = { type: 'boolean', description: 'Estimated from the straight line.' };
const travel = exactly({ metres: whole, seconds: whole, estimated });

const missing = {
  enum: ['noAddress', 'notFound', 'waiting', null],
  description:
    'Why there are no coordinates: no address was sent, it was not found (GET /geocode/failures), or it is not geocoded yet.',
};

const route = {
  home: orNull(place),
  stops: {
    ...list(
      exactly({
        appointmentId: whole,
        travel: orNull(travel, 'The way from the place before; null where one is not known.'),
      }),
    ),
    description: 'In chronological order.',
  },
  back: orNull(travel, 'The leg home.'),
  metres: whole,
  seconds: whole,
  estimated: { type: 'boolean', description: 'Whether any leg is estimated from the straight line.' },
};

const mapResource = exactly({
  id: whole,
  resourceNo: text,
  name: text,
  teamName: nullableText,
  seen: orNull(exactly({ ...degrees, at: moment }), 'Last known location in the window.'),
  ...route,
});

const ofWork = {
  id: whole,
  sourceApp: text,
  sourceType: text,
  jobNo: text,
  taskNo: text,
  category: nullableText,
  customerName: nullableText,
  address: nullableText,
  city: nullableText,
  place: orNull(place),
  missing,
};

const mapAppointment = exactly({
  ...ofWork,
  appointmentNo: text,
  start: moment,
  end: moment,
  subject: nullableText,
  resources: list(text),
});

const mapTask = exactly({
  ...ofWork,
  subject: text,
  importance: whole,
  durationInSeconds: whole,
  due: { type: ['string', 'null'], format: 'date-time' },
});

export const mapSchema = exactly({
  start: moment,
  end: moment,
  timeZone: text,
  change: { ...whole, description: 'The response does not include changes after this number.' },
  resources: list(mapResource),
  appointments: list(mapAppointment),
  tasks: { ...list(mapTask), description: 'Open tasks, earliest first; at most 2,000.' },
  openTasks: { ...whole, description: 'Number of open tasks.' },
  openTasksWithoutPlace: whole,
  categories: list(exactly({ name: text, displayName: text, color: nullableText })),
});

export const routeSchema = exactly({
  resourceNo: text,
  start: moment,
  end: moment,
  ...route,
  source: {
    enum: ['roads', 'mixed', 'estimate'],
    description: 'Whether the routing service or the straight-line estimate was used.',
  },
});

export const mapSettingsSchema = exactly({
  tiles: orNull(
    exactly({ url: { type: 'string', description: 'Contains {z}, {x} and {y}.' }, attribution: text }),
    'Map tiles configured by the operator; null if only the built-in country outlines are available.',
  ),
});
