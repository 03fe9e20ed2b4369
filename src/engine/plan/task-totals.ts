import { isFullyPlanned, type Planned, type TaskBudget } from '../../domain/task-openness.ts';

/** What is planned for a task, and what it asks for. Decimals are texts. */
export interface TaskTotals {
  readonly taskId: number;
  readonly appointments: number;
  readonly plannedMs: number;
  readonly quantity: string;
  readonly resources: number;
  readonly firstStart: number;
  readonly firstId: number;
  readonly lastEnd: number;
  readonly lastId: number;
  readonly requiredTotalDurationInSeconds: number;
  readonly requiredTotalDuration: number | null;
  readonly bulkPlanningQty: string;
  readonly requiredNoResources: number;
  readonly entrySeconds: number;
  readonly entryQuantity: string;
}

export const budgetOf = (totals: TaskTotals): TaskBudget => ({
  ...totals,
  bulkPlanningQty: Number(totals.bulkPlanningQty),
  entryQuantity: Number(totals.entryQuantity),
});

const plannedOf = (totals: TaskTotals): Planned => ({ ...totals, quantity: Number(totals.quantity) });

export const taskPlan = (totals: TaskTotals) => ({
  taskId: totals.taskId,
  appointments: totals.appointments,
  plannedMs: totals.plannedMs,
  quantity: totals.quantity,
  resources: totals.resources,
  fullyPlanned: isFullyPlanned(budgetOf(totals), plannedOf(totals)),
  firstStart: totals.firstStart,
  firstId: totals.firstId,
  lastEnd: totals.lastEnd,
  lastId: totals.lastId,
});
