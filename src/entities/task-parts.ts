import { entity, ignored, integer, sentFromBackOffice, text } from './kit.ts';

const ofTask = ['sourceApp', 'sourceType', 'jobNo', 'taskNo'] as const;

const taskKey = () => ({
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
  key: [...ofTask, 'filterGroup', 'filterValue'],
  columns: {
    ...taskKey(),
    filterGroup: text(50, { required: true }),
    filterValue: text(100, { required: true }),
  },
  references: { task: { to: 'Task', by: ofTask, missing: 'reject', onDelete: 'cascade' } },
  follows: [{ to: 'FilterValue', by: ['filterGroup', 'filterValue'] }],
  procedures: {
    upsert: ['mboc_upsertTaskFilterValue'],
    delete: ['mboc_deleteTaskFilterValue'],
    clear: ['mboc_ClearTaskFilterValue'],
  },
  options: { transferToTemp: ignored, sentFromBackOffice },
});

export const taskUri = entity({
  name: 'TaskUri',
  table: 'task_uri',
  route: 'taskUri',
  group: 'Task',
  summary: 'A link shown with a task.',
  key: [...ofTask, 'uri'],
  columns: {
    ...taskKey(),
    uri: text(1000, { required: true, param: 'url' }),
    description: text(255, { param: 'urldesc' }),
  },
  references: { task: { to: 'Task', by: ofTask, missing: 'ignore', onDelete: 'cascade' } },
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
  key: [...ofTask, 'name'],
  columns: {
    ...taskKey(),
    name: text(255, { required: true, param: 'ContainerName' }),
    index: integer({ default: 0 }),
  },
  references: {
    task: { to: 'Task', by: ofTask, missing: 'ignore', onDelete: 'cascade' },
    container: { to: 'Container', by: ['name'], missing: 'ignore', onDelete: 'cascade' },
  },
  procedures: { upsert: ['mboc_upsertTaskContainer'], delete: ['mboc_deleteTaskContainer'] },
  options: { sentFromBackOffice },
});
