import { type Infer, refined } from '../../platform/contract/kind.ts';
import { object, query } from '../../platform/contract/object.ts';
import { contract } from '../../platform/contract/route.ts';
import { instant } from '../../platform/contract/times.ts';
import { choice, integer, text } from '../../platform/contract/values.ts';
import { exactly, list, nullableText, text as textShape, texts, whole } from '../../platform/http/shapes.ts';

const id = () => integer(1, Number.MAX_SAFE_INTEGER);
const target = {
  appointment: id(),
  task: id(),
  resource: text(100),
  start: instant(),
  end: instant(),
  place: choice(['planning', 'map']),
};

const actionQuery = refined(query(target), (sent, position) => {
  if (sent.appointment !== undefined && sent.task !== undefined)
    throw position.within('task').refuse('REQ014', 'an appointment names its task; send one of them.');
  return sent;
});
export type ActionQuery = Infer<typeof actionQuery>;

const tags = ['Action'];

export const listActions = contract({
  method: 'GET',
  path: '/board/actions',
  access: 'records.read',
  tags,
  summary: 'List the actions for an appointment, a task, a resource or a position of the board',
  description:
    'Actions (`/actionUri`) of the matching type and source, the default one first. The placeholders of links are filled in and encoded.',
  query: actionQuery,
  response: {
    200: list(
      exactly({
        id: whole,
        description: textShape,
        request: { enum: ['GET', 'POST'] },
        default: { type: 'boolean' },
        uri: { ...nullableText, description: 'The address to open; null for POST, which the service sends.' },
        unknown: { ...texts, description: 'Placeholders that name no field; they are left as they are.' },
      }),
    ),
  },
});

const runBody = refined(object(target), (sent, position) => {
  if (sent.appointment !== undefined && sent.task !== undefined)
    throw position.within('task').refuse('REQ014', 'an appointment names its task; send one of them.');
  return sent;
});

export const runAction = contract({
  method: 'POST',
  path: '/board/actions/:id/run',
  access: 'plan.write',
  tags,
  summary: 'Run a POST action',
  description:
    'The service sends the records to the address of the action and returns what it answered. Redirects are not followed. Every run is audited.',
  params: { id: { type: 'string' } },
  body: runBody,
  bodyIsOptional: true,
  response: {
    200: exactly({
      sent: { type: 'boolean', description: 'There was a response with a status below 300.' },
      status: { type: ['integer', 'null'], description: 'Null without a response.' },
      statusText: nullableText,
      message: { ...nullableText, description: 'The beginning of the response, or why there is none.' },
    }),
  },
});
