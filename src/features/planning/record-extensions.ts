import type { ReadExtension } from '../../records/extensions.ts';
import type { DryRunReport } from '../../records/writing/write-extensions.ts';
import { bringUpToDate } from './bring-up-to-date.ts';
import { planImpact } from './plan-impact.ts';
import { taskPlanColumns } from './plan-reads.ts';
import { openness, presentPlan } from './task-plan.ts';

/** What reads of tasks show of the plan. */
const taskPlanProperties = {
  budgetInSeconds: {
    type: 'integer',
    description: 'RequiredTotalDurationInSeconds and all budget entries; 0 without a budget.',
  },
  plannedInSeconds: { type: 'integer', description: 'Working time planned, of all resources together.' },
  remainingInSeconds: {
    type: ['integer', 'null'],
    description: 'Budget still to be planned, negative when it is exceeded, null without a budget.',
  },
  plannedAppointments: { type: 'integer' },
  plannedResources: { type: 'integer', description: 'Different resources.' },
  open: { type: 'boolean', description: 'Whether something is left to plan.' },
};

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
