import type { Paths, Schemas } from '../api/schema.ts';
import { addDays, dateOf } from '../dates/zone.ts';

/** The slot request as the form holds it, and the request body made from it. */

export type Slot = Schemas['Slot'];
export type OpenTask = Paths['/board/tasks']['get']['answer'][number];
export type TaskKey = Pick<OpenTask, 'sourceApp' | 'sourceType' | 'jobNo' | 'taskNo'>;
export type SlotBody = Paths['/recommendation']['post']['body'];
export type SlotAnswer = Paths['/recommendation']['post']['answer'];
export type Relaxation = SlotAnswer['relaxations'][number];
export type Located = Paths['/geocode']['post']['answer'];
export type Weights = Readonly<Record<string, number>>;

export interface Address {
  readonly street: string;
  readonly zipCode: string;
  readonly city: string;
  readonly country: string;
}

/** `usual` is the location of the job; without a task there is none. Values of the other kinds are kept. */
export interface RequestedLocation {
  readonly kind: 'usual' | 'address' | 'coordinates';
  readonly address: Address;
  /** The result of the address lookup. */
  readonly located: Located | undefined;
  readonly coordinates: string;
}

export interface Waived {
  readonly requirements: readonly string[];
  readonly certificates: readonly string[];
  readonly latest: boolean;
  readonly resources: boolean;
  readonly dependencies: boolean;
  readonly loads: boolean;
}

export interface SlotRequest {
  /** Local dates, both included. */
  readonly from: string;
  readonly to: string;
  /** Undefined: the duration of the task. */
  readonly minutes: number | undefined;
  /** Group:Value. */
  readonly requirements: readonly string[];
  readonly location: RequestedLocation;
  readonly maxKm: number | undefined;
  readonly grid: number;
  readonly fromHome: boolean;
  /** Requirements of the task that the planner waived. */
  readonly waived: Waived;
}

const USUAL_DAYS = 14;
/** Enough for a dozen cards with other times on them. */
const MOST_SLOTS = 100;
/** More than a day has on the usual grid, so that several days have a card, and few enough that several resources have. */
const SLOTS_PER_RESOURCE = 40;

const NOTHING_WAIVED: Waived = {
  requirements: [],
  certificates: [],
  latest: false,
  resources: false,
  dependencies: false,
  loads: false,
};

export const initialRequest = (today: string): SlotRequest => ({
  from: today,
  to: addDays(today, USUAL_DAYS - 1),
  minutes: undefined,
  requirements: [],
  location: {
    kind: 'usual',
    address: { street: '', zipCode: '', city: '', country: '' },
    located: undefined,
    coordinates: '',
  },
  maxKm: undefined,
  grid: 15,
  fromHome: false,
  waived: NOTHING_WAIVED,
});

/** Parses `50.86, 4.36`, or with decimal commas and a space: `50,86 4,36`. */
export function coordinatesIn(text: string): { latitude: number; longitude: number } | undefined {
  const found = /^\s*(-?\d+(?:[.,]\d+)?)(?:\s*[;,]\s+|\s*;\s*|\s+|,)(-?\d+(?:[.,]\d+)?)\s*$/.exec(text);
  if (!found) return undefined;
  const [latitude = Number.NaN, longitude = Number.NaN] = found.slice(1).map((part) => Number(part.replace(',', '.')));
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined;
}

function coordinatesOf({ kind, located, coordinates }: RequestedLocation): SlotBody['location'] {
  if (kind === 'coordinates') return coordinatesIn(coordinates);
  if (kind !== 'address' || located?.latitude === undefined || located.longitude === undefined) return undefined;
  return { latitude: located.latitude, longitude: located.longitude };
}

/** The request body, or undefined while the form is incomplete. */
export function bodyOf(
  request: SlotRequest,
  task: TaskKey | undefined,
  zone: string,
  weights: Weights | undefined,
): SlotBody | undefined {
  const { from, to, minutes, requirements, maxKm, grid, fromHome, waived } = request;
  if ((!task && minutes === undefined) || from === '' || to === '') return undefined;
  const location = coordinatesOf(request.location);
  const waives = waived !== NOTHING_WAIVED && task !== undefined;
  return {
    startDate: from,
    endDate: addDays(to, 1),
    ...(minutes === undefined ? {} : { duration: `PT${minutes}M` }),
    ...(requirements.length === 0 ? {} : { requirements }),
    ...(location === undefined ? {} : { location }),
    options: {
      timeZone: zone,
      granularity: `PT${grid}M`,
      locationMode: fromHome ? 'home' : 'route',
      limit: MOST_SLOTS,
      slotsPerResource: SLOTS_PER_RESOURCE,
      rejected: 'all',
      // A distance needs a location.
      ...(maxKm === undefined || (location === undefined && !task) ? {} : { maxDistanceKm: maxKm }),
      ...(waives ? { waive: waived } : {}),
    },
    ...(weights === undefined ? {} : { scoring: { weights } }),
    ...(task ?? {}),
  };
}

/** Applies a relaxation: the planner's own requirement is changed, one of the task is waived. */
export function relax(request: SlotRequest, { change, value }: Relaxation, zone: string): SlotRequest {
  const { waived, requirements } = request;
  const text = String(value);
  switch (change) {
    case 'dropRequirement':
      return requirements.includes(text)
        ? { ...request, requirements: requirements.filter((each) => each !== text) }
        : { ...request, waived: { ...waived, requirements: [...waived.requirements, text] } };
    case 'dropCertificate':
      return { ...request, waived: { ...waived, certificates: [...waived.certificates, text] } };
    case 'maxDistance':
      return { ...request, maxKm: Number(value) };
    case 'window':
      return { ...request, to: dateOf(zone, Date.parse(text) - 1), waived: { ...waived, latest: true } };
    case 'duration':
      return { ...request, minutes: Number(value) };
    case 'dropDependencies':
      return { ...request, waived: { ...waived, dependencies: true } };
    case 'dropLoads':
      return { ...request, waived: { ...waived, loads: true } };
    case 'anybody':
      return { ...request, waived: { ...waived, resources: true } };
    default:
      return request;
  }
}

const fold = (text: string): string => text.trimEnd().toLowerCase();

/** Numbers compare without case, as everywhere. */
export const isSameTask = (one: TaskKey, other: TaskKey | undefined): boolean =>
  (['sourceApp', 'sourceType', 'jobNo', 'taskNo'] as const).every(
    (name) => other !== undefined && fold(one[name]) === fold(other[name]),
  );

/** Slots of one task are not shown for another, not even while its own are pending. */
export const areForOneTask = (one: SlotBody | undefined, other: SlotBody | undefined): boolean =>
  one !== undefined &&
  other !== undefined &&
  (['sourceApp', 'sourceType', 'jobNo', 'taskNo'] as const).every((name) => one[name] === other[name]);

/** Resets what belonged to the previous task. */
export const forAnotherTask = (request: SlotRequest): SlotRequest => ({
  ...request,
  minutes: undefined,
  location: { ...request.location, kind: 'usual' },
  waived: NOTHING_WAIVED,
});
