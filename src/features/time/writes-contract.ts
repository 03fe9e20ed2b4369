import { timePermissions } from '../../domain/permissions.ts';
import { dryRunQuery } from '../../platform/contract/dry-run.ts';
import { type Infer, type Kind, kind, shown } from '../../platform/contract/kind.ts';
import { object, required } from '../../platform/contract/object.ts';
import { contract } from '../../platform/contract/route.ts';
import { text } from '../../platform/contract/values.ts';
import { writeHeaders } from '../../platform/http/api-schemas.ts';
import { column, orNull, textColumn } from '../../records/contract/columns.ts';
import { model as modelNamed } from '../../records/derive/model.ts';

const common = {
  method: 'POST',
  access: timePermissions,
  module: 'timeRegistration',
  tags: ['Time registration'],
  headers: writeHeaders,
  query: dryRunQuery,
} as const;

const MOST_CHOSEN = 1000;

/** Sessions that a claim chooses. Unlike elsewhere a single value is no list: `"all"` would choose none. */
const chosen = <T>(item: Kind<T>, description: string): Kind<readonly T[]> =>
  kind({ type: 'array', items: item.schema, maxItems: MOST_CHOSEN, description }, (sent, position) => {
    if (!Array.isArray(sent) || sent.length > MOST_CHOSEN)
      throw position.refuse('REQ014', `must be a list of at most ${MOST_CHOSEN} sessions.`);
    return sent.flatMap((each: unknown) => item.read(each, position) ?? []);
  });

/** What is no id chooses no session. */
const id = shown(kind({}, Number), { type: 'integer' });

const entry = modelNamed('TimeEntry');
const claimBody = object({
  resourceNo: required(textColumn(entry, 'resourceNo')),
  date: required(textColumn(entry, 'date')),
  sourceApp: orNull(textColumn(entry, 'sourceApp')),
  sourceType: orNull(textColumn(entry, 'sourceType')),
  jobNo: orNull(textColumn(entry, 'jobNo')),
  taskNo: orNull(textColumn(entry, 'taskNo')),
  timeSessionIds: chosen(id, 'Only these sessions, and those of externalIds. Default: all sessions of the day.'),
  externalIds: chosen(text(), 'Only these sessions.'),
});
export type ClaimBody = Infer<typeof claimBody>;

export const claim = contract({
  ...common,
  path: '/timeEntry/claim',
  summary: 'Claim the sessions of a day',
  description:
    "Adds the stopped, unclaimed Work sessions of a resource's day to one Draft entry per task, an existing or a new one. Travel and Waiting are left out. timeSessionIds and externalIds select sessions. All or nothing; safe to repeat.",
  body: claimBody,
  response: { 200: { $ref: 'ClaimAnswer#' } },
});

const session = modelNamed('TimeSession');
const startBody = object({
  sourceApp: required(textColumn(session, 'sourceApp')),
  sourceType: required(textColumn(session, 'sourceType')),
  resourceNo: required(textColumn(session, 'resourceNo')),
  jobNo: required(textColumn(session, 'jobNo')),
  taskNo: required(textColumn(session, 'taskNo')),
  externalId: orNull(textColumn(session, 'externalId')),
  type: orNull(column(session, 'type')),
  note: orNull(textColumn(session, 'note')),
  startedAt: orNull(textColumn(session, 'startedAt')),
});
export type StartBody = Infer<typeof startBody>;

export const start = contract({
  ...common,
  path: '/timeSession/start',
  summary: 'Start a time session',
  description:
    'Starts a session now, or at startedAt; the running session stops at that time. Safe to repeat with an externalId.',
  body: startBody,
  response: { 200: { $ref: 'ClockAnswer#' } },
});

const stopBody = object({
  resourceNo: required(textColumn(session, 'resourceNo')),
  sourceApp: orNull(textColumn(session, 'sourceApp')),
  sourceType: orNull(textColumn(session, 'sourceType')),
  externalId: orNull(textColumn(session, 'externalId')),
  stoppedAt: orNull(textColumn(session, 'stoppedAt')),
});
export type StopBody = Infer<typeof stopBody>;

export const stop = contract({
  ...common,
  path: '/timeSession/stop',
  summary: 'Stop a time session',
  description:
    'Stops the running session of the resource, or the one with externalId, now or at stoppedAt. A stopped session does not change.',
  body: stopBody,
  response: { 200: { $ref: 'ClockAnswer#' } },
});
