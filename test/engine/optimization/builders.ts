import type { Interval } from '../../../src/domain/time/interval.ts';
import type { ResourceClock } from '../../../src/domain/time/planned-time.ts';
import type { PlanFacts } from '../../../src/engine/optimization/build-problem.ts';
import type { Move } from '../../../src/engine/optimization/proposal.ts';
import { type RunRequest, usualOptions } from '../../../src/engine/optimization/request.ts';
import type {
  AppointmentToOptimize,
  ResourceToPlan,
  TaskLink,
  TaskToOptimize,
} from '../../../src/engine/routing/work.ts';

export const HOUR = 3_600_000;
/** Monday, at midnight in UTC. */
const MONDAY = Date.parse('2026-06-01T00:00:00Z');
export const at = (hours: number): number => MONDAY + hours * HOUR;

/** Works from 8 to 17 every day, in UTC. */
export const clock: ResourceClock = {
  zone: 'UTC',
  workingIn: ({ start, end }: Interval) => {
    const days: Interval[] = [];
    for (let day = Math.floor(start / (24 * HOUR)) * 24 * HOUR; day < end; day += 24 * HOUR) {
      const open = { start: Math.max(start, day + 8 * HOUR), end: Math.min(end, day + 17 * HOUR) };
      if (open.end > open.start) days.push(open);
    }
    return days;
  },
};

export const aTask = (id: number, more: Partial<TaskToOptimize> = {}): TaskToOptimize => ({
  id,
  key: `t${id}`,
  version: 1,
  sourceApp: 'ERP',
  sourceType: 'SERVICE',
  jobNo: 'J',
  taskNo: `T${id}`,
  shortDescription: 'T',
  isOpen: true,
  isComplete: false,
  locked: false,
  durationInSeconds: 3600,
  duration: null,
  requiredTotalDurationInSeconds: 0,
  requiredTotalDuration: null,
  bulkPlanningQty: 0,
  requiredNoResources: 1,
  entrySeconds: 0,
  importance: 0,
  certificateNo: null,
  ignoreCalendars: false,
  earliest: null,
  latest: null,
  deadLine: null,
  requestedStart: null,
  requestedEnd: null,
  requestedStartTime: null,
  requestedEndTime: null,
  container: null,
  containerIndex: null,
  lat: null,
  lon: null,
  plannedMs: 0,
  appointments: [],
  requirements: null,
  wishes: null,
  ...more,
});

/** One task that waits for another, from finish to start. */
export const aLink = (before: number, after: number, more: Partial<TaskLink> = {}): TaskLink => ({
  before,
  after,
  type: 0,
  lagSeconds: 0,
  lagDays: 0,
  maxLagSeconds: null,
  differentResources: false,
  ...more,
});

const aResource = (id: number): ResourceToPlan => ({
  id,
  resourceNo: `R${id}`,
  name: `R${id}`,
  isShown: true,
  isBulk: false,
  lat: null,
  lon: null,
  seenLat: null,
  seenLon: null,
});

export const anAppointment = (
  id: number,
  start: number,
  end: number,
  more: Partial<AppointmentToOptimize> = {},
): AppointmentToOptimize => ({
  id,
  guid: `guid-${id}`,
  no: `A${id}`,
  version: 1,
  taskId: id,
  start,
  end,
  isAllDay: false,
  locked: false,
  sourceApp: 'ERP',
  isBound: false,
  resources: [1],
  lat: null,
  lon: null,
  ...more,
});

/** Two days from Monday. */
export const aRequest = (more: Partial<RunRequest> = {}): RunRequest => ({
  ...usualOptions,
  kind: 'fieldService',
  start: at(0),
  end: at(48),
  ...more,
});

/** Resources 1 and 2 at seven on Monday. */
export const theFacts = (
  tasks: readonly TaskToOptimize[],
  appointments: readonly AppointmentToOptimize[] = [],
  more: Partial<PlanFacts> = {},
): PlanFacts => ({
  selected: { resources: [1, 2].map(aResource), tasks, appointments, links: [], warnings: [] },
  crew: {
    clocks: new Map([1, 2].map((id) => [id, clock])),
    qualities: new Map(),
    capacities: [],
    loadCapacities: [],
    breaks: [],
    refills: [],
  },
  holds: [],
  standing: [],
  zone: 'UTC',
  now: at(7),
  ...more,
});

/** A new appointment of a task for resource 1. */
export const aMove = (no: number, task: TaskToOptimize, start: number, more: Partial<Move> = {}): Move => ({
  no,
  action: 'assign',
  task,
  appointment: null,
  known: task.appointments,
  to: { resources: [{ id: 1, resourceNo: 'R1' }], start, end: start + HOUR },
  from: null,
  gain: 0,
  reason: '',
  ...more,
});
