import type { Problem } from '../model.ts';
import type { Breaks } from './breaks.ts';
import type { EmptyDays } from './empty-days.ts';
import type { Fixed } from './fixed-work.ts';
import type { OtherLoads } from './other-loads.ts';
import type { Points } from './points.ts';
import type { Routes } from './routes.ts';
import type { Units } from './units.ts';
import type { Windows } from './windows.ts';

/**
 * A problem as numbers, for the loop that runs millions of times. A **route** is a day of a resource. A **node** is something on a route:
 * first the visits that can be moved, then the fixed ones, then a start and an end for each route. A **unit** is what is taken out and put
 * back as one: a task, a team, a link, a container. Moments are seconds since `origin`, so that they fit 32 bits.
 */
export interface Layout {
  readonly problem: Problem;
  readonly origin: number;
  readonly routes: Routes;
  readonly points: Points;
  readonly windows: Windows;
  readonly units: Units;
  readonly fixed: Fixed;
  /** Of every node: its point, the seconds of work, its share of the van. */
  readonly point: Int32Array;
  readonly duration: Int32Array;
  readonly load: Float64Array;
  readonly otherLoads: OtherLoads;
  readonly breaks: Breaks;
  /** Of every node: the index of its task, or -1. */
  readonly task: Int32Array;
  readonly nodeCount: number;
  /** Nodes below are visits that can be moved. */
  readonly freeCount: number;
  /** The start of route r is at firstStart + r, its end at firstEnd + r. */
  readonly firstStart: number;
  readonly firstEnd: number;
  /** Of each node: from when on it costs that it has not ended, or FAR. The members of a team are late once, not each of them. */
  readonly due: Int32Array;
  /** The largest lateness of fixed work, in seconds. */
  readonly fixedLateness: number;
  /** Of each task and resource: what it costs that somebody else is preferred. */
  readonly preference: Float64Array;
  /** Cost that no plan can change: fixed work that is late or in the wrong hands. */
  readonly constantCost: number;
  /** Of each route: its kind. Two of one kind are the same to every task as long as nothing is on them. */
  readonly kinds: Int32Array;
  readonly emptyDays: EmptyDays;
  /** The units nearest to each unit, nearest first. */
  readonly near: Int32Array;
  /** What the way to each of them costs at least, in either direction. */
  readonly nearCost: Float32Array;
  readonly nearCount: number;
}
