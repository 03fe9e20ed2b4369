import type { FastifyInstance } from 'fastify';
import { refuse } from '../../domain/errors.ts';
import { LONGEST_PASSWORD, LONGEST_SOURCE_APP, LONGEST_USER_NAME, MOST_TEXTS } from '../../domain/text-limits.ts';
import type { HasClock } from '../../platform/clock.ts';
import { failures } from '../../platform/http/api-schemas.ts';
import { fields, needText } from '../../platform/http/fields.ts';
import { callerOf } from '../../platform/http/guard-routes.ts';
import { nullableText, text, texts } from '../../platform/http/shapes.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import type { HasSealer } from '../../platform/sealer.ts';
import type { HasTokenSecret } from '../../platform/token-secret.ts';
import { answerOnce, asJson } from '../../records/routes/answer-once.ts';
import { createKey, endKey, listKeys, type ShownKey } from './api-keys.ts';
import { signOutEverywhere } from './end-tokens.ts';
import { issueToken } from './issue-token.ts';
import { whoami } from './whoami.ts';

function optionalTexts(sent: Record<string, unknown>, name: string): string[] | undefined {
  const value = sent[name.toLowerCase()];
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value) || value.some((each) => typeof each !== 'string'))
    throw refuse('REQ014', `${name} must be a list of strings.`, name);
  if (value.length > MOST_TEXTS || value.some((each) => each.length > LONGEST_SOURCE_APP))
    throw refuse('REQ013', `${name}: at most ${MOST_TEXTS} texts of at most ${LONGEST_SOURCE_APP} characters.`, name);
  return value;
}

export function accessRoutes(app: FastifyInstance, deps: HasDatabase & HasTokenSecret & HasClock & HasSealer): void {
  for (const path of ['/tokens', '/token'])
    app.post(
      path,
      {
        config: { access: 'public' },
        schema: {
          tags: ['Access'],
          summary: 'Get a token for a user name and password, valid for 14 days',
          description: 'Deprecated in favour of API keys. An account that belongs to several tenants gets USR003.',
          body: { type: 'object', properties: { username: text, password: text }, required: ['username', 'password'] },
          response: {
            200: {
              type: 'object',
              properties: { access_token: text, expires: { type: 'string', format: 'date-time' } },
              required: ['access_token', 'expires'],
            },
            ...failures,
          },
        },
      },
      async (request) => {
        const sent = fields(request.body);
        return issueToken(deps, {
          username: needText(sent, 'username', LONGEST_USER_NAME),
          password: needText(sent, 'password', LONGEST_PASSWORD),
          address: request.ip,
        });
      },
    );

  app.delete(
    '/tokens',
    {
      config: { access: 'read' },
      schema: {
        tags: ['Access'],
        summary: 'Sign out everywhere: revoke all tokens of the account',
        response: { 204: { type: 'null', description: 'Done.' }, ...failures },
      },
    },
    async (request, reply) => {
      await signOutEverywhere(deps, callerOf(request));
      return reply.code(204).send();
    },
  );

  app.get(
    '/whoami',
    {
      config: { access: 'read' },
      schema: {
        tags: ['Access'],
        summary: 'Show the tenant, user, rights and expiry of the credential',
        response: {
          200: {
            type: 'object',
            properties: {
              tenant: text,
              timeZone: text,
              modules: texts,
              actor: text,
              scopes: texts,
              sourceApps: { type: ['array', 'null'], items: text },
              expiresAt: nullableText,
            },
            required: ['tenant', 'timeZone', 'modules', 'actor', 'scopes', 'sourceApps', 'expiresAt'],
          },
          ...failures,
        },
      },
    },
    (request) => whoami(callerOf(request)),
  );
  keyRoutes(app, deps);
}

function keyRoutes(app: FastifyInstance, deps: HasDatabase & HasSealer): void {
  const shownKey = {
    type: 'object',
    properties: {
      id: { type: 'integer' },
      name: text,
      prefix: text,
      scopes: texts,
      sourceApps: { type: ['array', 'null'], items: text },
      expiresAt: nullableText,
      revokedAt: nullableText,
      lastUsedAt: nullableText,
      createdAt: text,
      createdBy: text,
    },
    required: ['id', 'name', 'prefix', 'scopes', 'expiresAt', 'revokedAt', 'lastUsedAt', 'createdAt', 'createdBy'],
  };
  const config = { access: 'admin' } as const;
  const tags = ['Access'];
  app.get(
    '/apiKey',
    {
      config,
      schema: { tags, summary: 'List API keys', response: { 200: { type: 'array', items: shownKey }, ...failures } },
    },
    (request) => listKeys(deps, callerOf(request)),
  );
  app.post(
    '/apiKey',
    {
      config,
      schema: {
        tags,
        summary: 'Create an API key',
        description: 'The response is the only one that contains the key.',
        body: {
          type: 'object',
          properties: {
            name: text,
            scopes: texts,
            sourceApps: texts,
            expiresAt: { type: 'string', format: 'date-time' },
          },
          required: ['name', 'scopes'],
        },
        response: {
          201: {
            ...shownKey,
            properties: { ...shownKey.properties, key: text },
            required: [...shownKey.required, 'key'],
          },
          ...failures,
        },
      },
    },
    (request, reply) => {
      const render = ({ key, stored }: { key: string; stored: ShownKey }) => asJson(201, { ...stored, key });
      return answerOnce(deps, { request, reply }, render, async (guard) => {
        const sent = fields(request.body);
        const expiresAt = sent['expiresat'];
        const wanted = {
          name: needText(sent, 'name'),
          scopes: optionalTexts(sent, 'scopes') ?? [],
          sourceApps: optionalTexts(sent, 'sourceApps') ?? null,
          expiresAt: expiresAt === undefined || expiresAt === null ? null : String(expiresAt),
        };
        return createKey(deps, callerOf(request), wanted, guard);
      });
    },
  );
  app.delete(
    '/apiKey/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Revoke an API key',
        params: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
        response: { 200: shownKey, ...failures },
      },
    },
    (request) => {
      const { id } = request.params as { id: string };
      if (!/^\d{1,15}$/.test(id)) throw refuse('APP001', `${id.slice(0, 50)} is not the id of an API key.`);
      return endKey(deps, callerOf(request), Number(id));
    },
  );
}
