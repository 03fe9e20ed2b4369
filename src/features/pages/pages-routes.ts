import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import files from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { refuse } from '../../domain/errors.ts';

const open = { config: { access: 'public' }, schema: { hide: true } } as const;

/**
 * What a page may do: load from here, talk to here, be framed by nobody. Styles that scripts make carry the nonce of the answer. Pictures of
 * the map come from one other host, if the operator named one.
 */
const policy = (nonce: string, tiles: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data:${tiles}`,
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

/**
 * The pages in the browser. They are files and hold no secret, so everybody may load them; what they show they ask of the API, as the
 * person who is signed in.
 */
export async function pageRoutes(
  app: FastifyInstance,
  folder: string | undefined,
  tilesUrl: string | undefined,
): Promise<void> {
  const tiles = tilesUrl === undefined ? '' : ` ${new URL(tilesUrl).origin}`;
  app.addHook('onRoute', (route) => {
    // An office that opens the application in the morning asks for thousands of files, and these cost next to nothing.
    route.config = { ...route.config, access: 'public', uncounted: true };
  });
  const html =
    folder === undefined ? undefined : await readFile(path.join(folder, 'index.html'), 'utf8').catch(() => undefined);
  const page = (reply: FastifyReply): FastifyReply => {
    if (html === undefined)
      throw refuse('REQ005', 'The web application is not built. Run `npm run build` and start again.');
    const nonce = randomBytes(16).toString('base64');
    return reply
      .headers({
        'content-security-policy': policy(nonce, tiles),
        'referrer-policy': 'same-origin',
        'x-frame-options': 'DENY',
        'cache-control': 'no-cache',
      })
      .type('text/html; charset=utf-8')
      .send(html.replace('%NONCE%', nonce));
  };
  // What the address means is decided in the browser.
  app.get('/app', open, (_request, reply) => page(reply));
  app.get('/app/*', open, (_request, reply) => page(reply));
  if (html === undefined || folder === undefined) return;
  // Of the files below this one, the only one whose name stays: it is requested again every time.
  const worker = await readFile(path.join(folder, 'worker.js'), 'utf8').catch(() => undefined);
  if (worker !== undefined)
    app.get('/app/worker.js', open, (_request, reply) =>
      reply
        .headers({ 'cache-control': 'no-cache', 'content-security-policy': "default-src 'none'; connect-src 'self'" })
        .type('text/javascript; charset=utf-8')
        .send(worker),
    );
  await app.register(files, {
    root: path.join(folder, 'assets'),
    prefix: '/app/assets/',
    // Their names change with their content.
    immutable: true,
    maxAge: '365d',
    preCompressed: true,
    index: false,
    schemaHide: true,
  });
}
