import type { FastifyInstance } from 'fastify';

export const idempotencyKey = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  description:
    'The same key and request of the same caller within 24 hours gets the first response again (Idempotency-Replayed: true) and has no further effect.',
};

const SIGN_IN = 'Signs in: there is no caller yet that a key could belong to, and each sign-in is independent.';
const ONCE = 'Its response holds a secret or a challenge that is shown once and stored nowhere.';
const PROVES = 'Proves who the person is: a code or a signature counts once.';
const TEST = 'Stores nothing. Sends one test event immediately, which cannot be rolled back.';

const SCIM =
  'Clients of SCIM do not send one. A repeated request gets 409 with scimType uniqueness, and they look the resource up then.';

/** The POST routes that take no Idempotency-Key, and why. All others create or change something, and take one. */
export const postsWithoutKey: Readonly<Record<string, string>> = {
  '/tokens': SIGN_IN,
  '/token': SIGN_IN,
  '/session': SIGN_IN,
  '/session/secondFactor': SIGN_IN,
  '/session/passkey': SIGN_IN,
  '/session/passkey/options': SIGN_IN,
  '/secondFactor/confirm': PROVES,
  '/secondFactor/confirm/options': ONCE,
  '/secondFactor/code': ONCE,
  '/secondFactor/recoveryCodes': ONCE,
  '/secondFactor/passkey': PROVES,
  '/secondFactor/passkey/options': ONCE,
  '/invitation/:token': 'Accepts a link that works once: there is no caller yet that a key could belong to.',
  '/password/forgot': 'Has no caller that a key could belong to; a new link replaces the previous one.',
  '/password/reset': 'Uses a link that works once: there is no caller yet that a key could belong to.',
  '/secondFactorRemoval': 'Uses a link that works once: there is no caller yet that a key could belong to.',
  '/sso/link': SIGN_IN,
  '/sso/logout': 'Signs out: repeated, it does nothing.',
  '/sso/backchannel-logout': 'A logout token counts once: there is no caller that a key could belong to.',
  '/identityProvider/check': 'Reads from the identity provider: stores nothing.',
  '/identityProvider/preview': 'Computes: stores nothing.',
  '/recommendation': 'Searches: stores nothing.',
  '/optimization/insert': 'Searches: stores nothing.',
  '/geocode': 'Searches: stores only a cache entry.',
  '/reconcile': 'Compares: stores nothing. The calls that it proposes are sent to /import.',
  '/scim/v2/Users': SCIM,
  '/scim/v2/Groups': SCIM,
  '/board/actions/:id/run':
    'Sends one request immediately, which cannot be rolled back. A user decides about another attempt.',
  '/mcp':
    'Clients of the protocol do not send one. A tool writes into drafts only, where a repeated change is seen and can be taken out.',
  '/connector/:id/test': TEST,
  '/webhooks/:event/:id/test': TEST,
};

/** Describes the header on every POST route that takes it; must come before the routes. */
export function describeIdempotencyKey(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (![route.method].flat().includes('POST') || route.url in postsWithoutKey) return;
    const headers = route.schema?.headers as { readonly properties?: object } | undefined;
    const properties = { ...headers?.properties, 'idempotency-key': idempotencyKey };
    route.schema = { ...route.schema, headers: { type: 'object', properties } };
  });
}
