import Fastify, { type FastifyInstance } from 'fastify';

/** What the package registers below the prefix, but for the description, which it does not have. */
const PATHS = ['/docs/', '/docs/js/scalar.js'];

/** The rest of the header belongs to the connection. */
const KEPT_HEADERS = new Set(['content-type', 'content-disposition', 'location']);

/**
 * The page that shows the API description. The package reads a script of several megabytes when it is registered, so it is
 * loaded with the first request for the page: most processes never get one, and the service starts sooner.
 */
export function referencePage(app: FastifyInstance): void {
  let loading: Promise<FastifyInstance> | undefined;
  const loaded = (): Promise<FastifyInstance> => {
    loading ??= load();
    return loading;
  };
  for (const path of PATHS)
    app.get(path, { schema: { hide: true } }, async (request, reply) => {
      const response = await (await loaded()).inject({ url: request.url, headers: { host: request.host } });
      if (response.statusCode >= 500) throw new Error(`the reference page: ${response.body}`);
      for (const [name, value] of Object.entries(response.headers))
        if (KEPT_HEADERS.has(name) || name.startsWith('access-control-')) reply.header(name, value);
      return reply.code(response.statusCode).send(response.rawPayload.length > 0 ? response.rawPayload : undefined);
    });
}

async function load(): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const app = Fastify({
    routerOptions: { caseSensitive: false, ignoreDuplicateSlashes: true, ignoreTrailingSlash: true },
  });
  await app.register(scalar, {
    routePrefix: '/docs',
    configuration: {
      title: 'Openslot API',
      url: '/docs/json',
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      showDeveloperTools: 'never',
      agent: { disabled: true },
    },
  });
  await app.ready();
  return app;
}
