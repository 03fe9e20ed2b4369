import { exactly, list, moment, nullableText, text, whole } from '../../platform/http/shapes.ts';
import { misfitReasons } from './route-day.ts';

/** `travel` may be on roads, estimated, or both. */
const source = {
  enum: ['roads', 'mixed', 'estimate'],
  description: 'Whether the routing service or the straight-line estimate was used.',
};

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
  pin: nullableText,
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
  pin: nullableText,
  customerName: nullableText,
  address: nullableText,
  city: nullableText,
  place: orNull(place),
  missing,
};

const mapAppointment = exactly({
  ...ofWork,
  sourceApp: nullableText,
  sourceType: nullableText,
  jobNo: nullableText,
  taskNo: nullableText,
  version: whole,
  locked: { type: 'boolean', description: 'The appointment or its task is locked.' },
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
  pins: {
    ...list(exactly({ name: text, color: nullableText })),
    description: 'Colours of the markers; they take precedence over the colours of categories.',
  },
  locations: {
    type: 'boolean',
    description: 'Whether homes and last positions are shown to the caller; otherwise they are null.',
  },
});

export const routeSchema = exactly({
  resourceNo: text,
  start: moment,
  end: moment,
  ...route,
  source,
});

const distance = exactly({ metres: { type: 'integer' }, seconds: { type: 'integer' } });

/** The properties of the response beside those of every write. */
export const plannedRoute = {
  plan: exactly({
    stops: {
      ...list(
        exactly({
          appointmentId: { type: ['integer', 'null'], description: 'Null for the appointment that is added.' },
          name: text,
          start: moment,
          end: moment,
          from: { type: ['string', 'null'], format: 'date-time', description: 'The start before.' },
          isFixed: { type: 'boolean', description: 'It is locked or cannot be moved, and stays at its time.' },
          travel: orNull(travel, 'The way from the stop before; null where one is not known.'),
        }),
      ),
      description: 'In chronological order.',
    },
    misfits: {
      ...list(
        exactly({
          appointmentId: { type: ['integer', 'null'] },
          name: text,
          reason: { enum: misfitReasons },
          detail: nullableText,
        }),
      ),
      description: 'Stops that do not fit where they are wanted. Nothing is stored as long as there are any.',
    },
    before: distance,
    after: distance,
    saved: distance,
    changed: { ...whole, description: 'How many appointments are new or start at another time.' },
    travel: source,
  }),
};

export const mapSettingsSchema = exactly({
  streets: orNull(
    exactly({ url: text, attribution: text, maxZoom: { ...whole, description: 'The closest zoom with tiles.' } }),
    'Street map on this server (PMTiles); null if none is installed. It takes precedence over `tiles`.',
  ),
  locationsForEveryone: {
    type: 'boolean',
    description:
      'Homes and last positions are shown to everyone with records.read; otherwise to users with plan.write or records.import.',
  },
  tiles: orNull(
    exactly({ url: { type: 'string', description: 'Contains {z}, {x} and {y}.' }, attribution: text }),
    'Map tiles configured by the operator; null if only the built-in country outlines are available.',
  ),
});
