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

/** The totals of a task with one appointment: nothing has to be added up. */
export const totalsOfOne = (
  taskId: number,
  { appointment, task, staff, plannedMs }: PlannedOnce,
  { entrySeconds, entryQuantity }: BudgetEntries,
): TaskTotals => ({
  taskId,
  appointments: 1,
  plannedMs,
  quantity: appointment.quantity,
  resources: staff,
  firstStart: appointment.start,
  firstId: appointment.id,
  lastEnd: appointment.end,
  lastId: appointment.id,
  requiredTotalDurationInSeconds: task.requiredTotalDurationInSeconds,
  requiredTotalDuration: task.requiredTotalDuration,
  bulkPlanningQty: task.bulkPlanningQty,
  requiredNoResources: task.requiredNoResources,
  entrySeconds,
  entryQuantity,
});

/** The appointment of a task that has no other one. */
export interface PlannedOnce {
  readonly appointment: {
    readonly id: number;
    readonly start: number;
    readonly end: number;
    readonly quantity: string;
  };
  readonly task: StoredBudget;
  /** How many resources it has. */
  readonly staff: number;
  readonly plannedMs: number;
}
