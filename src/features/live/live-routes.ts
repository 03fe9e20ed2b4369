import type { FastifyInstance } from 'fastify';
import type { HasClock } from '../../platform/clock.ts';
import { serve } from '../../platform/contract/route.ts';
import { credentialOf } from '../../platform/http/credential.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import type { HasSealer } from '../../platform/sealer.ts';
import { answerWork } from '../../records/routes/writes.ts';
import * as contract from './contract.ts';
import { sendEvents } from './event-stream.ts';
import type { HasLiveHub } from './live-hub.ts';
import { openStream } from './open-stream.ts';
import { sendMessages } from './send-messages.ts';

export function liveRoutes(
  app: FastifyInstance,
  deps: HasDatabase & HasLiveHub & HasClock & HasSealer,
  stopping: AbortSignal,
): void {
  serve(app, contract.openStream, async ({ caller, query, gone, request, reply }) => {
    const lastEventId = request.headers['last-event-id'];
    const stream = await openStream(deps, caller, {
      credential: credentialOf(request),
      query,
      lastEventId: typeof lastEventId === 'string' ? lastEventId : undefined,
    });
    const over = AbortSignal.any([gone, stopping, stream.over]);
    const end = (): void => {
      stream.end();
      deps.live.drop(stream);
    };
    if (over.aborted || request.method === 'HEAD') end();
    else over.addEventListener('abort', end, { once: true });
    return sendEvents(reply, stream.events(), over);
  });
  serve(app, contract.sendMessages, ({ caller, body, warnings, request, reply }) =>
    answerWork(deps, { request, reply }, 'default', (dryRun, guard) =>
      sendMessages(deps, caller, { messages: body, warnings, dryRun }, guard),
    ),
  );
}
