import type { ReadExtension } from '../../records/extensions.ts';
import type { DryRunReport } from '../../records/writing/write-extensions.ts';
import { bringUpToDate } from './bring-up-to-date.ts';
import { planImpact } from './plan-impact.ts';
import { taskPlanColumns } from './plan-reads.ts';
import { openness, presentPlan } from './task-plan.ts';
import { taskPlanProperties } from './task-plan-schema.ts';

/** Reads of tasks show what is planned, and lists hold open tasks unless they ask for others. */
export const taskPlanRead: ReadExtension = {
  properties: taskPlanProperties,
  prepare: bringUpToDate,
  columns: () => taskPlanColumns,
  present: presentPlan,
  restriction: openness,
};

/** A dry run reports the violations that the batch would cause. */
export const planDryRun: DryRunReport = {
  prepare: bringUpToDate,
  report: async (tx, caller, changes) => ({ violations: await planImpact(tx, caller, changes) }),
};
