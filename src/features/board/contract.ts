import { type Infer, refined, shown } from '../../platform/contract/kind.ts';
import { openQuery, query, required, withDefault } from '../../platform/contract/object.ts';
import { optionalPaging, paging } from '../../platform/contract/paging.ts';
import { contract } from '../../platform/contract/route.ts';
import { instant } from '../../platform/contract/times.ts';
import { commaTexts } from '../../platform/contract/values.ts';
import { inWindow } from '../../platform/contract/window.ts';
import { listParameters, recordKeys, searchText } from '../../records/contract/list-parameters.ts';
import { boardSchema, openTaskSchema } from './board-schemas.ts';

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
  access,
  tags,
  summary: 'Read the planning board for a window',
  description:
    'Resources with their working time, appointments with the contents of a bar, violations and colours, in one response. At most 92 days. Any property of a resource can be used as a filter.',
  query: boardQuery,
  response: { 200: boardSchema },
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
  access,
  tags,
  summary: 'List open tasks, earliest first',
  description: 'Tasks still to be planned, with location, requirements and remaining time.',
  query: openTaskQuery,
  response: { 200: { type: 'array', items: openTaskSchema } },
});
