import { timePermissions } from '../../domain/permissions.ts';
import type { Infer } from '../../platform/contract/kind.ts';
import { query, withDefault } from '../../platform/contract/object.ts';
import { contract } from '../../platform/contract/route.ts';
import { choice, text } from '../../platform/contract/values.ts';
import { inWindow } from '../../platform/contract/window.ts';
import { tableAnswer } from '../../records/routes/lists.ts';
import { missingTimeSchema, summarySchemas } from './time-schemas.ts';
import { dayBounds, inQuarter, instantBounds, LONGEST_WINDOW_DAYS } from './time-window.ts';

const WINDOW = 'Start inclusive, end exclusive, at most 92 days.';
const DAYS =
  'A date-time stands for its day: a start counts from the beginning of its day, an end after midnight includes its day.';

const common = {
  method: 'GET',
  access: timePermissions,
  module: 'timeRegistration',
  tags: ['Time registration'],
} as const;
const task = { jobNo: text(), taskNo: text() };
const days = { ...dayBounds, resourceNo: text() };

const entriesQuery = inWindow(query({ ...days, ...task, status: text() }), LONGEST_WINDOW_DAYS);
export type EntriesQuery = Infer<typeof entriesQuery>;

export const listEntries = contract({
  ...common,
  path: '/timeEntry',
  summary: 'List the time entries of the days in a window',
  description: `Ordered by date, resource and id. ${WINDOW} ${DAYS}`,
  query: entriesQuery,
  response: { 200: tableAnswer({ $ref: 'TimeEntryRead#' }) },
});

const sessionsQuery = inQuarter(query({ ...instantBounds, resourceNo: text(), ...task, status: text() }));
export type SessionsQuery = Infer<typeof sessionsQuery>;

export const listSessions = contract({
  ...common,
  path: '/timeSession',
  summary: 'List the time sessions that started in a window',
  description: `Ordered by date, resource and id. ${WINDOW}`,
  query: sessionsQuery,
  response: { 200: tableAnswer({ $ref: 'TimeSessionRead#' }) },
});

const summaryQuery = inWindow(
  query({ ...days, ...task, by: withDefault(choice(['resource', 'task', 'day', 'status']), 'resource', 'resource') }),
  LONGEST_WINDOW_DAYS,
);
export type SummaryQuery = Infer<typeof summaryQuery>;

export const summarise = contract({
  ...common,
  path: '/timeEntry/summary',
  summary: 'Compare planned and registered hours',
  description: `Totals by resource, task, day or status; planned time has no status. An appointment counts for each of its resources; days are in the time zone of the resource. ${WINDOW}`,
  query: summaryQuery,
  response: { 200: tableAnswer({ oneOf: Object.values(summarySchemas) }) },
});

const missingQuery = inWindow(query(days), LONGEST_WINDOW_DAYS);
export type MissingQuery = Infer<typeof missingQuery>;

export const listMissing = contract({
  ...common,
  path: '/timeEntry/missing',
  summary: 'Missing hours',
  description: `Working time from the calendar compared with sessions and entries, ordered by resource and day. Days without working time and without registered time are left out. ${WINDOW}`,
  query: missingQuery,
  response: { 200: tableAnswer(missingTimeSchema) },
});
