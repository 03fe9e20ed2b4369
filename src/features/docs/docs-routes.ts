import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { type ErrorCode, errorCatalogue } from '../../domain/error-catalogue.ts';
import { servePublic } from '../../platform/contract/route.ts';
import { PackedText } from '../../platform/http/packed-text.ts';
import { setupPackageSchema } from '../setup/setup-package-schema.ts';
import * as contract from './contract.ts';
import { noteOperations } from './listed-operations.ts';
import type { ApiDescription } from './reference/api-description.ts';
import { referencePage } from './reference-page.ts';
import type { Server } from './servers.ts';
import { tags } from './tags.ts';
import { typeEnums } from './typed-enums.ts';

declare module 'fastify' {
  interface FastifyInstance {
    apiDescription(): Record<string, unknown>;
    /** The same without what operations take and return, which takes a while to make. */
    apiOverview(): ApiDescription;
  }
}

/** Must come before the routes: it listens to their registration. */
export async function describeApi(app: FastifyInstance, version: string): Promise<void> {
  const info = {
    title: 'Openslot',
    version,
    description:
      'Scheduling service: a back office sends jobs, tasks and resources, Openslot plans them. Paths and property names are not case-sensitive; every write accepts one object or an array.',
    license: { name: 'MIT', identifier: 'MIT' },
  };
  const paths = noteOperations(app);
  app.decorate('apiOverview', () => ({ info, tags, paths: paths() }));
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info,
      components: {
        securitySchemes: {
          apiKey: { type: 'apiKey', in: 'header', name: 'X-API-KEY' },
          subscriptionKey: {
            type: 'apiKey',
            in: 'header',
            name: 'Ocp-Apim-Subscription-Key',
            description: 'The same API key, for clients that send it in this header.',
          },
          bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
          userName: {
            type: 'apiKey',
            in: 'header',
            name: 'DS-USER',
            description: 'For older clients: user name and password on every request.',
          },
          password: { type: 'apiKey', in: 'header', name: 'DS-PASSWORD' },
        },
      },
      security: [{ apiKey: [] }, { subscriptionKey: [] }, { bearer: [] }, { userName: [], password: [] }],
      tags: [...tags],
    },
    refResolver: {
      buildLocalReference: (json, _baseUri, _fragment, i) =>
        typeof json['$id'] === 'string' ? json['$id'] : `def-${i}`,
    },
    transform: ({ schema, url, route }) => ({
      schema: route.config?.access === 'public' ? { ...schema, security: [] } : schema,
      url,
    }),
  });
  app.decorate('apiDescription', () => {
    const description = structuredClone(app.swagger()) as unknown as Record<string, unknown>;
    typeEnums(description);
    return description;
  });
}

const SCHEMA_TYPE = 'application/schema+json; charset=utf-8';

/** Made once: everybody may ask for it, and it takes a while. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** `servers` are where the operator says the service is reached, `pages` is the folder of the built web application. */
export async function docsRoutes(
  app: FastifyInstance,
  servers: () => readonly Server[],
  pages: string | undefined,
): Promise<void> {
  const description = once((): Record<string, unknown> => {
    const named = servers();
    return named.length === 0 ? app.apiDescription() : { ...app.apiDescription(), servers: named };
  });
  // The same for everybody.
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-cache');
  });
  const json = once(() => new PackedText(JSON.stringify(description()), 'application/json; charset=utf-8'));
  const yaml = once(async () => {
    const { stringify } = await import('yaml');
    return new PackedText(stringify(description()), 'application/yaml; charset=utf-8');
  });
  const schema = once(() => new PackedText(JSON.stringify(setupPackageSchema()), SCHEMA_TYPE));
  for (const each of [contract.descriptionAsJson, contract.downloadAsJson])
    servePublic(app, each, ({ request, reply }) => json().send(request, reply));
  for (const each of [contract.descriptionAsYaml, contract.downloadAsYaml])
    servePublic(app, each, async ({ request, reply }) => (await yaml()).send(request, reply));
  servePublic(app, contract.packageSchema, ({ request, reply }) => schema().send(request, reply));
  servePublic(app, contract.errorCodes, ({ reply }) => reply.type('text/html; charset=utf-8').send(errorPage()));
  // Browsers get the application, programs the description.
  servePublic(app, contract.start, ({ request, reply }) =>
    reply.redirect(/\btext\/html\b/i.test(request.headers.accept ?? '') ? '/app/' : '/docs'),
  );
  const descriptions = {
    overview: () => ({ ...app.apiOverview(), servers: servers() }),
    whole: () => description() as unknown as ApiDescription,
  };
  await referencePage(app, descriptions, pages);
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Where the Link of a failure leads. */
function errorPage(): string {
  const rows = (Object.keys(errorCatalogue) as ErrorCode[]).map((code) => {
    const { status, title, remedy } = errorCatalogue[code];
    return `<tr id="${code.toLowerCase()}"><td>${code}</td><td>${status}</td><td>${escaped(title)}</td><td>${escaped(remedy)}</td></tr>`;
  });
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Openslot: error codes</title>
<meta name="viewport" content="width=device-width">
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}table{border-collapse:collapse}td,th{text-align:left;padding:.4rem .8rem;border-bottom:1px solid #ccc;vertical-align:top}tr:target{background:#fff3bf}</style>
<h1>Error codes</h1><table><thead><tr><th>Code<th>HTTP<th>Title<th>What to do</tr></thead><tbody>${rows.join('\n')}</tbody></table></html>`;
}
