import { isFullyPlanned, type Planned, type TaskBudget } from '../../domain/task-openness.ts';

/** What a task asks to be planned, as it is stored. Decimals are texts. */
export interface StoredBudget {
  readonly requiredTotalDurationInSeconds: number;
  readonly requiredTotalDuration: number | null;
  readonly bulkPlanningQty: string;
  readonly requiredNoResources: number;
}

/** Sums of the budget entries of a task. */
export interface BudgetEntries {
  readonly entrySeconds: number;
  readonly entryQuantity: string;
}

/** What is planned for a task, and what it asks for. */
export interface TaskTotals extends StoredBudget, BudgetEntries {
  readonly taskId: number;
  readonly appointments: number;
  readonly plannedMs: number;
  readonly quantity: string;
  readonly resources: number;
  readonly firstStart: number;
  readonly firstId: number;
  readonly lastEnd: number;
  readonly lastId: number;
}

export const budgetOf = (totals: TaskTotals): TaskBudget => ({
  requiredTotalDurationInSeconds: totals.requiredTotalDurationInSeconds,
  requiredTotalDuration: totals.requiredTotalDuration,
  bulkPlanningQty: Number(totals.bulkPlanningQty),
  requiredNoResources: totals.requiredNoResources,
  entrySeconds: totals.entrySeconds,
  entryQuantity: Number(totals.entryQuantity),
});

const plannedOf = (totals: TaskTotals): Planned => ({
  appointments: totals.appointments,
  plannedMs: totals.plannedMs,
  quantity: Number(totals.quantity),
  resources: totals.resources,
});

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

/** The totals of a task with one appointment and without budget entries: nothing has to be added up. */
export const totalsOfOne = (
  taskId: number,
  {
    id,
    start,
    end,
    quantity,
  }: { readonly id: number; readonly start: number; readonly end: number; readonly quantity: string },
  budget: StoredBudget,
  resources: number,
  plannedMs: number,
): TaskTotals => ({
  taskId,
  appointments: 1,
  plannedMs,
  quantity,
  resources,
  firstStart: start,
  firstId: id,
  lastEnd: end,
  lastId: id,
  requiredTotalDurationInSeconds: budget.requiredTotalDurationInSeconds,
  requiredTotalDuration: budget.requiredTotalDuration,
  bulkPlanningQty: budget.bulkPlanningQty,
  requiredNoResources: budget.requiredNoResources,
  entrySeconds: 0,
  entryQuantity: '0',
});
