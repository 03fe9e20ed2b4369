import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LONGEST_PASSWORD, LONGEST_USER_NAME } from '../../domain/text-limits.ts';
import { failures } from '../../platform/http/api-schemas.ts';
import { fields, needText, optionalText } from '../../platform/http/fields.ts';
import { clearSession, refuseForeign, sessionOf, setSession } from '../../platform/http/session-cookie.ts';
import { nullableText, text, texts } from '../../platform/http/shapes.ts';
import type { WriteDeps } from '../../records/writing/write-deps.ts';
import { type Begun, changeSession, showSession, signIn, signOut } from './web-session.ts';

const shown = {
  type: 'object',
  properties: {
    signedIn: { type: 'boolean' },
    tenants: { ...texts, description: 'The tenants of the account. Send one of them to sign in.' },
    tenant: {
      type: 'object',
      properties: { name: text, timeZone: text, modules: texts },
      required: ['name', 'timeZone', 'modules'],
    },
    user: {
      type: 'object',
      properties: {
        email: text,
        displayName: nullableText,
        language: nullableText,
        timeZone: nullableText,
        resourceNo: nullableText,
        profiles: {
          ...texts,
          description: 'Codes of the profiles of the user; the default profiles if none is assigned.',
        },
        roles: texts,
        scopes: texts,
      },
      required: ['email', 'displayName', 'language', 'timeZone', 'resourceNo', 'profiles', 'roles', 'scopes'],
    },
    expiresAt: { type: 'string', format: 'date-time' },
  },
  required: ['signedIn', 'tenants'],
};
const response = { 200: shown, ...failures };
const tags = ['Access'];

/** Sign-in of people in a browser: a cookie that scripts cannot read. Programs use API keys. */
export function sessionRoutes(app: FastifyInstance, deps: WriteDeps): void {
  const config = { access: 'public' } as const;
  const keep = (request: FastifyRequest, reply: FastifyReply, begun: Begun | undefined): void => {
    if (begun) setSession(request, reply, begun.secret, begun.lifeSeconds);
  };
  app.post(
    '/session',
    {
      config,
      schema: {
        tags,
        summary: 'Sign in a browser',
        description:
          'Sets an HttpOnly cookie of 14 days. If an account belongs to several tenants and none is sent, the response lists them and sets no cookie.',
        body: {
          type: 'object',
          properties: { username: text, password: text, tenant: text },
          required: ['username', 'password'],
        },
        response,
      },
    },
    async (request, reply) => {
      const sent = fields(request.body);
      const { begun, shown } = await signIn(deps, {
        username: needText(sent, 'username', LONGEST_USER_NAME),
        password: needText(sent, 'password', LONGEST_PASSWORD),
        tenant: optionalText(sent, 'tenant'),
        address: request.ip,
      });
      keep(request, reply, begun);
      return shown;
    },
  );
  app.get('/session', { config, schema: { tags, summary: 'Show the signed-in user', response } }, (request) =>
    showSession(deps, sessionOf(request)),
  );
  app.put(
    '/session',
    {
      config,
      schema: {
        tags,
        summary: 'Switch to another tenant of the account, or set your language and time zone',
        body: { type: 'object', properties: { tenant: text, language: text, timeZone: text } },
        response,
      },
    },
    async (request, reply) => {
      refuseForeign(request);
      const sent = fields(request.body);
      const change = {
        tenant: optionalText(sent, 'tenant'),
        language: optionalText(sent, 'language'),
        timeZone: optionalText(sent, 'timeZone'),
      };
      const { begun, shown } = await changeSession(deps, sessionOf(request), change, request.id);
      keep(request, reply, begun);
      return shown;
    },
  );
  app.delete(
    '/session',
    {
      config,
      schema: {
        tags,
        summary: 'Sign out this browser',
        response: { 204: { type: 'null', description: 'Done.' }, ...failures },
      },
    },
    async (request, reply) => {
      refuseForeign(request);
      await signOut(deps, sessionOf(request));
      clearSession(request, reply);
      return reply.code(204).send();
    },
  );
}
