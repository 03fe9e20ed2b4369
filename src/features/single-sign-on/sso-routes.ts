import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type PublicInput, serve, servePublic } from '../../platform/contract/route.ts';
import { readForms } from '../../platform/http/body.ts';
import { clearSession, refuseForeign, sessionOf, setSession } from '../../platform/http/session-cookie.ts';
import type { HasLog } from '../../platform/log.ts';
import { causeOf } from '../../platform/tracing/trace-requests.ts';
import { answerOnce, asJson } from '../../records/routes/answer-once.ts';
import { backchannelLogout } from './backchannel-logout.ts';
import { browserSecretOf, clearBrowserSecret, setBrowserSecret } from './browser-secret.ts';
import { checkProvider, previewRules } from './check-provider.ts';
import { type FinishDeps, finishSignIn } from './finish-sign-in.ts';
import { linkAccount } from './link-account.ts';
import * as settings from './provider-contract.ts';
import { deleteProvider, setProvider, showProvider } from './provider-settings.ts';
import { SignInFailure } from './sign-in-failure.ts';
import { signOutEverywhere } from './sign-out.ts';
import * as contract from './sso-contract.ts';
import { offers, startSignIn } from './start-sign-in.ts';
import { type Unlinked, unlinkUser } from './unlink-user.ts';

export type SsoDeps = FinishDeps & HasLog;

/** Sign-in with OpenID Connect: for browsers, for providers, and for administrators who set it up. */
export async function ssoRoutes(app: FastifyInstance, deps: SsoDeps): Promise<void> {
  signInRoutes(app, deps);
  await signOutRoutes(app, deps);
  settingsRoutes(app, deps);
}

function signInRoutes(app: FastifyInstance, deps: SsoDeps): void {
  servePublic(app, contract.listOffers, async ({ query }) => ({ providers: await offers(deps, query.tenant) }));
  const begin = async (
    { request, reply, query }: PublicInput<undefined, { readonly to: string | undefined }, never>,
    tenant: string | undefined,
  ): Promise<FastifyReply> =>
    orSignInPage(request, reply, tenant, async () => {
      const { location, secret } = await startSignIn(deps, tenant, query.to);
      setBrowserSecret(request, reply, secret);
      return location;
    });
  servePublic(app, contract.start, (input) => begin(input, undefined));
  servePublic(app, contract.startOfTenant, ({ params, ...input }) => begin({ ...input, params: {} }, params.tenant));

  const complete = (
    { request, reply, query }: PublicInput<undefined, { readonly state: string | undefined }, never>,
    tenantId: number | null,
  ): Promise<FastifyReply> =>
    orSignInPage(request, reply, undefined, async () => {
      const { session, returnTo } = await finishSignIn(deps, {
        tenantId,
        state: query.state,
        query: /\?.*$/s.exec(request.url)?.[0] ?? '',
        secret: browserSecretOf(request),
        ...causeOf(request),
        address: request.ip,
        userAgent: request.headers['user-agent'],
      });
      clearBrowserSecret(request, reply);
      if (session.begun) setSession(request, reply, session.begun.secret, session.begun.lifeSeconds);
      return returnTo;
    });
  servePublic(app, contract.callback, (input) => complete(input, null));
  servePublic(app, contract.callbackOfTenant, ({ params, ...input }) =>
    complete({ ...input, params: {} }, /^\d{1,9}$/.test(params.tenant) ? Number(params.tenant) : -1),
  );
  servePublic(app, contract.link, async ({ request, reply }) => {
    refuseForeign(request);
    const linked = await linkAccount(deps, { session: sessionOf(request), browser: browserSecretOf(request) });
    clearBrowserSecret(request, reply);
    return linked;
  });
}

/** A person in a browser gets a page, not an error document: the reason is shown on the sign-in page. */
async function orSignInPage(
  request: FastifyRequest,
  reply: FastifyReply,
  tenant: string | undefined,
  location: () => Promise<string>,
): Promise<FastifyReply> {
  try {
    return reply.redirect(await location(), 302);
  } catch (error) {
    if (!(error instanceof SignInFailure)) throw error;
    request.log.warn({ reason: error.code, internal: error.message }, 'single sign-on failed');
    const page = `/app/sign-in${tenant === undefined ? '' : `/${encodeURIComponent(tenant)}`}`;
    return reply.redirect(`${page}?${new URLSearchParams({ sso: error.code, request: request.id })}`, 302);
  }
}

async function signOutRoutes(app: FastifyInstance, deps: SsoDeps): Promise<void> {
  servePublic(app, contract.logout, async ({ request, reply }) => {
    refuseForeign(request);
    const signedOut = await signOutEverywhere(deps, sessionOf(request));
    clearSession(request, reply);
    return signedOut;
  });
  await app.register(async (forms) => {
    readForms(forms);
    servePublic(forms, contract.backchannelLogout, ({ body }) => backchannelLogout(deps, body.logout_token));
  });
}

function settingsRoutes(app: FastifyInstance, deps: SsoDeps): void {
  serve(app, settings.showProvider, ({ caller }) => showProvider(deps, caller));
  serve(app, settings.setProvider, ({ caller, body }) => setProvider(deps, caller, body));
  serve(app, settings.removeProvider, async ({ caller, reply }) => {
    await deleteProvider(deps, caller);
    return reply.code(204).send();
  });
  serve(app, settings.checkProvider, ({ caller, body }) => checkProvider(deps, caller, body.issuer));
  serve(app, settings.previewRules, ({ caller, body }) => previewRules(deps, caller, body));
  serve(app, settings.unlinkUser, (input) =>
    answerOnce(
      deps,
      input,
      (unlinked: Unlinked) => asJson(200, unlinked),
      (guard) => unlinkUser(deps, input.caller, input.body.email, guard),
    ),
  );
}
