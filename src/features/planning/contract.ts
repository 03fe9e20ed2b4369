import { ruleKeys } from '../../domain/violations/index.ts';
import { described, type Infer } from '../../platform/contract/kind.ts';
import { openQuery, query, required, withDefault } from '../../platform/contract/object.ts';
import { optionalPaging } from '../../platform/contract/paging.ts';
import { contract } from '../../platform/contract/route.ts';
import { date, instant, inZone } from '../../platform/contract/times.ts';
import { choice, choices } from '../../platform/contract/values.ts';
import { inWindow } from '../../platform/contract/window.ts';
import { exactly, list, moment, nullableText, text } from '../../platform/http/shapes.ts';
import { listParameters, recordKeys } from '../../records/contract/list-parameters.ts';

const tags = ['Planning'];
const access = 'records.read';
const seconds = { type: 'integer', minimum: 0 };

/** Its zone is that of the resource. */
const availabilityQuery = query({ start: required(inZone(instant())), end: required(inZone(instant())) });
export type AvailabilityQuery = Infer<typeof availabilityQuery>;

const interval = exactly({ start: moment, end: moment });
const booking = {
  ...exactly({
    start: moment,
    end: moment,
    appointmentId: { type: 'integer' },
    appointmentNo: text,
    subject: nullableText,
  }),
  required: ['start', 'end'],
};

export const showAvailability = contract({
  method: 'GET',
  path: '/resource/:resourceNo/availability',
  config: { drafts: 'read' },
  access,
  tags,
  summary: 'Show the working, booked and free time of a resource',
  description: 'Start inclusive, end exclusive, at most 92 days. All times are in the time zone of the resource.',
  params: { resourceNo: text },
  query: availabilityQuery,
  response: {
    200: exactly({
      resourceNo: text,
      timeZone: text,
      start: moment,
      end: moment,
      working: { ...list(interval), description: 'From calendars and service dates, within the window.' },
      booked: {
        ...list(booking),
        description:
          'Appointments that overlap the window, with their own start and end. Without details if the caller may not read the appointment.',
      },
      free: { ...list(interval), description: 'Working and not booked.' },
    }),
  },
});

const capacityQuery = inWindow(
  openQuery({
    start: required(date()),
    end: required(date()),
    bucket: withDefault(choice(['day', 'week']), 'day', 'day'),
    resources: recordKeys('Numbers of resources; default: all that are shown to planners.'),
    ...listParameters,
  }),
  366,
);
export type CapacityQuery = Infer<typeof capacityQuery>;

const day = { type: 'string', format: 'date' };
const bucket = exactly({
  start: day,
  end: { ...day, description: 'The day after the last.' },
  capacityInSeconds: seconds,
  plannedInSeconds: seconds,
  freeInSeconds: seconds,
  utilization: { type: ['number', 'null'], description: 'Planned time divided by capacity; null without capacity.' },
});

export const showCapacity = contract({
  method: 'GET',
  path: '/capacity',
  config: { drafts: 'read' },
  access,
  tags,
  summary: 'Show the capacity and planned time of resources by day or week',
  description:
    'Days in the time zone of each resource, start inclusive, end exclusive, at most 366. Any property of a resource can be used as a filter.',
  query: capacityQuery,
  response: {
    200: list(exactly({ resourceNo: text, displayName: text, timeZone: text, buckets: list(bucket) })),
  },
});

const violationQuery = inWindow(
  query({
    start: required(instant()),
    end: required(instant()),
    rule: described(choices(ruleKeys), 'Only these rules.'),
    severity: choice(['error', 'warning']),
    resources: recordKeys('Numbers of resources; default: all.'),
    ...optionalPaging(10_000, 'Violations per page; default: all.'),
  }),
  366,
);
export type ViolationQuery = Infer<typeof violationQuery>;

export const listViolations = contract({
  method: 'GET',
  path: '/violations',
  config: { drafts: 'read' },
  access,
  tags: ['Appointment'],
  summary: 'List violations in a window',
  description: 'Violations of planning rules that overlap the window (at most 366 days), by start.',
  query: violationQuery,
  response: { 200: { type: 'array', items: { $ref: 'Violation#' } } },
});
