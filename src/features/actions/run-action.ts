import { STATUS_CODES } from 'node:http';
import { fillTemplate } from '../../domain/action-template.ts';
import { refuse } from '../../domain/errors.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Cause } from '../../platform/cause.ts';
import type { HasClock } from '../../platform/clock.ts';
import { NotSent } from '../../platform/outbound/outbound-client.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { traceHeaders } from '../../platform/tracing/tracing.ts';
import { noteEvent } from '../access/audit-store.ts';
import type { HasOutbound } from '../connectors/outbound.ts';
import { type ActionTarget, targetOf, valuesOf } from './action-target.ts';
import { descriptionOf, nameOfUser, POST, storedActions, suits } from './actions.ts';
import type { ActionQuery } from './contract.ts';

/** More than the records of a job; a description of a megabyte is none. */
const MOST_BYTES = 1_048_576;
const LONGEST_MESSAGE = 500;

interface Result {
  readonly sent: boolean;
  readonly status: number | null;
  readonly statusText: string | null;
  readonly message: string | null;
}

/** POST /board/actions/{id}/run: sends the records to the address of the action, and returns the answer. Once: a user decides about another attempt. */
export async function runAction(
  deps: HasDatabase & HasClock & HasOutbound,
  caller: Caller,
  id: string,
  query: ActionQuery,
): Promise<Result> {
  const target = await targetOf(deps, caller, query);
  const action = (await storedActions(deps.db, caller)).find((each) => String(each.id) === id);
  if (!action || !suits(action, target))
    throw refuse('APP001', `There is no action ${id.slice(0, 30)} for this record.`);
  if (action['requestType'] !== POST) throw refuse('REQ014', 'This action is a link: open its address.', 'id');
  const filled = fillTemplate(String(action['uri']), valuesOf(target, nameOfUser(caller)));
  if (!filled) throw refuse('REQ014', 'The address of this action is not allowed.', 'uri');
  const body = JSON.stringify({
    action: { id: action.id, description: descriptionOf(action) },
    user: nameOfUser(caller),
    at: deps.now().toISOString(),
    target: target.kind,
    ...target.records,
  });
  if (Buffer.byteLength(body) > MOST_BYTES) throw refuse('REQ013', 'The records are too large to be sent.');
  const result = await post(deps, filled.address, body, caller);
  await noteRun(deps, caller, action.id, descriptionOf(action), filled.address, target, result);
  return result;
}

async function post({ outbound }: HasOutbound, address: string, body: string, cause: Cause): Promise<Result> {
  const client = outbound.openClient();
  // Connecting, the headers and the body have a timeout each; this is one for all of them.
  const signal = AbortSignal.timeout(2 * outbound.options.timeoutMs);
  try {
    const { status, answer } = await client.post(
      address,
      {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Openslot',
        'x-request-id': cause.requestId,
        ...traceHeaders(cause.traceParent),
      },
      body,
      signal,
    );
    const message = answer.slice(0, LONGEST_MESSAGE).replaceAll('\u0000', ' ').toWellFormed().trim();
    return { sent: status < 300, status, statusText: STATUS_CODES[status] ?? null, message: message || null };
  } catch (error) {
    if (!(error instanceof NotSent)) throw error;
    const message = error.kind === 'stopped' ? 'Timeout: no response.' : error.message;
    return { sent: false, status: null, statusText: null, message };
  } finally {
    await client.close();
  }
}

/** Of the address only the host is noted: the rest may hold a secret. */
const noteRun = (
  { db }: HasDatabase,
  { tenantId, actor, address }: Caller,
  action: number,
  description: string,
  uri: string,
  { kind, name }: ActionTarget,
  { sent, status, message }: Result,
): Promise<void> =>
  noteEvent(db, {
    tenantId,
    kind: sent ? 'action.sent' : 'action.failed',
    actor,
    subject: description,
    address,
    detail: {
      action,
      host: URL.canParse(uri) ? new URL(uri).host : null,
      target: name === null ? kind : `${kind} ${name}`,
      status,
      ...(status === null ? { reason: message } : {}),
    },
  });
