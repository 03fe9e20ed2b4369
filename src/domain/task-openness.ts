/** What a task asks to be planned. */
export interface TaskBudget {
  readonly requiredTotalDurationInSeconds: number;
  /** Milliseconds; counts where there are no seconds. */
  readonly requiredTotalDuration: number | null;
  readonly bulkPlanningQty: number;
  readonly requiredNoResources: number;
  /** Sums of its budget entries. */
  readonly entrySeconds: number;
  readonly entryQuantity: number;
}

/** What is planned for it. */
export interface Planned {
  readonly appointments: number;
  readonly plannedMs: number;
  readonly quantity: number;
  /** Different ones. */
  readonly resources: number;
}

export const nothingPlanned: Planned = { appointments: 0, plannedMs: 0, quantity: 0, resources: 0 };

const ownSeconds = ({ requiredTotalDurationInSeconds, requiredTotalDuration }: TaskBudget): number =>
  requiredTotalDurationInSeconds > 0 ? requiredTotalDurationInSeconds : (requiredTotalDuration ?? 0) / 1000;

export const budgetInSeconds = (task: TaskBudget): number => ownSeconds(task) + task.entrySeconds;

/** A budget that entries brought down to nothing is still a budget. */
export const hasBudget = (task: TaskBudget): boolean => ownSeconds(task) > 0 || task.entrySeconds !== 0;

export function isFullyPlanned(task: TaskBudget, planned: Planned): boolean {
  const budget = budgetInSeconds(task);
  const quantity = task.bulkPlanningQty + task.entryQuantity;
  const enoughTime = budget > 0 ? planned.plannedMs >= budget * 1000 : planned.appointments > 0;
  return (
    enoughTime &&
    (quantity <= 0 || planned.quantity >= quantity) &&
    (task.requiredNoResources <= 0 || planned.resources >= task.requiredNoResources)
  );
}

export interface Opening {
  readonly isComplete: boolean;
  readonly infiniteTask: boolean;
  readonly taskOpenAsOf: number | null;
  readonly taskOpenTill: number | null;
}

/** Open tasks are those that a planner still has to plan. */
export const isOpen = (task: Opening, fullyPlanned: boolean, now: number): boolean =>
  !task.isComplete &&
  (task.taskOpenAsOf === null || task.taskOpenAsOf <= now) &&
  (task.taskOpenTill === null || task.taskOpenTill >= now) &&
  (task.infiniteTask || !fullyPlanned);
