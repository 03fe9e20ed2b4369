import type { Task, Visit } from '../model.ts';

/** Something that a resource does on a day: a visit, or an appointment of its own. */
export interface Stop {
  readonly start: number;
  readonly end: number;
  readonly place: number | undefined;
  readonly visit?: Visit;
  readonly task?: Task;
  /** Locked, before the freeze, or an appointment that is no task. */
  readonly isGiven: boolean;
  readonly loads?: Task['loads'] | undefined;
  readonly isRefill?: boolean;
}
