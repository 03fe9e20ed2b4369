import type { Infer } from '../../platform/contract/kind.ts';
import { openQuery, query, required } from '../../platform/contract/object.ts';
import { contract } from '../../platform/contract/route.ts';
import { instant } from '../../platform/contract/times.ts';
import { inWindow } from '../../platform/contract/window.ts';
import { text } from '../../platform/http/shapes.ts';
import { listParameters, recordKeys } from '../../records/contract/list-parameters.ts';
import { mapSchema, mapSettingsSchema, routeSchema } from './map-schemas.ts';

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
  access,
  module,
  tags,
  summary: 'Show the settings of the map',
  response: { 200: mapSettingsSchema },
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
