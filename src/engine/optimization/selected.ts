import type { AppointmentToOptimize, ResourceToPlan, TaskLink, TaskToOptimize } from '../routing/work.ts';

/** The resources and the work of a run. */
export interface Selected {
  readonly resources: readonly ResourceToPlan[];
  /** Open ones, those that were named, and those of appointments that may be moved. */
  readonly tasks: readonly TaskToOptimize[];
  /** Of the tasks and of the resources, some days wider than the window: appointments around it may conflict as well. */
  readonly appointments: readonly AppointmentToOptimize[];
  readonly links: readonly TaskLink[];
  readonly warnings: readonly string[];
}
