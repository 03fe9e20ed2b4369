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
  description: `${description} Start inclusive, end exclusive, one quarter (92 days) at most.`,
  querystring: {
    type: 'object',
    properties: { start: text, end: text, resourceNo: text, ...query },
    required: ['start', 'end'],
  },
  response: { 200: tableAnswer(items), ...failures },
});

export function timeRoutes(app: FastifyInstance, deps: HasDatabase): void {
  listRoute(app, deps, 'timeEntry', entriesIn, 'Time entries of the days in a window', 'TimeEntryRead');
  listRoute(app, deps, 'timeSession', sessionsIn, 'Time sessions that started in a window', 'TimeSessionRead');
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
  plannedInSeconds: { ...seconds, description: 'Time of the appointments that lies in the window.' },
  registeredInSeconds: { ...seconds, description: 'Time of the entries, whatever their status.' },
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
        'Planned against registered hours',
        'Added up by resource, task, day or status; a plan has no status. An appointment counts for each of its resources; days are those of the resource.',
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
  workingInSeconds: { ...seconds, description: 'Working time of its calendar.' },
  workInSeconds: { ...seconds, description: 'Stopped sessions of work that began on that day.' },
  travelInSeconds: seconds,
  waitingInSeconds: seconds,
  registeredInSeconds: sums.registeredInSeconds,
  unclaimedInSeconds: { ...seconds, description: 'Of workInSeconds: what no entry claims yet.' },
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
        'Per resource and day, ordered so, the working time of its calendar against sessions and entries. Days on which nothing is asked for and nothing was done are left out.',
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
