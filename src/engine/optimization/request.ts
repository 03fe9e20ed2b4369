import { type Objectives, usualObjectives } from './objectives.ts';

export type RunKind = 'fieldService' | 'professionalServices';

export type TaskName = Readonly<Record<'sourceApp' | 'sourceType' | 'jobNo' | 'taskNo', string>>;

/** Which open and planned tasks are selected; of each list that is not empty, a task needs one of the values. */
export interface TaskFilter {
  readonly category: readonly string[];
  readonly requirement: readonly string[];
  readonly sourceApp: readonly string[];
  readonly jobNo: readonly string[];
  readonly text: string | null;
}

/** What a run is to do, checked as far as possible without the plan. It is stored with the run, so all of it is JSON. */
export interface RunRequest {
  readonly kind: RunKind;
  /** Epoch ms. */
  readonly start: number;
  readonly end: number;
  /** Null: all resources that are shown and in service. */
  readonly resources: readonly string[] | null;
  /** Null: by the filter. */
  readonly tasks: readonly TaskName[] | null;
  readonly filter: TaskFilter | null;
  readonly movePlanned: boolean;
  readonly objective: Objectives;
  readonly maxSeconds: number;
  readonly iterations: number | null;
  readonly maxChanges: number | null;
  readonly freezeBefore: number | null;
  readonly seed: number;
  readonly maxDistanceKm: number | null;
  readonly overtimeMinutes: number;
  /** Whether travel to the first visit and from the last one counts as working time. */
  readonly commuteIsWork: boolean;
  /** Of professional services: the maximum share of a day to fill, and the maximum of it for one task. */
  readonly utilization: number;
  readonly maxMinutesPerDay: number | null;
}

/** The options of a run that sends none. */
export const usualOptions = {
  resources: null,
  tasks: null,
  filter: null,
  movePlanned: true,
  objective: usualObjectives,
  maxSeconds: 20,
  iterations: null,
  maxChanges: null,
  freezeBefore: null,
  seed: 1,
  maxDistanceKm: null,
  overtimeMinutes: 0,
  commuteIsWork: false,
  utilization: 1,
  maxMinutesPerDay: null,
} as const satisfies Partial<RunRequest>;

export const MOST_TASKS = 3000;
export const MOST_RESOURCES = 500;
