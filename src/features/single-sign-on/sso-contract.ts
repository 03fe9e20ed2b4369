import { object, query, required } from '../../platform/contract/object.ts';
import { publicContract } from '../../platform/contract/route.ts';
import { exactText, text } from '../../platform/contract/values.ts';
import { nullableText, text as textSchema } from '../../platform/http/shapes.ts';

const access = 'public';
const tags = ['Single sign-on'];
const redirect = {
  302: {
    type: 'null',
    description: 'To the identity provider, to the application, or to the sign-in page with the reason of a failure.',
  },
};
/** Read from the address itself: a provider may send more, and what it sends is compared as it is. */
const callbackQuery = query({ state: exactText(4000) });
const startQuery = query({ to: exactText(4000) });

export const listOffers = publicContract({
  method: 'GET',
  path: '/sso',
  access,
  tags,
  summary: 'List the identity providers that the sign-in page offers',
  description:
    'The provider of the installation; with the name of a tenant, its own provider instead. A tenant that does not exist and one without a provider get the same response.',
  query: query({ tenant: text() }),
  response: {
    200: {
      type: 'object',
      properties: {
        providers: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              name: textSchema,
              start: { ...textSchema, description: 'Open it in the browser, with the path of a page as `to`.' },
            },
            required: ['name', 'start'],
          },
        },
      },
      required: ['providers'],
    },
  },
});

export const start = publicContract({
  method: 'GET',
  path: '/sso/start',
  access,
  tags,
  summary: 'Sign in with the identity provider of the installation',
  query: startQuery,
  response: redirect,
});

export const startOfTenant = publicContract({
  method: 'GET',
  path: '/sso/:tenant/start',
  access,
  tags,
  summary: 'Sign in with the identity provider of a tenant',
  params: { tenant: textSchema },
  query: startQuery,
  response: redirect,
});

export const callback = publicContract({
  method: 'GET',
  path: '/sso/callback',
  access,
  tags,
  summary: 'Return from the identity provider of the installation',
  query: callbackQuery,
  response: redirect,
});

export const callbackOfTenant = publicContract({
  method: 'GET',
  path: '/sso/callback/:tenant',
  access,
  tags,
  summary: 'Return from the identity provider of a tenant',
  params: { tenant: textSchema },
  query: callbackQuery,
  response: redirect,
});

export const link = publicContract({
  method: 'POST',
  path: '/sso/link',
  access,
  tags,
  summary: 'Link the signed-in user to the person who came from the identity provider',
  description: 'After a sign-in that asked for the password of an existing account, in the same browser.',
  response: { 200: { type: 'object', properties: { linked: { type: 'boolean' } }, required: ['linked'] } },
});

export const logout = publicContract({
  method: 'POST',
  path: '/sso/logout',
  access,
  tags,
  summary: 'Sign out this browser, and at the identity provider',
  response: {
    200: {
      type: 'object',
      properties: {
        redirectTo: { ...nullableText, description: 'Open it in the browser to sign out at the provider.' },
      },
      required: ['redirectTo'],
    },
  },
});

export const backchannelLogout = publicContract({
  method: 'POST',
  path: '/sso/backchannel-logout',
  access,
  tags,
  summary: 'End sessions because a person signed out at the identity provider',
  description: 'Called by identity providers, as OpenID Connect Back-Channel Logout 1.0 describes.',
  consumes: ['application/x-www-form-urlencoded'],
  body: object({ logout_token: required(exactText(12_000)) }),
  response: { 200: { type: 'object', properties: { ended: { type: 'integer' } }, required: ['ended'] } },
});
