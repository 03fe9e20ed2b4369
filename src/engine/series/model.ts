import type { Interval } from '../../domain/time/interval.ts';
import type { SkippedOccurrence } from '../../domain/time/recurrence.ts';
import type { UnzonedMoment } from '../../domain/time/unzoned-moment.ts';

/** As much of the key of a task as was sent. */
export type TaskParts = Readonly<Partial<Record<'sourceApp' | 'sourceType' | 'jobNo' | 'taskNo', string | undefined>>>;

/** What to do with occurrences that conflict with appointments of the resource. */
export const onConflicts = ['reject', 'skip', 'allow'] as const;

/** A series as requested. Its moments are in the zone of the resource. */
export interface SeriesRequest {
  readonly start: UnzonedMoment;
  readonly end: UnzonedMoment;
  readonly resourceNo: string;
  readonly rule: string;
  /** Undefined: the series has no task. */
  readonly task: TaskParts | undefined;
  /** Properties of its appointments. */
  readonly fields: Readonly<Record<string, string>>;
  readonly lengthMs: number | undefined;
  readonly except: readonly UnzonedMoment[];
  readonly skipNonWorking: boolean;
  readonly onConflict: (typeof onConflicts)[number];
}

export interface Occurrence extends Interval {
  /** Numbers of the conflicting appointments. */
  readonly conflicts: readonly string[];
}

export interface SkippedStart {
  /** Without an offset if the clock skips that time. */
  readonly start: string;
  readonly reason: SkippedOccurrence['reason'] | 'nonWorking' | 'conflict';
  readonly conflicts: readonly string[];
}
