import type { FastifyInstance } from 'fastify';

/** Distinguishes a path that exists with other methods (405) from one that does not exist (404). */
export class KnownPaths {
  readonly #routes: { readonly url: string; readonly methods: readonly string[] }[] = [];
  #patterns: { readonly pattern: RegExp; readonly methods: readonly string[] }[] | undefined;

  constructor(app: FastifyInstance) {
    app.addHook('onRoute', ({ url, method }) => {
      this.#routes.push({ url, methods: [method].flat() });
    });
  }

  methodsFor(url: string): string[] {
    const path = (url.split('?')[0] ?? '').replace(/\/{2,}/g, '/');
    return [
      ...new Set(this.#known.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods)),
    ].sort();
  }

  /** Compiled for the first request that leads nowhere: a start does not need them. */
  get #known() {
    this.#patterns ??= this.#routes.map(({ url, methods }) => ({ pattern: patternOf(url), methods }));
    return this.#patterns;
  }
}

function patternOf(url: string): RegExp {
  const parts = url
    .split('/')
    .map((part) => (part.startsWith(':') ? '[^/]+' : part === '*' ? '.*' : part.replace(/[.+?^${}()|[\]\\]/g, '\\$&')));
  return new RegExp(`^${parts.join('/')}/?$`, 'i');
}
