import { refuse } from '../../domain/errors.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Session } from '../../platform/postgres/database.ts';
import { model as modelNamed } from '../../records/derive/model.ts';
import { withinSourceApps } from '../../records/reading/list-query.ts';
import { withinVisibility } from '../../records/reading/visibility.ts';
import { type FurtherColumns, listRecords, type StoredRecord } from '../../records/storage/record-reads.ts';
import { locatedSql } from '../geocoding/geocode-store.ts';
import { taskPlanColumns } from '../planning/plan-reads.ts';
import { quantityColumns } from './job-card-store.ts';

/** An appointment, its task and its job. An appointment without a task has no job either. */
export interface CardRecords {
  readonly appointment: StoredRecord | undefined;
  readonly task: StoredRecord | undefined;
  readonly job: StoredRecord | undefined;
}

/** The records that a card is about, if the caller may see them: at most three statements. */
export async function cardRecords(
  db: Session,
  caller: Caller,
  named: { readonly appointment?: number | undefined; readonly task?: number | undefined },
): Promise<CardRecords> {
  const appointment =
    named.appointment === undefined
      ? undefined
      : await visible(db, caller, 'Appointment', named.appointment, { $task: 't.task_id' });
  if (named.appointment !== undefined && !appointment)
    throw refuse('APP001', `There is no appointment ${named.appointment}.`);
  const taskId = named.task ?? (appointment?.['$task'] as number | null | undefined) ?? undefined;
  const task =
    taskId === undefined
      ? undefined
      : await visible(db, caller, 'Task', taskId, { ...taskPlanColumns, ...quantityColumns, $job: 't.job_id' });
  if (!appointment && !task) throw refuse('APP001', `There is no task ${named.task}.`);
  const job = task && (await visible(db, caller, 'Job', task['$job'] as number, { $located: locatedSql('Job', 't') }));
  return { appointment, task, job };
}

async function visible(
  db: Session,
  caller: Caller,
  kind: 'Appointment' | 'Task' | 'Job',
  id: number,
  further: FurtherColumns,
): Promise<StoredRecord | undefined> {
  const model = modelNamed(kind);
  const conditions = [{ property: 'id', operator: '==' as const, value: id }, ...withinSourceApps(model, caller)];
  const [found] = await listRecords(
    db,
    caller.tenantId,
    model,
    { conditions, orders: [], further, ...withinVisibility(caller, kind) },
    1,
    0,
  );
  return found;
}
