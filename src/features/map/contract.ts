import { dryRunQuery } from '../../platform/contract/dry-run.ts';
import { described, type Infer, shown } from '../../platform/contract/kind.ts';
import { object, openQuery, query, required, withDefault } from '../../platform/contract/object.ts';
import { contract } from '../../platform/contract/route.ts';
import { instant } from '../../platform/contract/times.ts';
import { boolean, integer, list, text as words } from '../../platform/contract/values.ts';
import { inWindow } from '../../platform/contract/window.ts';
import { text } from '../../platform/http/shapes.ts';
import { listParameters, recordKeys } from '../../records/contract/list-parameters.ts';
import { mapSchema, mapSettingsSchema, routeSchema } from './map-schemas.ts';
import { STREET_MAP_PATH } from './street-map.ts';

const positive = shown(integer(1, Number.MAX_SAFE_INTEGER), { minimum: 1 });

const bytes = { type: 'string', format: 'binary' };
const tags = ['Planning'];
const access = 'records.read';
const module = 'basicMap';

/** A route begins and ends at home: more than a day of it would mean nothing. */
const LONGEST_WINDOW_DAYS = 1;

const mapQuery = inWindow(
  openQuery({
    start: required(instant()),
    end: required(instant()),
    resources: recordKeys('Numbers of resources; default: all that are shown to planners.'),
    ...listParameters,
  }),
  LONGEST_WINDOW_DAYS,
);
export type MapQuery = Infer<typeof mapQuery>;

export const readMap = contract({
  method: 'GET',
  path: '/map',
  config: { drafts: 'read' },
  access,
  module,
  tags,
  summary: 'Read the map of a day: resources, stops and open tasks',
  description:
    'Home and last known location of resources, their stops in order with travel times, and open tasks, in one response. At most a day. Travel times are estimated from the straight-line distance; `GET /resource/{resourceNo}/route` uses roads. Any property of a resource can be used as a filter.',
  query: mapQuery,
  response: { 200: mapSchema },
});

export const showSettings = contract({
  method: 'GET',
  path: '/map/settings',
  access: ['records.read', 'settings.manage'],
  module,
  tags,
  summary: 'Show the settings of the map',
  response: { 200: mapSettingsSchema },
});

export const changeSettings = contract({
  method: 'PUT',
  path: '/map/settings',
  access: 'settings.manage',
  module,
  tags,
  summary: 'Change who sees homes and last positions',
  description: 'Holds from the next request on, for open streams too. API keys always read homes and positions.',
  body: object({ locationsForEveryone: required(boolean()) }),
  response: { 200: mapSettingsSchema },
});

export const readStreets = contract({
  method: 'GET',
  path: STREET_MAP_PATH,
  access: ['records.read', 'settings.manage'],
  module,
  tags,
  summary: 'Read a part of the street map',
  description:
    'The PMTiles file that the operator installed, by range requests: `Range: bytes=0-16383`. A part has at most 4 MiB; a larger file without `Range`, or with an outdated `If-Range`, is refused (REQ008).',
  headers: { type: 'object', properties: { range: text, 'if-range': text, 'if-none-match': text } },
  response: {
    200: { description: 'The whole file.', content: { 'application/vnd.pmtiles': { schema: bytes } } },
    206: { description: 'The part.', content: { 'application/vnd.pmtiles': { schema: bytes } } },
    304: { description: 'The file has not changed.', type: 'null' },
    416: { description: 'The range begins beyond the end of the file.', content: { 'text/plain': { schema: text } } },
  },
});

const MOST_STOPS = 100;
const DAY_MINUTES = 1440;

const planRouteBody = inWindow(
  object({
    start: required(instant()),
    end: required(instant()),
    stops: required(
      described(
        list(object({ appointmentId: required(positive), version: required(positive) }), MOST_STOPS),
        'All stops of the day with the version that was read, in the wanted order.',
      ),
    ),
    optimize: withDefault(described(boolean(), 'Use the order with the least travel instead.'), false, false),
    task: described(
      object({
        sourceApp: required(words(50)),
        sourceType: required(words(50)),
        jobNo: required(words(100)),
        taskNo: required(words(100)),
      }),
      'An open task to add to the day where it costs least.',
    ),
    overtimeMinutes: withDefault(
      shown(integer(0, DAY_MINUTES), {
        minimum: 0,
        maximum: DAY_MINUTES,
        description: 'After the end of working time.',
      }),
      0,
      0,
    ),
  }),
  LONGEST_WINDOW_DAYS,
);
export type PlanRouteBody = Infer<typeof planRouteBody>;

export const planRoute = contract({
  method: 'POST',
  path: '/resource/:resourceNo/route',
  access: ['plan.write', 'records.import'],
  module,
  tags,
  summary: 'Plan the stops of a day in an order, in the best order, or with one task more',
  description:
    'Computes start times from working hours, travel times and durations, and stores all of them in one transaction: one undo takes them back. Locked appointments and those in a series, a container or with several resources stay at their time. Refused with APP003 (412) if a stop was changed, added or removed since it was read, and with APP049 (409) if a stop does not fit. `dryRun=true` returns the times, what does not fit and the travel time saved.',
  params: { resourceNo: text },
  query: dryRunQuery,
  body: planRouteBody,
  response: { 200: { $ref: 'PlanRouteAnswer#' } },
});

const routeQuery = inWindow(query({ start: required(instant()), end: required(instant()) }), LONGEST_WINDOW_DAYS);
export type RouteQuery = Infer<typeof routeQuery>;

export const showRoute = contract({
  method: 'GET',
  path: '/resource/:resourceNo/route',
  access,
  module,
  tags,
  summary: 'Show the route of a resource on a day',
  description:
    'From home to the appointments in order, and back home. By road if a routing service is configured, otherwise estimated from the straight-line distance. At most a day.',
  params: { resourceNo: text },
  query: routeQuery,
  response: { 200: routeSchema },
});
