import type { FastifyInstance } from 'fastify';
import type { HasClock } from '../../platform/clock.ts';
import { serve } from '../../platform/contract/route.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import type { HasSealer } from '../../platform/sealer.ts';
import type { HasExtensions } from '../../records/extensions.ts';
import { answerOnce, asJson } from '../../records/routes/answer-once.ts';
import { acknowledgeDelivery, deliveriesOf, replay, type ShownDelivery, showDelivery } from './deliveries.ts';
import type { HasOutbound } from './outbound.ts';
import { listReceivers, type ShownReceiver } from './receiver-status.ts';
import {
  type GivenSecret,
  giveSecret,
  pause,
  type ReceiverName,
  resume,
  showReceiver,
  testReceiver,
} from './receivers.ts';
import * as contract from './receivers-contract.ts';

type SendingDeps = HasDatabase & HasExtensions & HasClock & HasOutbound & HasSealer;

/** What connectors and webhooks have in common: status, deliveries, pauses and secrets. */
export function receiverRoutes(app: FastifyInstance, deps: SendingDeps): void {
  sendingRoutes(app, deps, contract.connectorSending, ({ id }) => ({ connector: id }));
  sendingRoutes(app, deps, contract.webhookSending, ({ event, id }) => ({ event, webhook: id }));
  serve(app, contract.listReceivers, ({ caller }) => listReceivers(deps, caller));
  serve(app, contract.acknowledgeDelivery, (input) =>
    answerOnce(
      deps,
      input,
      (delivery: ShownDelivery) => asJson(200, delivery),
      (guard) => acknowledgeDelivery(deps, input.caller, input.params.id, input.body, guard),
    ),
  );
}

function sendingRoutes<P extends string>(
  app: FastifyInstance,
  deps: SendingDeps,
  sending: contract.SendingContracts<P>,
  nameOf: (params: Readonly<Record<P, string>>) => ReceiverName,
): void {
  serve(app, sending.show, ({ caller, params }) => showReceiver(deps, caller, nameOf(params)));
  serve(app, sending.listDeliveries, async ({ caller, params, query, reply }) => {
    const { deliveries, total } = await deliveriesOf(deps, caller, nameOf(params), query);
    reply.header('x-total-count', String(total));
    return deliveries;
  });
  serve(app, sending.showDelivery, ({ caller, params }) =>
    showDelivery(deps, caller, nameOf(params), params.deliveryId),
  );
  serve(app, sending.replay, (input) =>
    answerOnce(
      deps,
      input,
      (result: { replayed: number }) => asJson(200, result),
      (guard) => replay(deps, input.caller, nameOf(input.params), input.body, guard),
    ),
  );
  for (const [declared, operation] of [
    [sending.pause, pause],
    [sending.resume, resume],
  ] as const)
    serve(app, declared, (input) =>
      answerOnce(
        deps,
        input,
        (receiver: ShownReceiver) => asJson(200, receiver),
        (guard) => operation(deps, input.caller, nameOf(input.params), guard),
      ),
    );
  serve(app, sending.test, ({ caller, params, gone }) => testReceiver(deps, caller, nameOf(params), gone));
  serve(app, sending.createSecret, (input) =>
    answerOnce(
      deps,
      input,
      (given: GivenSecret) => asJson(200, given),
      (guard) => giveSecret(deps, input.caller, nameOf(input.params), input.body, guard),
    ),
  );
}
