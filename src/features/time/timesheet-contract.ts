import { timePermissions } from '../../domain/permissions.ts';
import type { Infer } from '../../platform/contract/kind.ts';
import { query, required } from '../../platform/contract/object.ts';
import { paging } from '../../platform/contract/paging.ts';
import { contract } from '../../platform/contract/route.ts';
import { text } from '../../platform/contract/values.ts';
import { inWindow } from '../../platform/contract/window.ts';
import { list } from '../../platform/http/shapes.ts';
import { searchText } from '../../records/contract/list-parameters.ts';
import { dayBounds, LONGEST_WINDOW_DAYS } from './time-window.ts';
import { timesheetSchema, timesheetTaskSchema } from './timesheet-schemas.ts';

const common = {
  method: 'GET',
  access: timePermissions,
  module: 'timeRegistration',
  tags: ['Time registration'],
} as const;

const timesheetQuery = inWindow(query({ resourceNo: required(text()), ...dayBounds }), LONGEST_WINDOW_DAYS);
export type TimesheetQuery = Infer<typeof timesheetQuery>;

export const showTimesheet = contract({
  ...common,
  path: '/timesheet',
  summary: 'Show the timesheet of a resource',
  description:
    'Entries, sessions, the running session, missing hours, appointments and their tasks, in one response. Start inclusive, end exclusive, at most 92 days.',
  query: timesheetQuery,
  response: { 200: timesheetSchema },
});

const tasksQuery = query({
  search: searchText('Text to find in the numbers, descriptions, customer or city.'),
  limit: paging(20, 100).limit,
});
export type TasksQuery = Infer<typeof tasksQuery>;

export const listTasks = contract({
  ...common,
  path: '/timesheet/tasks',
  summary: 'List tasks to register time on',
  description: 'Newest first, completed tasks last.',
  query: tasksQuery,
  response: { 200: list(timesheetTaskSchema) },
});
