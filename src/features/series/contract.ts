import { MOST_TEXTS } from '../../domain/text-limits.ts';
import { onConflicts } from '../../engine/series/model.ts';
import { dryRunQuery } from '../../platform/contract/dry-run.ts';
import { described, type Infer, refined, shown } from '../../platform/contract/kind.ts';
import { object, query, required, withDefault } from '../../platform/contract/object.ts';
import { paging } from '../../platform/contract/paging.ts';
import { contract } from '../../platform/contract/route.ts';
import { duration, unzonedMoment } from '../../platform/contract/times.ts';
import { boolean, choice, list, text } from '../../platform/contract/values.ts';
import { undoHeaders } from '../../platform/http/api-schemas.ts';
import { LONGEST_BODY, LONGEST_SUBJECT } from '../../records/entities/kit.ts';
import { seriesListSchema } from './series-schemas.ts';

const path = '/appointmentRecurring';
const tags = ['Recurring appointments'];
const access = ['plan.write', 'records.import'] as const;
const headers = undoHeaders;

const MOST_EXCEPTIONS = 1000;
const LARGEST_PAGE = 200;

/** A date or a moment to leave out. Many systems can only send a date as its midnight. */
const exception = refined(unzonedMoment(), (moment) => {
  const midnight = 'unzoned' in moment && /^(.{10})T00:00:00\.000$/.exec(moment.unzoned)?.[1];
  return midnight ? { date: midnight } : moment;
});

const exceptions = refined(list(exception, MOST_TEXTS), (moments, position) => {
  if (moments.length > MOST_EXCEPTIONS)
    throw position.refuse('REQ014', `must have at most ${MOST_EXCEPTIONS} entries.`);
  return moments;
});

const seriesBody = object({
  startDate: required(described(unzonedMoment(), 'Start of the first occurrence, in the time zone of the resource.')),
  endDate: required(
    described(unzonedMoment(), 'No occurrence starts after it; a date without a time includes the whole day.'),
  ),
  resource: required(described(text(), 'ResourceNo.')),
  recurrenceRule: required(
    shown(text(), {
      description:
        'RRULE of RFC 5545, with or without RRULE:, or daily, weekly, monthly, yearly; 1,000 occurrences at most.',
      examples: ['FREQ=WEEKLY;BYDAY=MO,TH'],
    }),
  ),
  sourceApp: text(),
  sourceType: text(),
  jobNo: text(),
  taskNo: described(text(), 'The task of the appointments; by default the series gets its own.'),
  categoryName: text(),
  timeMarkerName: text(),
  subject: shown(text(LONGEST_SUBJECT), { maxLength: LONGEST_SUBJECT }),
  body: shown(text(LONGEST_BODY), { maxLength: LONGEST_BODY }),
  duration: described(
    duration(),
    'Duration of an occurrence, ISO 8601 (PT1H); default: that of the task, else one hour.',
  ),
  exceptDates: withDefault(described(exceptions, 'Dates, or dates and times, to leave out.'), []),
  skipNonWorking: withDefault(described(boolean(), 'Leaves out days when the resource does not work.'), false, false),
  onConflict: withDefault(
    described(choice(onConflicts), 'What to do with occurrences that conflict with appointments of the resource.'),
    'allow',
    'allow',
  ),
});
export type SeriesBody = Infer<typeof seriesBody>;

const seriesEndBody = object({
  seriesId: required(text()),
  from: described(
    unzonedMoment(),
    'Only appointments that start at or after this time; without an offset in the time zone of the tenant.',
  ),
});
export type SeriesEndBody = Infer<typeof seriesEndBody>;

export const makeSeries = contract({
  method: 'POST',
  path,
  access,
  tags,
  summary: 'Create a series of appointments',
  description:
    'One appointment for each occurrence of a recurrence rule, all or nothing. The wall-clock time stays the same across daylight saving time.',
  headers,
  query: dryRunQuery,
  body: seriesBody,
  response: { 200: { $ref: 'SeriesAnswer#' } },
});

export const endSeries = contract({
  method: 'DELETE',
  path,
  access,
  tags,
  summary: 'Delete a series, or its future appointments',
  description: 'All or nothing. Refused for planners while an appointment of the series is locked.',
  headers,
  query: dryRunQuery,
  body: seriesEndBody,
  response: { 200: { $ref: 'SeriesEndAnswer#' } },
});

const listQuery = query(paging(50, LARGEST_PAGE));
export type SeriesListQuery = Infer<typeof listQuery>;

export const listSeries = contract({
  method: 'GET',
  path,
  access: 'records.read',
  tags,
  summary: 'List series',
  description: 'Series that have appointments, with their rule; those that last longest first.',
  query: listQuery,
  response: { 200: seriesListSchema },
});
