type What = 'moved' | 'changed' | 'copied' | 'planned' | 'deleted' | 'undone' | 'redone';

/** What the requests of an action do, and what failed with an error: messages name it. */
const running = new Map<string, What>();
const failed = new WeakMap<object, What>();

export async function namedAction<T>(what: What, actionId: string, work: Promise<T>): Promise<T> {
  running.set(actionId, what);
  try {
    return await work;
  } catch (error) {
    if (typeof error === 'object' && error !== null) failed.set(error, what);
    throw error;
  } finally {
    running.delete(actionId);
  }
}

export const whatRuns = (actionId: string): What | undefined => running.get(actionId);

export const whatFailed = (error: unknown): What | undefined =>
  typeof error === 'object' && error !== null ? failed.get(error) : undefined;
