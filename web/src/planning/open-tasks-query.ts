import { queryOptions } from '@tanstack/react-query';
import { listed } from '../api/client.ts';
import type { Paths } from '../api/schema.ts';

export type OpenTaskLine = Paths['/board/tasks']['get']['answer'][number];

export interface OpenTaskList {
  readonly records: readonly OpenTaskLine[];
  /** All open tasks that the search finds, also those that were not loaded. */
  readonly total: number;
}

const FIRST = 300;
const PAGE = 1000;
/** More are not loaded: the search of the service finds the others. */
export const MOST_TASKS = 2000;

/** The open tasks that are due first; with `all`, as many as a list sorts and filters here. */
export const openTasksQuery = (search: string, all = false) =>
  queryOptions({
    queryKey: all ? ['tasks', search, 'all'] : ['tasks', search],
    queryFn: ({ signal }) => readTasks(search, all ? MOST_TASKS : FIRST, signal),
    placeholderData: (before) => before,
  });

async function readTasks(search: string, most: number, signal: AbortSignal): Promise<OpenTaskList> {
  const limit = Math.min(most, PAGE);
  const page = (number: number) =>
    listed('/board/tasks', { query: { limit, page: number, ...(search === '' ? {} : { search }) }, signal });
  const first = await page(1);
  const records = [...first.records];
  for (let next = 2; records.length < Math.min(most, first.total); next++) {
    const { records: more } = await page(next);
    if (more.length === 0) break;
    // A task that was planned meanwhile moves the others: none may come twice.
    const known = new Set(records.map(({ id }) => id));
    records.push(...more.filter(({ id }) => !known.has(id)));
  }
  return { records, total: first.total };
}
