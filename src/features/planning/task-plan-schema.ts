/** What reads of tasks show of the plan. */
export const taskPlanProperties = {
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
  open: { type: 'boolean', description: 'Whether there is still something to plan.' },
};
