import type { Task, TaskKey } from '../../offline/action.ts';

const LONGEST = 90;

/** The label of a task on one line; descriptions of an ERP may be very long. */
export const taskLabel = (key: TaskKey, task: Task | undefined): string =>
  cut(`${key.jobNo} · ${task?.shortDescription || key.taskNo}`);

/** Details that distinguish a task from others. */
export const taskHint = (task: Task | undefined): string =>
  cut([task?.jobDescription, task?.customerName, task?.city].filter(Boolean).join(', '));

const cut = (text: string): string => ([...text].length > LONGEST ? `${[...text].slice(0, LONGEST).join('')}…` : text);
