import type { Task, TaskKey } from '../../offline/action.ts';

const LONGEST = 90;

/** How a task is called in a line; what an ERP calls it may be a book. */
export const taskLabel = (key: TaskKey, task: Task | undefined): string =>
  cut(`${key.jobNo} · ${task?.shortDescription || key.taskNo}`);

/** What helps to tell it from others. */
export const taskHint = (task: Task | undefined): string =>
  cut([task?.jobDescription, task?.customerName, task?.city].filter(Boolean).join(', '));

const cut = (text: string): string => ([...text].length > LONGEST ? `${[...text].slice(0, LONGEST).join('')}…` : text);
