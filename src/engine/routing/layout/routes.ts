import type { Problem, Resource, ResourceDay } from '../model.ts';
import { FAR } from './far.ts';

interface RouteDay {
  readonly resource: Resource;
  readonly day: ResourceDay;
}

/** The days of all resources, one after the other. */
export interface Routes {
  readonly count: number;
  readonly days: readonly RouteDay[];
  /** Of each route: the index of its resource. */
  readonly resource: Int32Array;
  /** When one can leave, when work should end, and when it must have ended. */
  readonly opens: Int32Array;
  readonly closes: Int32Array;
  readonly closesLate: Int32Array;
  readonly maxMetres: Float64Array;
  readonly capacity: Float64Array;
  /** Of each resource: the hours that can be worked. */
  readonly hours: Float64Array;
}

export function routesOf({ resources }: Problem, origin: number): Routes {
  const days = resources.flatMap((resource) => resource.days.map((day) => ({ resource, day })));
  const numberOf = new Map(resources.map(({ id }, at) => [id, at]));
  const last = days.map(({ day }) => (day.working.at(-1)?.end ?? day.span.start) - origin);
  return {
    count: days.length,
    days,
    resource: Int32Array.from(days, ({ resource }) => numberOf.get(resource.id) ?? -1),
    opens: Int32Array.from(days, ({ day }) => (day.working[0]?.start ?? day.span.start) - origin),
    closes: Int32Array.from(last),
    closesLate: Int32Array.from(days, ({ day }, at) => Math.min(FAR, (last[at] ?? 0) + (day.overtime ?? 0))),
    maxMetres: Float64Array.from(days, ({ day }) => day.maxMetres ?? Number.POSITIVE_INFINITY),
    capacity: Float64Array.from(days, ({ day }) => day.capacity ?? Number.POSITIVE_INFINITY),
    hours: Float64Array.from(resources, ({ days: own }) =>
      own.reduce((sum, { working }) => sum + working.reduce((all, { start, end }) => all + end - start, 0) / 3600, 0),
    ),
  };
}
