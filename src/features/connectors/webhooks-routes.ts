import type { FastifyInstance } from 'fastify';
import type { HasClock } from '../../platform/clock.ts';
import { serve } from '../../platform/contract/route.ts';
import type { HasPublicAddress } from '../../platform/http/public-address.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import type { HasQuotas } from '../../platform/require-quota.ts';
import type { HasSealer } from '../../platform/sealer.ts';
import type { HasExtensions } from '../../records/extensions.ts';
import { answerOnce, withLocation } from '../../records/routes/answer-once.ts';
import type { HasOutbound } from './outbound.ts';
import { endWebhook, listWebhooks, type RegisteredWebhook, registerWebhook } from './webhooks.ts';
import * as contract from './webhooks-contract.ts';

export function webhookRoutes(
  app: FastifyInstance,
  deps: HasDatabase & HasExtensions & HasClock & HasOutbound & HasPublicAddress & HasQuotas & HasSealer,
): void {
  serve(app, contract.listWebhooks, ({ caller }) => listWebhooks(deps, caller));
  serve(app, contract.registerWebhook, (input) =>
    answerOnce(
      deps,
      input,
      // Absolute: one client uses it as it is.
      withLocation<RegisteredWebhook>(201, ({ event, id }) => deps.publicAddress.url(`/webhooks/${event}/${id}`)),
      (guard) => registerWebhook(deps, input.caller, input.params.event, input.body, guard),
    ),
  );
  serve(app, contract.endWebhook, ({ caller, params }) => endWebhook(deps, caller, params.event, params.id));
}
