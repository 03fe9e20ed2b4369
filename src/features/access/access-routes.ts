import type { FastifyInstance } from 'fastify';
import type { HasClock } from '../../platform/clock.ts';
import { serve, servePublic } from '../../platform/contract/route.ts';
import type { HasEnvironment } from '../../platform/environment.ts';
import { readForms } from '../../platform/http/body.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import type { HasSealer } from '../../platform/sealer.ts';
import type { HasTokenSecret } from '../../platform/token-secret.ts';
import { answerOnce, asJson } from '../../records/routes/answer-once.ts';
import { type CreatedKey, createKey, endKey, listKeys } from './api-keys.ts';
import { changeKey } from './change-key.ts';
import * as contract from './contract.ts';
import { signOutEverywhere } from './end-tokens.ts';
import { issueToken } from './issue-token.ts';
import { rotateKey } from './rotate-key.ts';
import { whoami } from './whoami.ts';

export async function accessRoutes(
  app: FastifyInstance,
  deps: HasDatabase & HasTokenSecret & HasClock & HasSealer & HasEnvironment,
): Promise<void> {
  await app.register(async (tokens) => {
    readForms(tokens);
    for (const each of contract.issueToken)
      servePublic(tokens, each, ({ body, request }) => issueToken(deps, { ...body, address: request.ip }));
  });
  serve(app, contract.signOutEverywhere, async ({ caller, request, reply }) => {
    await signOutEverywhere(deps, caller, request.ip);
    return reply.code(204).send();
  });
  serve(app, contract.whoami, ({ caller }) => whoami(deps, caller));
  serve(app, contract.listKeys, ({ caller }) => listKeys(deps, caller));
  serve(app, contract.createKey, (input) =>
    answerOnce(
      deps,
      input,
      ({ key, stored }: CreatedKey) => asJson(201, { ...stored, key }),
      (guard) => createKey(deps, input.caller, input.body, guard),
    ),
  );
  serve(app, contract.changeKey, ({ caller, params, body }) => changeKey(deps, caller, params.id, body));
  serve(app, contract.rotateKey, (input) =>
    answerOnce(
      deps,
      input,
      ({ key, stored }: CreatedKey) => asJson(201, { ...stored, key }),
      (guard) => rotateKey(deps, input.caller, input.params.id, input.body, guard),
    ),
  );
  serve(app, contract.endKey, ({ caller, params }) => endKey(deps, caller, params.id));
}
