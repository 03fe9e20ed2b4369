import type { FastifyInstance, RouteOptions } from 'fastify';
import type { ApiDescription } from './reference/api-description.ts';

type Paths = ApiDescription['paths'];
type Described = NonNullable<RouteOptions['schema']> & {
  readonly hide?: boolean;
  readonly deprecated?: boolean;
  readonly summary?: string;
  readonly tags?: readonly string[];
};

/** Notes the name and group of every route while it is registered: the description with all schemas takes a second to make. */
export function noteOperations(app: FastifyInstance): () => Paths {
  const noted = new Map<string, Map<string, Paths[string][string]>>();
  app.addHook('onRoute', ({ method, url, schema }) => {
    const { hide, summary = '', tags = [], deprecated = false } = (schema ?? {}) as Described;
    if (schema === undefined || hide) return;
    const path = url.replace(/:(\w+)/g, '{$1}');
    for (const name of [method].flat()) {
      if (name === 'HEAD') continue;
      const operations = noted.get(path) ?? new Map();
      noted.set(path, operations.set(name.toLowerCase(), { summary, tags, deprecated }));
    }
  });
  return () => Object.fromEntries([...noted].map(([path, operations]) => [path, Object.fromEntries(operations)]));
}
