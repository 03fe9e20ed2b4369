/** Work that the queue starts by itself every day, once for the whole installation. It must not matter if it runs again. */
export interface ScheduledWork {
  readonly kind: string;
  /** Minute of the day, in UTC. */
  readonly atMinute: number;
  /** `dueAt` is when it should have run. Throws to be run again later. */
  run(dueAt: number): Promise<void>;
}
