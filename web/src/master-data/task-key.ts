import { type Row, textOf } from './record.ts';

export const taskKey = (task: Row) => ({
  sourceApp: textOf(task, 'sourceApp'),
  sourceType: textOf(task, 'sourceType'),
  jobNo: textOf(task, 'jobNo'),
  taskNo: textOf(task, 'taskNo'),
});
