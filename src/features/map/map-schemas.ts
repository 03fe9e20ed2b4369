import { exactly, list, moment, nullableText, text, whole } from '../../platform/http/shapes.ts';

const orNull = (schema: object, description?: string) => ({
  oneOf: [schema, { type: 'null' }],
  ...(description ? { description } : {}),
});

const degrees = { latitude: { type: 'number' }, longitude: { type: 'number' } };
const place = exactly(degrees);
const travel = exactly({ metres: whole, seconds: whole });

const missing = {
  enum: ['noAddress', 'notFound', 'waiting', null],
  description:
    'Why there is no place: no address was sent, it could not be found (GET /geocode/failures), or it is still to be looked for.',
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
    description: 'In the order of the day.',
  },
  back: orNull(travel, 'The way home.'),
  metres: whole,
  seconds: whole,
};

const mapResource = exactly({
  id: whole,
  resourceNo: text,
  name: text,
  teamName: nullableText,
  seen: orNull(exactly({ ...degrees, at: moment }), 'Where it was last seen in the window.'),
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
  change: { ...whole, description: 'Changes after this number are not in the answer.' },
  resources: list(mapResource),
  appointments: list(mapAppointment),
  tasks: { ...list(mapTask), description: 'Open tasks, soonest first; 2,000 at most.' },
  openTasks: { ...whole, description: 'How many open tasks there are.' },
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
    description: 'Whether a service that knows the roads said so, or the straight line.',
  },
});

export const mapSettingsSchema = exactly({
  tiles: orNull(
    exactly({ url: { type: 'string', description: 'With {z}, {x} and {y} in it.' }, attribution: text }),
    'Pictures of the map that the operator chose; null where the outlines of countries that come along are all there is.',
  ),
});
