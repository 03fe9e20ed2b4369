import type { QuotaLimits } from '../../domain/quotas.ts';
import type { Caller } from '../../platform/caller.ts';
import type { HasClock } from '../../platform/clock.ts';
import type { HasDatabase, Transaction } from '../../platform/postgres/database.ts';
import type { HasStatistics } from '../../platform/postgres/statistics.ts';
import type { EntityModel } from '../derive/model.ts';
import type { Change } from '../storage/change.ts';

/** What a dry run reports beside the number of records. */
export interface DryRunReport {
  prepare(deps: HasDatabase & HasClock & HasStatistics, caller: Caller): Promise<unknown>;
  report(
    tx: Transaction,
    caller: Caller,
    changes: readonly Change[],
  ): Promise<Readonly<Record<string, Readonly<Record<string, unknown>>>>>;
}

/** Appointments below a job or a task: how many, and the numbers of the first few. */
interface PlannedBelow {
  readonly id: number;
  readonly count: number;
  readonly first: readonly string[];
}

/** Where features take part in every write, beside the writers of single kinds of records. */
export interface WriteExtensions {
  readonly quotas: QuotaLimits;
  readonly dryRun: DryRunReport;
  /** Called with the changes of every write that is kept, before the log is written. */
  noteChanges(tx: Transaction, caller: Caller, changes: readonly Change[]): Promise<void>;
  /** What a stale If-Match shows of the current record beside its columns. */
  showCurrent(
    tx: Transaction,
    tenantId: number,
    model: EntityModel,
    id: number,
  ): Promise<Readonly<Record<string, unknown>>>;
  /** What a delete with CheckAppointments asks first. */
  plannedBelow(
    tx: Transaction,
    tenantId: number,
    entity: 'Job' | 'Task',
    ids: readonly number[],
  ): Promise<readonly PlannedBelow[]>;
}
