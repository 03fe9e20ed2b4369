import type { FastifyInstance, FastifyRequest } from 'fastify';
import { failures } from '../../platform/http/api-schemas.ts';
import { readBytes } from '../../platform/http/body.ts';
import { callerOf } from '../../platform/http/guard-routes.ts';
import type { RawQuery } from '../../platform/http/raw-query.ts';
import type { ReadDeps } from '../../records/reading/read-deps.ts';
import { answerOnce, withLocation } from '../../records/routes/answer-once.ts';
import { flagOf } from '../../records/routes/writes.ts';
import type { WriteDeps } from '../../records/writing/write-deps.ts';
import { exportSetup } from './export-setup.ts';
import type { PackageFile } from './package-text.ts';
import { planPackage } from './plan-package.ts';
import { type QueuedPackage, queuePackage } from './queue-package.ts';
import { packagePlan, queuedPackage } from './setup-schemas.ts';
import { listPackages, showPackage } from './show-packages.ts';

const config = { access: 'admin' } as const;
const tags = ['Setup packages'];

/** Packages come as JSON or JSON5, under whichever name a client has for that, or as YAML, which must be named. */
const PACKAGES = /^(?:application\/(?:[\w.+-]+\+)?json5?|text\/(?:plain|json5?))\b/i;
const YAML = /^(?:application|text)\/(?:x-)?yaml\b/i;

const fileIn = ({ rawBody, headers }: FastifyRequest): PackageFile => ({
  bytes: rawBody ?? Buffer.alloc(0),
  isYaml: YAML.test(headers['content-type'] ?? ''),
});

export async function setupRoutes(app: FastifyInstance, deps: WriteDeps): Promise<void> {
  await app.register(async (packages) => {
    packages.removeAllContentTypeParsers();
    for (const type of [PACKAGES, YAML]) packages.addContentTypeParser(type, readBytes);
    packageRoute(packages, deps);
  });
  readRoutes(app, deps);
}

function packageRoute(app: FastifyInstance, deps: WriteDeps): void {
  app.post(
    '/import/setup',
    {
      config: { ...config, origin: 'setup' },
      schema: {
        tags,
        summary: 'Apply a setup package',
        description:
          'JSON, JSON5 or YAML (as application/yaml), as /docs/setup-package.schema.json describes it. The package is checked and queued; a mail reports the outcome. `plan=true` returns what it would change, and queues nothing.',
        querystring: { type: 'object', properties: { plan: { type: 'boolean', default: false } } },
        body: { type: 'object', description: 'See /docs/setup-package.schema.json.' },
        response: { 200: packagePlan, 202: queuedPackage, ...failures },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      if (flagOf(request, 'plan')) return planPackage(deps, caller, fileIn(request));
      const render = withLocation<QueuedPackage>(202, ({ href }) => href);
      return answerOnce(deps, { request, reply }, render, (guard) =>
        queuePackage(deps, caller, fileIn(request), guard),
      );
    },
  );
}

function readRoutes(app: FastifyInstance, deps: ReadDeps): void {
  app.get(
    '/import/setup',
    {
      config,
      schema: {
        tags,
        summary: 'List setup packages',
        description: 'The newest first.',
        querystring: {
          type: 'object',
          properties: {
            page: { type: 'integer', minimum: 1, default: 1 },
            limit: { type: 'integer', minimum: 1, maximum: 1000, default: 100 },
          },
        },
        response: { 200: { type: 'array', items: { $ref: 'SetupPackage#' } }, ...failures },
      },
    },
    async (request, reply) => {
      const { total, packages } = await listPackages(deps, callerOf(request), request.query as RawQuery);
      reply.header('x-total-count', String(total));
      return packages;
    },
  );
  app.get(
    '/import/setup/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Show the status of a setup package',
        params: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
        response: { 200: { $ref: 'SetupPackage#' }, ...failures },
      },
    },
    (request) => showPackage(deps, callerOf(request), (request.params as { id: string }).id),
  );
  app.get(
    '/export/setup',
    {
      config,
      schema: {
        tags,
        summary: 'Export the setup package of the tenant',
        description: 'Sending it to POST /import/setup without edits changes nothing.',
        querystring: {
          type: 'object',
          properties: {
            owner: { type: 'string', description: 'E-mail address of the owner; default: an administrator.' },
          },
        },
        response: {
          200: {
            type: 'object',
            properties: {
              owner: { type: 'string' },
              name: { type: 'string' },
              layouts: { type: 'array', items: { type: 'object' } },
              profiles: { type: 'array', items: { type: 'object' } },
              users: { type: 'array', items: { type: 'object' } },
              configuration: { type: 'object' },
            },
            required: ['owner', 'name', 'layouts', 'profiles', 'users', 'configuration'],
            additionalProperties: false,
          },
          ...failures,
        },
      },
    },
    (request) => {
      const { owner } = request.query as { owner?: string };
      return exportSetup(deps, callerOf(request), owner === '' ? undefined : owner);
    },
  );
}
