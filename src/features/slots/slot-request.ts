import { refuse } from '../../domain/errors.ts';
import { LONGEST_ADDRESS, LONGEST_VALUE } from '../../domain/text-limits.ts';
import { DAY_MS } from '../../domain/time/day.ts';
import { listScorers } from '../../engine/recommendation/list-scorers.ts';
import type { SlotLocation, SlotRequest } from '../../engine/recommendation/slot-request.ts';
import { described, type Infer, type Kind, kind, Position, refined } from '../../platform/contract/kind.ts';
import { object, orEmpty, required, withDefault } from '../../platform/contract/object.ts';
import { duration, instant, timeZone } from '../../platform/contract/times.ts';
import { boolean, choice, integer, notNegative, number, text, texts, word } from '../../platform/contract/values.ts';

const LONGEST_WINDOW_MS = 366 * DAY_MS + 3_600_000;
const DAY_MINUTES = 1440;
const MOST_SLOTS = 1000;
const MOST_REQUIREMENTS = 100;
const USUAL_SLOTS = 50;
/** Unless the request says how many slots of a resource it wants: so few, or a tenth of the page, so that a full page has at least ten resources. */
const SLOTS_OF_RESOURCE = 5;
const RESOURCES_OF_PAGE = 10;

/** A few different texts, which are compared with everything that is planned. */
const few = refined(texts(), (sent, position) => {
  if (sent.length > MOST_REQUIREMENTS)
    throw position.refuse('REQ014', `must have at most ${MOST_REQUIREMENTS} entries.`);
  return [...new Set(sent)];
});

/** Slots start at the same times every day: the grid has to divide a day. In minutes. */
const grid = refined(duration(), (ms, position) => {
  const minutes = ms / 60_000;
  if (!Number.isInteger(minutes) || DAY_MINUTES % minutes !== 0)
    throw position.refuse('REQ014', 'must be whole minutes that divide a day, such as PT5M, PT15M, PT45M or PT1H.');
  return minutes;
});

const importance: Kind<number> = {
  ...refined(number(), (value, position) => {
    if (![0, 1, 2].includes(value)) throw position.refuse('REQ014', 'must be 0 (normal), 1 (high) or 2 (low).');
    return value;
  }),
  schema: { enum: [0, 1, 2] },
};

const coordinates = object({
  address: text(LONGEST_ADDRESS),
  country: text(LONGEST_VALUE),
  latitude: number(),
  longitude: number(),
});

/** Coordinates, an address in parts, or an address in one text. */
const location: Kind<SlotLocation> = kind(coordinates.schema, (value, position) => {
  if (typeof value === 'string')
    return { address: text(LONGEST_ADDRESS).read(value, position) ?? '', country: undefined };
  const { address, country, latitude: lat, longitude: lon } = coordinates.read(value, position) ?? {};
  if (lat !== undefined && lon !== undefined) {
    if (Math.abs(lat) > 90 || Math.abs(lon) > 180)
      throw position.refuse('REQ014', 'a latitude is -90 to 90, a longitude -180 to 180.');
    return { lat, lon };
  }
  return address === undefined && country === undefined ? undefined : { address, country };
});

const scorers = listScorers();

/** Only the ratio of weights counts, so one of them must be above 0. */
const weights: Kind<ReadonlyMap<string, number>> = kind(
  {
    type: 'object',
    properties: Object.fromEntries(scorers.map(({ key, description }) => [key, { type: 'number', description }])),
  },
  (value, position) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw position.refuse('REQ007', 'must be an object.');
    const read = new Map(
      Object.entries(value).flatMap(([name, sent]) => {
        const weight = sent === null || sent === undefined ? undefined : weightOf(sent, position.within(name));
        return weight === undefined ? [] : [[scorerNamed(name, position), weight] as const];
      }),
    );
    if (read.size > 0 && [...read.values()].every((weight) => weight === 0))
      throw position.refuse('REQ014', 'at least one must be more than 0.');
    return read.size === 0 ? undefined : read;
  },
);

const weightOf = (sent: unknown, position: Position): number | undefined => notNegative().read(sent, position);

function scorerNamed(name: string, position: Position): string {
  const found = scorers.find(({ key }) => key.toLowerCase() === name.toLowerCase());
  if (!found)
    throw position
      .within(name.slice(0, 100))
      .refuse('REQ010', `there is no such scorer; known are ${scorers.map(({ key }) => key).join(', ')}.`);
  return found.key;
}

const waive = object(
  {
    requirements: withDefault(few, []),
    certificates: withDefault(few, []),
    latest: withDefault(described(boolean(), 'Look beyond the latest moment that the task allows.'), false),
    resources: withDefault(described(boolean(), 'Any resource, although the task requires certain ones.'), false),
    dependencies: withDefault(described(boolean(), 'Any time and resource, whatever the task depends on.'), false),
    loads: withDefault(described(boolean(), 'Any resource and day, whatever resources can carry.'), false),
  },
  { description: 'Conditions of the task that are dropped, as `relaxations` name them.' },
);

const options = object({
  locationMode: described(
    word('home', 'route'),
    'home: travel from home for every slot; route (default): travel from stop to stop.',
  ),
  maxDistanceKm: described(
    notNegative(),
    'By road where road distances are known. Otherwise a limit of the straight line, so that no resource in reach is dropped.',
  ),
  granularity: withDefault(grid, 15, 'PT15M'),
  timeZone: timeZone(),
  limit: withDefault(
    { ...integer(0, MOST_SLOTS), schema: { type: 'integer', maximum: MOST_SLOTS } },
    USUAL_SLOTS,
    USUAL_SLOTS,
  ),
  slotsPerResource: {
    ...integer(1, MOST_SLOTS),
    schema: {
      type: 'integer',
      minimum: 1,
      maximum: MOST_SLOTS,
      description: 'The most slots of a resource on a page. By default a tenth of limit, and at least 5.',
    },
  },
  cursor: described(
    text(),
    'nextCursor of the page before. The rest of the request must be the same. Valid for a day.',
  ),
  rejected: described(
    choice(['first', 'all']),
    'Resources that `rejected` names for each reason: the first ones (default), or all.',
  ),
  resources: withDefault(described(texts(), 'Only these.'), []),
  preferredResources: withDefault(texts(), []),
  excludedResources: withDefault(texts(), []),
  certificates: withDefault(few, []),
  customerNo: text(),
  importance,
  waive,
});

/** The body of POST /recommendation. Times are read later, because they depend on `options.timeZone`. */
export const slotBody = object(
  {
    startDate: required(described(text(), 'Start of the window, ISO 8601.')),
    endDate: required(described(text(), 'End of the window; 366 days at most.')),
    duration: described(duration(), 'Working time, ISO 8601 (PT1H); by default that of the task.'),
    requirements: withDefault(described(few, 'Filter values; Group:Value if a value is in several groups.'), []),
    location,
    options: orEmpty(options),
    scoring: orEmpty(object({ weights })),
    sourceApp: text(),
    sourceType: text(),
    jobNo: text(),
    taskNo: described(text(), 'The task that needs a slot. It gives what the request leaves open.'),
  },
  { anyOf: [{ required: ['duration'] }, { required: ['sourceApp', 'sourceType', 'jobNo', 'taskNo'] }] },
);

/** The request of a body that was read. */
export function slotRequest(body: Infer<typeof slotBody>, tenantZone: string, now: number): SlotRequest {
  const { options } = body;
  const timeZone = options.timeZone ?? tenantZone;
  const start = momentOf(body.startDate, 'startDate', timeZone);
  const end = momentOf(body.endDate, 'endDate', timeZone);
  if (end <= start) throw refuse('REQ014', 'endDate: must be after startDate.', 'endDate');
  if (end - start > LONGEST_WINDOW_MS)
    throw refuse('REQ014', 'endDate: the window may have 366 days at most.', 'endDate');
  if (end <= now) throw refuse('REQ014', 'endDate: the window is in the past.', 'endDate');
  return {
    start,
    end,
    workMs: body.duration ?? null,
    requirements: body.requirements,
    certificates: options.certificates,
    location: body.location,
    fromHome: options.locationMode === 'home',
    maxKm: options.maxDistanceKm,
    grid: options.granularity,
    timeZone,
    limit: options.limit,
    perResource: options.slotsPerResource ?? Math.max(SLOTS_OF_RESOURCE, Math.ceil(options.limit / RESOURCES_OF_PAGE)),
    among: options.resources,
    preferred: options.preferredResources,
    excluded: options.excludedResources,
    customer: options.customerNo,
    importance: options.importance,
    weights: body.scoring.weights,
    task: taskOf(body),
    waived: options.waive,
  };
}

const momentOf = (sent: string, name: string, zone: string): number =>
  instant().read(sent, new Position(name, { zone, warnings: [] })) as number;

function taskOf({ taskNo, sourceApp, sourceType, jobNo }: Infer<typeof slotBody>): SlotRequest['task'] {
  if (taskNo === undefined) return undefined;
  const needed = (value: string | undefined, name: string): string => {
    if (value === undefined) throw refuse('REQ015', `${name}: a value is required with taskNo.`, name);
    return value;
  };
  return {
    sourceApp: needed(sourceApp, 'sourceApp'),
    sourceType: needed(sourceType, 'sourceType'),
    jobNo: needed(jobNo, 'jobNo'),
    taskNo,
  };
}
