import type { Task } from '../../operations/background/task.ts';
import { mailTask } from '../../operations/mail/mail.ts';
import { optimizeTask } from '../../operations/optimization/run-optimization.ts';

/** Every kind of job that the worker role knows. */
export const tasks: readonly Task[] = [mailTask, optimizeTask];
