import type { FastifyInstance } from 'fastify';

/** Distinguishes a path that exists with other methods (405) from one that does not exist (404). */
export class KnownPaths {
  readonly #routes: { pattern: RegExp; methods: readonly string[] }[] = [];

  constructor(app: FastifyInstance) {
    app.addHook('onRoute', ({ url, method }) => {
      const parts = url
        .split('/')
        .map((part) =>
          part.startsWith(':') ? '[^/]+' : part === '*' ? '.*' : part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'),
        );
      this.#routes.push({ pattern: new RegExp(`^${parts.join('/')}/?$`, 'i'), methods: [method].flat() });
    });
  }

  methodsFor(url: string): string[] {
    const path = (url.split('?')[0] ?? '').replace(/\/{2,}/g, '/');
    return [
      ...new Set(this.#routes.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods)),
    ].sort();
  }
}
