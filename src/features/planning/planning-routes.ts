import type { FastifyInstance } from 'fastify';
import { failures, listQuery } from '../../platform/http/api-schemas.ts';
import { callerOf } from '../../platform/http/guard-routes.ts';
import type { RawQuery } from '../../platform/http/raw-query.ts';
import { moment, text } from '../../platform/http/shapes.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { sendList } from '../../records/routes/lists.ts';
import { calendarDays } from '../calendars/calendar-days.ts';
import { availabilityOf } from './availability.ts';
import { capacityIn } from './capacity.ts';

const config = { access: 'read' } as const;
const tags = ['Planning'];
const date = { type: 'string', format: 'date' };

const object = (properties: Record<string, unknown>, optional: readonly string[] = []) => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  additionalProperties: false,
});
const list = (items: unknown, description?: string) => ({
  type: 'array',
  items,
  ...(description ? { description } : {}),
});

const interval = object({ start: moment, end: moment });
const booking = object(
  {
    start: moment,
    end: moment,
    appointmentId: { type: 'integer' },
    appointmentNo: text,
    subject: { type: ['string', 'null'] },
  },
  ['appointmentId', 'appointmentNo', 'subject'],
);
const availability = object({
  resourceNo: text,
  timeZone: text,
  start: moment,
  end: moment,
  working: list(interval, 'From calendars and service dates, within the window.'),
  booked: list(
    booking,
    'Appointments that overlap the window, with their own start and end. Without details if the key may not read the appointment.',
  ),
  free: list(interval, 'Working and not booked.'),
});

const seconds = { type: 'integer', minimum: 0 };
const capacity = object({
  resourceNo: text,
  displayName: text,
  timeZone: text,
  buckets: list(
    object({
      start: date,
      end: { ...date, description: 'The day after the last.' },
      capacityInSeconds: seconds,
      plannedInSeconds: seconds,
      freeInSeconds: seconds,
      utilization: {
        type: ['number', 'null'],
        description: 'Planned time divided by capacity; null without capacity.',
      },
    }),
  ),
});

const clock = { type: 'string', description: 'HH:mm on the wall clock.' };
const calendarDay = object({
  date,
  by: {
    enum: ['date', 'holiday', 'override', 'weekend', 'businessHours'],
    description: 'What the hours come from: an override of that date, a holiday, another override, and so on.',
  },
  holiday: { type: ['string', 'null'], description: 'Name of the holiday, if the day is one.' },
  hours: list(object({ start: clock, end: clock }), 'Empty if there is no working time.'),
  workingInSeconds: {
    ...seconds,
    description: 'Elapsed time, also on days with a change to or from daylight saving time.',
  },
  lengthInSeconds: { ...seconds, description: 'From midnight to midnight: 23, 24 or 25 hours.' },
  clockChange: {
    anyOf: [object({ from: clock, to: clock }), { type: 'null' }],
    description: 'Wall clock before and after the change to or from daylight saving time on that day.',
  },
});

export function planningRoutes(app: FastifyInstance, deps: HasDatabase): void {
  app.get(
    '/resource/:resourceNo/availability',
    {
      config,
      schema: {
        tags,
        summary: 'Show the working, booked and free time of a resource',
        description: 'Start inclusive, end exclusive, at most 92 days. All times are in the time zone of the resource.',
        params: { type: 'object', properties: { resourceNo: text }, required: ['resourceNo'] },
        querystring: { type: 'object', properties: { start: text, end: text }, required: ['start', 'end'] },
        response: { 200: availability, ...failures },
      },
    },
    async (request, reply) => {
      const { resourceNo } = request.params as { resourceNo: string };
      const answer = await availabilityOf(deps, callerOf(request), resourceNo, request.query as RawQuery);
      reply.header('x-time-zone', answer.timeZone);
      return answer;
    },
  );
  app.get(
    '/calendar/:code/workingTime',
    {
      config,
      schema: {
        tags,
        summary: 'Show the working time of a calendar by day',
        description:
          'Includes what it inherits from its parents. Start inclusive, end exclusive, at most 92 days, in the time zone of the tenant.',
        params: { type: 'object', properties: { code: text }, required: ['code'] },
        querystring: { type: 'object', properties: { start: text, end: text }, required: ['start', 'end'] },
        response: { 200: object({ code: text, timeZone: text, days: list(calendarDay) }), ...failures },
      },
    },
    (request) =>
      calendarDays(deps, callerOf(request), (request.params as { code: string }).code, request.query as RawQuery),
  );
  app.get(
    '/capacity',
    {
      config,
      schema: {
        tags,
        summary: 'Show the capacity and planned time of resources by day or week',
        description:
          'Days in the time zone of each resource, start inclusive, end exclusive, at most 366. Any property of a resource can be used as a filter.',
        querystring: {
          type: 'object',
          properties: {
            start: text,
            end: text,
            bucket: { enum: ['day', 'week'], default: 'day' },
            resources: list(text, 'Numbers of resources; default: all that are shown to planners.'),
            ...listQuery.properties,
          },
          required: ['start', 'end'],
        },
        response: { 200: list(capacity), ...failures },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { total, portions } = await capacityIn(deps, caller, request.query as RawQuery);
      reply.header('x-total-count', String(total)).header('x-time-zone', caller.timeZone);
      return sendList(reply, portions);
    },
  );
}
