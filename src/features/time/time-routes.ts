import type { FastifyInstance, FastifySchema } from 'fastify';
import { timeScopes } from '../../domain/access.ts';
import { failures } from '../../platform/http/api-schemas.ts';
import { callerOf } from '../../platform/http/guard-routes.ts';
import type { RawQuery } from '../../platform/http/raw-query.ts';
import { text } from '../../platform/http/shapes.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { sendTable, tableAnswer } from '../../records/routes/lists.ts';
import { missingTime } from './missing-time.ts';
import { entriesIn, sessionsIn } from './registered-time.ts';
import { columnsOf } from './time-schemas.ts';
import { summaryOf } from './time-summary.ts';

const config = { access: timeScopes, module: 'timeRegistration' } as const;

const read = (
  summary: string,
  description: string,
  query: Record<string, object>,
  items: object,
): FastifySchema & Record<string, unknown> => ({
  tags: ['Time registration'],
  summary,
  description: `${description} Start inclusive, end exclusive, at most 92 days.`,
  querystring: {
    type: 'object',
    properties: { start: text, end: text, resourceNo: text, ...query },
    required: ['start', 'end'],
  },
  response: { 200: tableAnswer(items), ...failures },
});

export function timeRoutes(app: FastifyInstance, deps: HasDatabase): void {
  listRoute(app, deps, 'timeEntry', entriesIn, 'List the time entries of the days in a window', 'TimeEntryRead');
  listRoute(app, deps, 'timeSession', sessionsIn, 'List the time sessions that started in a window', 'TimeSessionRead');
  summaryRoute(app, deps);
  missingRoute(app, deps);
}

function listRoute(
  app: FastifyInstance,
  deps: HasDatabase,
  name: string,
  list: typeof entriesIn,
  summary: string,
  record: string,
): void {
  const columns = columnsOf(record);
  const filters = { jobNo: text, taskNo: text, status: text };
  app.get(
    `/${name}`,
    { config, schema: read(summary, 'Ordered by date, resource and id.', filters, { $ref: `${record}#` }) },
    async (request, reply) => {
      const caller = callerOf(request);
      const { total, portions } = await list(deps, caller, request.query as RawQuery);
      reply.header('x-total-count', String(total)).header('x-time-zone', caller.timeZone);
      return sendTable(request, reply, { name, columns, portions });
    },
  );
}

const seconds = { type: 'integer' };
const sums = {
  plannedInSeconds: { ...seconds, description: 'Time of appointments within the window.' },
  registeredInSeconds: { ...seconds, description: 'Time of entries of any status.' },
  entries: { type: 'integer' },
};
const summaries = {
  resource: { resourceNo: text, ...sums },
  task: { sourceApp: text, sourceType: text, jobNo: text, taskNo: text, ...sums },
  day: { date: { type: 'string', format: 'date' }, ...sums },
  status: {
    status: { enum: [0, 1, 2, 3, 4, 5] },
    registeredInSeconds: sums.registeredInSeconds,
    entries: sums.entries,
  },
};

function summaryRoute(app: FastifyInstance, deps: HasDatabase): void {
  const items = Object.values(summaries).map((properties) => ({
    type: 'object',
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  }));
  app.get(
    '/timeEntry/summary',
    {
      config,
      schema: read(
        'Compare planned and registered hours',
        'Totals by resource, task, day or status; planned time has no status. An appointment counts for each of its resources; days are in the time zone of the resource.',
        { jobNo: text, taskNo: text, by: { enum: Object.keys(summaries), default: 'resource' } },
        { oneOf: items },
      ),
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { by, rows } = await summaryOf(deps, caller, request.query as RawQuery);
      reply.header('x-total-count', String(rows.length)).header('x-time-zone', caller.timeZone);
      return sendTable(request, reply, {
        name: `time-by-${by}`,
        columns: Object.keys(summaries[by]),
        portions: inOne(rows),
      });
    },
  );
}

const missing = {
  resourceNo: text,
  date: { type: 'string', format: 'date' },
  workingInSeconds: { ...seconds, description: 'Working time from the calendar.' },
  workInSeconds: { ...seconds, description: 'Stopped work sessions that started on that day.' },
  travelInSeconds: seconds,
  waitingInSeconds: seconds,
  registeredInSeconds: sums.registeredInSeconds,
  unclaimedInSeconds: { ...seconds, description: 'Part of workInSeconds that no entry claims yet.' },
  missingInSeconds: { ...seconds, description: 'Working time that is not registered.' },
};

/** A day of a resource. */
export const missingTimeSchema = {
  type: 'object',
  properties: missing,
  required: Object.keys(missing),
  additionalProperties: false,
};

function missingRoute(app: FastifyInstance, deps: HasDatabase): void {
  const columns = Object.keys(missing);
  app.get(
    '/timeEntry/missing',
    {
      config,
      schema: read(
        'Missing hours',
        'Working time from the calendar compared with sessions and entries, ordered by resource and day. Days without working time and without registered time are left out.',
        {},
        missingTimeSchema,
      ),
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const portions = await missingTime(deps, caller, request.query as RawQuery);
      reply.header('x-time-zone', caller.timeZone);
      return sendTable(request, reply, { name: 'missing-time', columns, portions });
    },
  );
}

async function* inOne<T>(rows: readonly T[]): AsyncGenerator<readonly T[]> {
  yield rows;
}
