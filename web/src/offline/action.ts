import type { Failure } from '../api/client.ts';
import type { Paths } from '../api/schema.ts';

/** An action of time registration, stored on the device until the service has it. Stored names must not change. */

export type Timesheet = Paths['/timesheet']['get']['answer'];
export type Entry = Timesheet['entries'][number];
export type Session = Timesheet['sessions'][number];
export type Task = Timesheet['tasks'][number];
export type EntryStatus = Entry['status'];
export type SessionType = Session['type'];
export type TaskKey = Pick<Task, 'sourceApp' | 'sourceType' | 'jobNo' | 'taskNo'>;

/** The key of a session: its `externalId` if it has one, else the id from the service. */
export interface SessionName {
  readonly externalId: string | null;
  readonly timeSessionId: number | null;
}

/** A visit, and how a list of actions calls it. */
export interface VisitName {
  readonly appointmentId: number;
  readonly appointmentNo: string;
  readonly label: string;
}

export type Day = Paths['/myDay']['get']['answer'];
export type Visit = Day['days'][number]['visits'][number];
export type VisitState = Visit['state'];
export type ReportedState = Exclude<VisitState, 'planned'>;

export interface VisitAction {
  readonly kind: 'visit';
  readonly visit: VisitName;
  /** Null for an appointment without a task: it has no time sessions. */
  readonly task: TaskKey | null;
  readonly state: ReportedState;
  readonly externalId: string;
  readonly at: string;
  readonly plannedStart: string;
  readonly reason?: string;
}

export type ActionDetails =
  | {
      readonly kind: 'start';
      readonly task: TaskKey;
      readonly type: SessionType;
      readonly externalId: string;
      readonly startedAt: string;
    }
  | { readonly kind: 'stop'; readonly session: SessionName; readonly task: TaskKey; readonly stoppedAt: string }
  | { readonly kind: 'claim'; readonly date: string; readonly sessions: readonly SessionName[] }
  | {
      readonly kind: 'add';
      readonly task: TaskKey;
      readonly date: string;
      readonly durationInSeconds: number;
      readonly description: string;
      readonly status: 0 | 1;
    }
  | {
      readonly kind: 'edit';
      readonly timeEntryId: number;
      readonly version: number;
      readonly durationInSeconds: number;
      readonly description: string;
    }
  | { readonly kind: 'move'; readonly timeEntryId: number; readonly status: EntryStatus }
  | { readonly kind: 'remove'; readonly timeEntryId: number }
  | VisitAction
  | {
      readonly kind: 'fields';
      readonly visit: VisitName;
      /** Null deletes the value. */
      readonly fields: readonly { readonly code: string; readonly value: string | null }[];
    }
  | {
      readonly kind: 'attach';
      readonly visit: VisitName;
      readonly attachmentGuid: string;
      readonly of: 'photo' | 'signature';
      readonly fileName: string;
      readonly signedBy?: string;
      readonly content: Blob;
    };

export interface Action {
  /** Also its Idempotency-Key: sent twice it is done once. */
  readonly id: string;
  /** The user and tenant of the action. */
  readonly owner: string;
  readonly resourceNo: string;
  readonly deed: ActionDetails;
  /** When it was first sent; it may have arrived without a response. */
  readonly triedAt?: number;
  /** Why the service refused it. */
  readonly refusal?: string;
  /** The response that refused it, for its message in the user's language. */
  readonly failure?: { readonly status: number; readonly body: Partial<Failure> };
}

/** The key of a user's data on a device that others may use too. */
export const ownerOf = (tenant: string, email: string): string => JSON.stringify([tenant, email.toLowerCase()]);

export const sameTask = (one: TaskKey, other: TaskKey): boolean => taskName(one) === taskName(other);
export const taskName = ({ sourceApp, sourceType, jobNo, taskNo }: TaskKey): string =>
  JSON.stringify([sourceApp, sourceType, jobNo, taskNo]);
export const keyOfTask = ({ sourceApp, sourceType, jobNo, taskNo }: TaskKey): TaskKey => ({
  sourceApp,
  sourceType,
  jobNo,
  taskNo,
});
