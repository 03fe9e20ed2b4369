import type { Task } from '../../operations/background/task.ts';
import { demoTask } from '../../operations/demo/demo-job.ts';
import { mailTask } from '../../operations/mail/mail-task.ts';
import { optimizeTask } from '../../operations/optimization/run-optimization.ts';
import { setupTask } from '../../operations/setup/apply-package.ts';

/** Every kind of job that the worker role knows. */
export const tasks: readonly Task[] = [mailTask, setupTask, optimizeTask, demoTask];
