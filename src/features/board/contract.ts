import { dryRunQuery } from '../../platform/contract/dry-run.ts';
import { described, type Infer, refined, shown } from '../../platform/contract/kind.ts';
import { object, openQuery, query, required, withDefault } from '../../platform/contract/object.ts';
import { optionalPaging, paging } from '../../platform/contract/paging.ts';
import { contract } from '../../platform/contract/route.ts';
import { instant } from '../../platform/contract/times.ts';
import { commaTexts, list, text } from '../../platform/contract/values.ts';
import { inWindow } from '../../platform/contract/window.ts';
import { writeHeaders } from '../../platform/http/api-schemas.ts';
import { listParameters, recordKeys, searchText } from '../../records/contract/list-parameters.ts';
import { boardSchema, openTaskSchema, travelSchema } from './board-schemas.ts';

const tags = ['Planning'];
const access = 'records.read';

const ids = refined(commaTexts(1000), (sent, position) =>
  sent.length === 0
    ? undefined
    : sent.map((text) => {
        const id = Number(text);
        if (!Number.isSafeInteger(id) || id < 0) throw position.refuse('REQ014', `${text.slice(0, 50)} is not an id.`);
        return id;
      }),
);

const boardQuery = inWindow(
  openQuery({
    start: required(instant()),
    end: required(instant()),
    resources: recordKeys('Numbers of resources; default: all that are shown to planners.'),
    appointments: shown(ids, {
      items: { type: 'integer' },
      description: 'Ids: only these appointments, and no resources. Up to 1,000, to refresh a part of the board.',
    }),
    ...listParameters,
  }),
  92,
);
export type BoardQuery = Infer<typeof boardQuery>;

export const readBoard = contract({
  method: 'GET',
  path: '/board',
  config: { drafts: 'read' },
  access,
  tags,
  summary: 'Read the planning board for a window',
  description:
    'Resources with their working time, appointments with the contents of a bar, violations and colours, in one response. At most 92 days. Any property of a resource can be used as a filter.',
  query: boardQuery,
  response: { 200: boardSchema },
});

const travelQuery = inWindow(query({ start: required(instant()), end: required(instant()) }), 92);
export type TravelQuery = Infer<typeof travelQuery>;

export const readTravel = contract({
  method: 'GET',
  path: '/board/travel',
  config: { drafts: 'read' },
  access,
  tags,
  summary: 'Show the travel between appointments in a window',
  description:
    'For each resource the travel from one appointment to the next, from home to the first of a day and back. Minutes on roads where the router has answered before, otherwise the estimate by the straight line. At most 92 days.',
  query: travelQuery,
  response: { 200: travelSchema },
});

const openTaskQuery = query({
  search: searchText('Text to find in the numbers, texts, customer or address.'),
  page: withDefault(optionalPaging().page, 1),
  limit: paging(200, 1000).limit,
});
export type OpenTaskQuery = Infer<typeof openTaskQuery>;

export const listOpenTasks = contract({
  method: 'GET',
  path: '/board/tasks',
  config: { drafts: 'read' },
  access,
  tags,
  summary: 'List open tasks, earliest first',
  description: 'Tasks still to be planned, with location, requirements and remaining time.',
  query: openTaskQuery,
  response: { 200: { type: 'array', items: openTaskSchema } },
});

const MOST_TASKS = 500;

const planTasksBody = object({
  resourceNo: required(text(50)),
  tasks: required(
    list(
      object({
        sourceApp: required(text(50)),
        sourceType: required(text(50)),
        jobNo: required(text(100)),
        taskNo: required(text(100)),
        start: required(instant()),
        container: described(text(100), 'A container that the appointment joins.'),
        appointmentGuid: described(text(36), 'Chosen by the caller; default: a new one.'),
      }),
      MOST_TASKS,
    ),
  ),
});
export type PlanTasksBody = Infer<typeof planTasksBody>;

export const planTasks = contract({
  method: 'POST',
  path: '/board/plan',
  config: { drafts: 'write' },
  access: ['plan.write', 'records.import'],
  tags,
  summary: 'Plan tasks on a resource, as members of their containers',
  description:
    'Creates an appointment for each task, as POST /appointment does, and adds it to the container, as POST /appointmentContainer does: all or nothing, in one transaction. One undo takes all of it back. The end comes from the duration of the task and the working time of the resource. At most 500 tasks. Results come in the order of the tasks; those of containers follow.',
  headers: writeHeaders,
  query: dryRunQuery,
  body: planTasksBody,
  response: { 200: { $ref: 'WriteAnswer#' } },
});
