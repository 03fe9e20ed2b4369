import type { Paths } from '../api/schema.ts';
import { townsOf } from './towns.ts';
import type { Leg, Pin, Scene, Spot } from './types.ts';

export type MapDay = Paths['/map']['get']['answer'];
export type MapResource = MapDay['resources'][number];
export type MapVisit = MapDay['appointments'][number];
export type MapTask = MapDay['tasks'][number];
export type DayRoute = Pick<MapResource, 'home' | 'stops' | 'back' | 'metres' | 'seconds' | 'estimated'>;
export type Travel = NonNullable<MapResource['back']>;

/** The visible parts of a day. */
export interface Choice {
  readonly open: boolean;
  readonly planned: boolean;
  readonly resources: boolean;
  /** Resource numbers, and category names in lower case; an empty set means all. */
  readonly onlyResources: ReadonlySet<string>;
  readonly onlyCategories: ReadonlySet<string>;
  /** The resource whose route is drawn. Its route is complete even if other filters hide stops. */
  readonly chosen: string | undefined;
}

const everything: Choice = {
  open: true,
  planned: true,
  resources: true,
  onlyResources: new Set(),
  onlyCategories: new Set(),
  chosen: undefined,
};

/** Labels of pins and legs. */
export interface MapLabels {
  task(task: MapTask): string;
  visit(visit: MapVisit, number: number | undefined): string;
  resource(resource: MapResource): string;
  travel(travel: Travel): string;
}

export const pinOf = {
  task: ({ id }: MapTask): string => `task ${id}`,
  visit: ({ id }: MapVisit): string => `visit ${id}`,
  resource: ({ resourceNo }: MapResource): string => `resource ${resourceNo}`,
} as const;

const RESOURCE = '#2b4468';
const CHOSEN = '#1c5fa8';
const NO_CATEGORY = '#5c6b7a';

type Coloured = Pick<MapTask, 'pin' | 'category'>;

/** The colour of a pin: of its pin record, else of its category. */
export const colorsOf = ({ categories, pins }: Pick<MapDay, 'categories' | 'pins'>): ((work: Coloured) => string) => {
  const byName = (named: MapDay['pins']): ReadonlyMap<string, string | null> =>
    new Map(named.map(({ name, color }) => [name.toLowerCase(), color]));
  const [ofPins, ofCategories] = [byName(pins), byName(categories)];
  return ({ pin, category }) =>
    ofPins.get((pin ?? '').toLowerCase()) ?? ofCategories.get((category ?? '').toLowerCase()) ?? NO_CATEGORY;
};

/** The resources of each appointment. */
export function visitorsOf({ resources }: MapDay): ReadonlyMap<number, readonly MapResource[]> {
  const visitors = new Map<number, MapResource[]>();
  for (const resource of resources)
    for (const { appointmentId } of resource.stops)
      visitors.set(appointmentId, [...(visitors.get(appointmentId) ?? []), resource]);
  return visitors;
}

const allows = (only: ReadonlySet<string>, value: string): boolean => only.size === 0 || only.has(value);
export const ofCategory = (choice: Choice, category: string | null): boolean =>
  allows(choice.onlyCategories, (category ?? '').toLowerCase());

/** The location of a resource: its last position of that day, else its home. */
export const locationOf = ({ seen, home }: MapResource): Spot | null => seen ?? home;

/** The day as pins, a route and towns. */
export function sceneOf(day: MapDay, wanted: Partial<Choice>, words: MapLabels, route?: DayRoute): Scene {
  const choice = { ...everything, ...wanted };
  const colorOf = colorsOf(day);
  const visitors = visitorsOf(day);
  const chosen = day.resources.find(({ resourceNo }) => resourceNo === choice.chosen);
  const numberOf = new Map(chosen?.stops.map(({ appointmentId }, i) => [appointmentId, i + 1]));
  const pins: Pin[] = [];
  const put = (spot: Spot | null, pin: Omit<Pin, keyof Spot>): void => {
    if (spot) pins.push({ ...pin, latitude: spot.latitude, longitude: spot.longitude });
  };
  for (const task of choice.open ? day.tasks : [])
    if (ofCategory(choice, task.category))
      put(task.place, {
        id: pinOf.task(task),
        kind: 'open',
        color: colorOf(task),
        text: '',
        label: words.task(task),
        isFaint: false,
      });
  for (const visit of day.appointments) {
    const number = numberOf.get(visit.id);
    const isWanted =
      choice.planned &&
      ofCategory(choice, visit.category) &&
      (choice.onlyResources.size === 0 ||
        visitors.get(visit.id)?.some(({ resourceNo }) => choice.onlyResources.has(resourceNo)));
    if (number !== undefined || isWanted)
      put(visit.place, {
        id: pinOf.visit(visit),
        kind: 'planned',
        color: colorOf(visit),
        text: number === undefined ? '' : String(number),
        label: words.visit(visit, number),
        isFaint: chosen !== undefined && number === undefined,
      });
  }
  for (const resource of day.resources)
    if (resource === chosen || (choice.resources && allows(choice.onlyResources, resource.resourceNo)))
      put(locationOf(resource), {
        id: pinOf.resource(resource),
        kind: 'resource',
        color: resource === chosen ? CHOSEN : resource.pin ? colorOf({ pin: resource.pin, category: null }) : RESOURCE,
        text: initialsOf(resource.name),
        label: words.resource(resource),
        isFaint: chosen !== undefined && resource !== chosen,
      });
  return {
    pins,
    route: chosen ? legsOf(day, route ?? chosen, words) : [],
    towns: townsOf([...day.appointments, ...day.tasks]),
  };
}

/** From home to all stops with a location, and back home. */
function legsOf(day: MapDay, route: DayRoute, words: MapLabels): Leg[] {
  const placeOf = new Map(day.appointments.map(({ id, place }) => [id, place]));
  const legs: Leg[] = [];
  let at: Spot | null = route.home;
  const go = (to: Spot | null | undefined, travel: Travel | null): void => {
    if (!to) return;
    if (at) legs.push({ from: at, to, label: travel ? words.travel(travel) : '' });
    at = to;
  };
  for (const { appointmentId, travel } of route.stops) go(placeOf.get(appointmentId), travel);
  if (route.back) go(route.home, route.back);
  return legs;
}

/** One or two initials, by whole characters because a name may begin with any character. */
export const initialsOf = (name: string): string =>
  name
    .split(/[\s@._-]+/)
    .filter((part) => part !== '')
    .slice(0, 2)
    .map((part) => [...part][0]?.toUpperCase() ?? '')
    .join('');
