import type { Deps } from './deps.ts';
import { demoTask } from './features/demo/demo-job.ts';
import { optimizeTask } from './features/optimization/run-optimization.ts';
import { setupTask } from './features/setup/apply-package.ts';
import type { Task } from './platform/jobs/task.ts';
import { mailTask } from './platform/mail/mail-task.ts';

/** Every kind of job that the worker role knows. */
export const tasks: readonly Task<Deps>[] = [mailTask, setupTask, optimizeTask, demoTask];
