import {
  amount,
  bigInteger,
  choice,
  day,
  decimal,
  dependency,
  entity,
  facet,
  flag,
  integer,
  lags,
  link,
  sentFromBackOffice,
  taskKey,
  text,
  transferToTemp,
} from './kit.ts';

const ofItsTask = () => ({
  sourceApp: text(30, { required: true }),
  sourceType: text(10, { required: true }),
  jobNo: text(50, { required: true }),
  taskNo: text(50, { required: true }),
});

export const taskFilterValue = entity({
  name: 'TaskFilterValue',
  table: 'task_filter_value',
  route: 'taskFilterValue',
  group: 'Task',
  summary: 'A filter value that a task requires of its resources.',
  key: [...taskKey, 'filterGroup', 'filterValue'],
  columns: {
    ...ofItsTask(),
    filterGroup: text(50, { required: true }),
    filterValue: text(100, { required: true }),
  },
  references: { task: { to: 'Task', by: taskKey, missing: 'wait', onDelete: 'cascade' } },
  follows: [{ to: 'FilterValue', by: ['filterGroup', 'filterValue'] }],
  procedures: {
    upsert: ['mboc_upsertTaskFilterValue'],
    delete: ['mboc_deleteTaskFilterValue'],
    clear: ['mboc_ClearTaskFilterValue'],
  },
  options: { transferToTemp, sentFromBackOffice },
});

export const taskUri = entity({
  name: 'TaskUri',
  table: 'task_uri',
  route: 'taskUri',
  group: 'Task',
  summary: 'A link shown with a task.',
  key: [...taskKey, 'uri'],
  columns: {
    ...ofItsTask(),
    uri: link(1000, { required: true, param: 'url' }),
    description: text(255, { param: 'urldesc' }),
  },
  references: { task: { to: 'Task', by: taskKey, missing: 'wait', onDelete: 'cascade' } },
  procedures: { upsert: ['mboc_upsertTaskUrl'], delete: ['mboc_deleteTaskUrl'] },
  options: { sentFromBackOffice },
  deleteNeeds: 4,
});

export const taskContainer = entity({
  name: 'TaskContainer',
  table: 'task_container',
  route: 'taskContainer',
  group: 'Container',
  summary: 'Membership of a task in a container.',
  key: [...taskKey, 'name'],
  columns: {
    ...ofItsTask(),
    name: text(255, { required: true, param: 'ContainerName' }),
    index: integer({ default: 0 }),
  },
  references: {
    task: { to: 'Task', by: taskKey, missing: 'wait', onDelete: 'cascade' },
    container: { to: 'Container', by: ['name'], missing: 'wait', onDelete: 'cascade' },
  },
  procedures: { upsert: ['mboc_upsertTaskContainer'], delete: ['mboc_deleteTaskContainer'] },
  options: { sentFromBackOffice },
});

export const taskAssignment = entity({
  name: 'TaskAssignment',
  table: 'task_assignment',
  route: 'taskAssignment',
  group: 'Task assignment',
  summary: 'A resource that is preferred, required or excluded for a task.',
  key: [...taskKey, 'resourceNo'],
  columns: {
    ...ofItsTask(),
    resourceNo: text(50, { required: true }),
    preference: choice(
      { 0: 'Preferred', 1: 'Required', 2: 'Excluded' },
      { default: 0, note: 'If several resources are required, any one of them is sufficient.' },
    ),
  },
  references: {
    task: { to: 'Task', by: taskKey, missing: 'reject', onDelete: 'cascade' },
    resource: { to: 'Resource', by: ['resourceNo'], missing: 'reject', onDelete: 'cascade' },
  },
  procedures: {
    upsert: ['mboc_upsertTaskAssignment'],
    delete: ['mboc_deleteTaskAssignment'],
    clear: ['mboc_ClearTaskAssignment'],
  },
  options: { sentFromBackOffice },
});

export const taskDependency = entity({
  name: 'TaskDependency',
  table: 'task_dependency',
  route: 'taskDependency',
  group: 'Task',
  summary: 'A task that depends on another one of the same source system.',
  key: [...taskKey, 'predecessorJobNo', 'predecessorTaskNo'],
  columns: {
    ...ofItsTask(),
    predecessorJobNo: text(50, { required: true }),
    predecessorTaskNo: text(50, { required: true }),
    type: choice(dependency, { default: 0 }),
    ...lags(),
    differentResources: flag({ default: false, note: 'No resource does both tasks.' }),
  },
  references: {
    task: { to: 'Task', by: taskKey, missing: 'reject', onDelete: 'cascade' },
    predecessor: {
      to: 'Task',
      by: ['sourceApp', 'sourceType', 'predecessorJobNo', 'predecessorTaskNo'],
      missing: 'reject',
      onDelete: 'cascade',
    },
  },
  procedures: {
    upsert: ['mboc_upsertTaskDependency'],
    delete: ['mboc_deleteTaskDependency'],
    clear: ['mboc_ClearTaskDependency'],
  },
  options: { sentFromBackOffice },
  writer: 'taskDependency',
});

export const taskBudgetEntry = entity({
  name: 'TaskBudgetEntry',
  table: 'task_budget_entry',
  route: 'taskBudgetEntry',
  group: 'Task',
  summary: 'Adds to the budget of a task, or takes from it: a further order, a reduction.',
  key: [...taskKey, 'entryNo'],
  columns: {
    ...ofItsTask(),
    entryNo: text(50, { required: true }),
    date: day(),
    durationInSeconds: bigInteger({ default: 0, note: 'Added to RequiredTotalDurationInSeconds; may be negative.' }),
    quantity: decimal({ default: 0, note: 'Added to BulkPlanningQty; may be negative.' }),
    description: text(255),
  },
  references: { task: { to: 'Task', by: taskKey, missing: 'reject', onDelete: 'cascade' } },
  procedures: {
    upsert: ['mboc_upsertTaskBudgetEntry'],
    delete: ['mboc_deleteTaskBudgetEntry'],
    clear: ['mboc_ClearTaskBudgetEntry'],
  },
  options: { sentFromBackOffice },
});

export const taskLoad = entity({
  name: 'TaskLoad',
  table: 'task_load',
  route: 'taskLoad',
  group: 'Task',
  summary:
    'How much of a named load a visit of a task takes of the capacity of its resource: pallets, gas bottles, kilograms.',
  key: [...taskKey, 'name'],
  columns: {
    ...ofItsTask(),
    name: text(50, { required: true, param: 'LoadName', note: 'The name that resources use for the same load.' }),
    quantity: amount({ required: true, note: 'Of each appointment of the task, and of each of its resources.' }),
  },
  references: { task: { to: 'Task', by: taskKey, missing: 'reject', onDelete: 'cascade' } },
  procedures: {
    upsert: ['mboc_upsertTaskLoad'],
    delete: ['mboc_deleteTaskLoad'],
    clear: ['mboc_ClearTaskLoad'],
  },
  options: { sentFromBackOffice },
});

export const taskCategory = facet({
  name: 'TaskCategory',
  of: 'Task',
  route: 'taskCategory',
  group: 'Task',
  summary: 'The category of a task, which its new appointments take over.',
  sets: ['category'],
  required: true,
  procedures: ['mboc_updateTaskCategory', 'mboc_upsertTaskCategory'],
  resets: ['mboc_deleteTaskCategory'],
  listed: true,
  options: { sentFromBackOffice },
});

export const taskTimeMarker = facet({
  name: 'TaskTimeMarker',
  of: 'Task',
  route: 'taskTimeMarker',
  group: 'Task',
  summary: 'The time marker of a task, which its new appointments take over.',
  sets: ['timeMarker'],
  required: true,
  procedures: ['mboc_updateTaskTimeMarker', 'mboc_upsertTaskTimeMarker'],
  resets: ['mboc_deleteTaskTimeMarker'],
  listed: true,
  options: { sentFromBackOffice },
});
