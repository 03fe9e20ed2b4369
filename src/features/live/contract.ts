import { LONGEST_USER_NAME } from '../../domain/text-limits.ts';
import { Invalid, isWire, parseChoice } from '../../domain/values/parse.ts';
import { dryRunQuery } from '../../platform/contract/dry-run.ts';
import { described, type Infer, type Kind, kind, referred, refined, shown } from '../../platform/contract/kind.ts';
import { object, query, required, withDefault } from '../../platform/contract/object.ts';
import { contract } from '../../platform/contract/route.ts';
import { choice, commaTexts, integer, oneOrMany, text } from '../../platform/contract/values.ts';
import { changeFilterFields } from '../changes/contract.ts';
import { pushedEvents } from './live-event.ts';

const tags = ['Changes'];

const changeNo = shown(integer(0, Number.MAX_SAFE_INTEGER), { minimum: 0 });
const eventName = choice(['change', ...pushedEvents]);
/** Shown as one text. */
const asText = <T>(own: Kind<T>, description?: string): Kind<T> => ({
  ...own,
  schema: { type: 'string', ...(description ? { description } : {}) },
});

const streamQuery = query({
  lastEventId: described(changeNo, 'The same, for clients that cannot send headers.'),
  after: described(changeNo, 'Alias, as in GET /changes.'),
  ...changeFilterFields,
  events: asText(
    refined(commaTexts(), (names, position) => names.flatMap((name) => eventName.read(name, position) ?? [])),
    'change, message, optimization, draft, or several separated by commas; default: all.',
  ),
});
export type StreamQuery = Infer<typeof streamQuery>;

export const openStream = contract({
  method: 'GET',
  path: '/changes/stream',
  access: 'records.read',
  tags,
  summary: 'Stream changes, messages, optimization runs and drafts',
  description:
    'Server-Sent Events: `change` (as in GET /changes), `message`, `optimization` (id, status and progress of a run), `draft` (id of a draft that was changed, shared, published or deleted, and `requestId` of the request; only to those who see the draft), and `reset` if the log no longer holds the requested position. The id of an event is the number of the change; a client that reconnects sends it as Last-Event-ID and misses no change. The other events are not kept: after connecting, read again the drafts and runs that you show. Starts with the newest change by default.',
  headers: {
    type: 'object',
    properties: { 'last-event-id': { type: 'string', description: 'Number of the last change received.' } },
  },
  query: streamQuery,
  response: {
    200: {
      description: 'Events, until either side closes the connection.',
      content: { 'text/event-stream': { schema: { type: 'string' } } },
    },
  },
});

const severities = { 0: 'Verbose', 1: 'Debug', 2: 'Info', 3: 'Warning', 4: 'Error', 5: 'Fatal' } as const;
const INFO = 2;
/** What PostgreSQL carries from node to node: 8,000 bytes, and a character may take six. */
const LONGEST_MESSAGE = 1000;
const MOST_MESSAGES = 100;

/** By number or by name. */
const severity = kind<number>(
  {
    type: 'integer',
    enum: Object.keys(severities).map(Number),
    description: Object.entries(severities)
      .map(([number, name]) => `${number} ${name}`)
      .join(', '),
  },
  (value, position) => {
    const read = isWire(value) ? parseChoice(value, severities) : new Invalid('REQ014', 'must be a number');
    if (read instanceof Invalid) throw position.refuse(read.code, `${read.message}.`);
    return read ?? undefined;
  },
);

const message = object({
  text: required(shown(text(LONGEST_MESSAGE), { maxLength: LONGEST_MESSAGE })),
  user: described(text(LONGEST_USER_NAME), 'E-mail address of a user; default: all users.'),
  severity: withDefault(severity, INFO, INFO),
});
export type Message = Infer<typeof message>;

export const messageSchema = { $id: 'Message', ...message.schema };

export const sendMessages = contract({
  method: 'POST',
  path: '/message',
  access: ['records.import', 'plan.write'],
  tags,
  summary: 'Send a message to one user or to all',
  description:
    'Sent to the open streams of the user, or of the whole tenant, on all nodes; nothing is stored. `receivers` is the number of those streams.',
  query: dryRunQuery,
  body: oneOrMany(referred(message, 'Message'), MOST_MESSAGES),
  response: { 200: { $ref: 'MessageAnswer#' } },
  config: { most: { items: MOST_MESSAGES, what: 'messages' } },
});
