import type { DependencyValues } from '../dependencies/relation.ts';
import { type Row, textOf } from './record.ts';
import { taskKey } from './task-key.ts';

/** The number of a task within its source system. Tasks of other systems cannot depend on it. */
export interface TaskNo {
  readonly jobNo: string;
  readonly taskNo: string;
}

/** A dependency from the side of one task. */
export interface TaskDependency extends DependencyValues {
  /** The task waits for the other one; otherwise the other one waits for it. */
  readonly waits: boolean;
  readonly other: TaskNo;
  readonly differentResources: boolean;
}

export const isSameTask = (a: TaskNo, b: TaskNo): boolean =>
  a.jobNo.toLowerCase() === b.jobNo.toLowerCase() && a.taskNo.toLowerCase() === b.taskNo.toLowerCase();

export const taskNoText = ({ jobNo, taskNo }: TaskNo): string => `${jobNo} / ${taskNo}`;

/** A stored dependency, as the given task sees it. */
export function dependencyOf(task: Row, row: Row): TaskDependency {
  const successor = { jobNo: textOf(row, 'jobNo'), taskNo: textOf(row, 'taskNo') };
  const predecessor = { jobNo: textOf(row, 'predecessorJobNo'), taskNo: textOf(row, 'predecessorTaskNo') };
  const waits = isSameTask(successor, taskKey(task));
  const most = row['maxLagInSeconds'];
  return {
    waits,
    other: waits ? predecessor : successor,
    type: Number(row['type'] ?? 0),
    lagInSeconds: Number(row['lagInSeconds'] ?? 0),
    maxLagInSeconds: typeof most === 'number' ? most : null,
    differentResources: row['differentResources'] === true,
  };
}

/** The key of the dependency between a task and another one. */
export function dependencyKey(task: Row, { waits, other }: Pick<TaskDependency, 'waits' | 'other'>) {
  const { sourceApp, sourceType, ...own } = taskKey(task);
  const [successor, predecessor] = waits ? [own, other] : [other, own];
  return {
    ...{ sourceApp, sourceType, jobNo: successor.jobNo, taskNo: successor.taskNo },
    ...{ predecessorJobNo: predecessor.jobNo, predecessorTaskNo: predecessor.taskNo },
  };
}
