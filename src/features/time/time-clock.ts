import type { Session } from '../../platform/postgres/database.ts';

export interface HasTimeClock {
  /** The clock of the database in epoch ms: the same for all nodes, so it decides what is ahead. */
  readonly sharedNow: (db: Session) => Promise<number>;
  /** How far ahead of now a time session may start. */
  readonly sessionAheadMinutes: number;
}
