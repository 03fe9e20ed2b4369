import type { ErrorReason } from '../../domain/receiver-state.ts';
import type { HasClock } from '../../platform/clock.ts';
import type { NotSent, OutboundClient, PostResult } from '../../platform/outbound/outbound-client.ts';
import { signed } from '../../platform/outbound/standard-webhooks.ts';
import type { HasSealer } from '../../platform/sealer.ts';
import { traceHeaders } from '../../platform/tracing/tracing.ts';
import { byToken, type Credentials } from './credentials.ts';
import type { Receiver } from './receiver-store.ts';

/** One attempt: signs, authenticates and posts. The body is the same on every attempt; the time of the signature is not. */
export async function postTo(
  deps: HasClock & HasSealer,
  client: OutboundClient,
  credentials: Credentials,
  receiver: Receiver,
  message: { readonly id: string; readonly body: string; readonly traceParent?: string | null | undefined },
  signal: AbortSignal,
): Promise<PostResult> {
  const secrets = [receiver.secret, receiver.formerSecret].flatMap((sealed) =>
    sealed === null ? [] : [deps.sealer.open(sealed)],
  );
  const post = async (): Promise<PostResult> => {
    const authorization = await credentials.header(receiver, signal);
    return client.post(
      receiver.address,
      {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Openslot',
        ...signed(secrets, message.id, Math.floor(deps.now().getTime() / 1000), message.body),
        ...(authorization === undefined ? {} : { authorization }),
        ...traceHeaders(message.traceParent),
      },
      message.body,
      signal,
    );
  };
  const sent = await post();
  if (sent.status !== 401 || !byToken(receiver.authenticationType)) return sent;
  // The token may have been revoked before its time.
  credentials.forget();
  return post();
}

/** Why a request that got no response failed. */
export const unsentReason = ({ kind }: NotSent): ErrorReason => (kind === 'stopped' ? 'other' : kind);

const LONGEST_EXCERPT = 500;

/** The part of a response that is kept, without characters that PostgreSQL cannot store. */
export const excerpt = (text: string): string | null =>
  text === '' ? null : text.slice(0, LONGEST_EXCERPT).replaceAll('\u0000', ' ').toWellFormed();
