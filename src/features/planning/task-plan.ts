import { refuse } from '../../domain/errors.ts';
import { budgetInSeconds, hasBudget, isOpen, type Planned, type TaskBudget } from '../../domain/task-openness.ts';
import type { FurtherParameters } from '../../records/contract/list-parameters.ts';
import type { StoredRecord } from '../../records/storage/record-reads.ts';
import { openTasks } from './plan-reads.ts';

/** Which tasks a list holds: `open=true` (when nothing is said), `false` or `all`. */
export function openness(parameters: FurtherParameters, now: Date): string | undefined {
  const open = String(parameters['open'] ?? 'true').toLowerCase();
  if (open === 'true') return openTasks(now);
  if (open === 'false') return `not (${openTasks(now)})`;
  if (open === 'all') return undefined;
  throw refuse('REQ008', 'open: must be true, false or all.', 'open');
}

/** What a task that was read with `taskPlanColumns` shows of its plan. */
export function presentPlan(record: StoredRecord, now: Date): Record<string, unknown> {
  const plan = record['$plan'] as (Omit<Planned, 'quantity'> & { fullyPlanned: boolean }) | null;
  const budget: TaskBudget = {
    requiredTotalDurationInSeconds: Number(record['requiredTotalDurationInSeconds']),
    requiredTotalDuration: record['requiredTotalDuration'] as number | null,
    bulkPlanningQty: Number(record['bulkPlanningQty']),
    requiredNoResources: Number(record['requiredNoResources']),
    entrySeconds: Number(record['$entrySeconds']),
    entryQuantity: 0,
  };
  const planned = Math.round((plan?.plannedMs ?? 0) / 1000);
  const opening = {
    isComplete: record['isComplete'] === true,
    infiniteTask: record['infiniteTask'] === true,
    taskOpenAsOf: record['taskOpenAsOf'] as number | null,
    taskOpenTill: record['taskOpenTill'] as number | null,
  };
  const seconds = Math.round(budgetInSeconds(budget));
  return {
    budgetInSeconds: seconds,
    plannedInSeconds: planned,
    remainingInSeconds: hasBudget(budget) ? seconds - planned : null,
    plannedAppointments: plan?.appointments ?? 0,
    plannedResources: plan?.resources ?? 0,
    open: isOpen(opening, plan?.fullyPlanned ?? false, now.getTime()),
  };
}
