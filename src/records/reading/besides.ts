import { userStateColumns } from '../../features/access/invitation-store.ts';
import { taskPlanColumns } from '../../features/planning/plan-reads.ts';
import { presentPlan } from '../../features/planning/task-plan.ts';
import type { FurtherColumns, StoredRecord } from '../storage/record-reads.ts';

/** What is read beside the columns of some records. */
export function besidesColumns(entity: string, now: Date): { readonly further?: FurtherColumns } {
  if (entity === 'Task') return { further: taskPlanColumns };
  return entity === 'User' ? { further: userStateColumns(now) } : {};
}

/** What they then show beside their columns. */
export function besides(entity: string, record: StoredRecord, now: Date): Record<string, unknown> {
  if (entity === 'Task') return presentPlan(record, now);
  return entity === 'User' ? { state: record['state'] } : {};
}
