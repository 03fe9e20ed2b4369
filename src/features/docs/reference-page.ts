import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../../domain/errors.ts';
import { servePublic } from '../../platform/contract/route.ts';
import { PackedText } from '../../platform/http/packed-text.ts';
import * as contract from './contract.ts';
import { type ApiDescription, type Operation, operationName, operationsOf } from './reference/api-description.ts';
import { html } from './reference/html.ts';
import { operationHtml } from './reference/operation-html.ts';
import { headHtml, overviewHtml } from './reference/overview-html.ts';
import { type PageFiles, readPageFiles } from './reference/page-files.ts';
import { pageHtml } from './reference/page-html.ts';

const HTML = 'text/html; charset=utf-8';

/** The pages load from here and talk to here, and are framed by nobody. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

interface Descriptions {
  /** Without what operations take and return. */
  overview(): ApiDescription;
  whole(): ApiDescription;
}

/** The API reference: all operations on one page, and one page for each. Pages are made with the first request for them, and kept. */
export async function referencePage(
  app: FastifyInstance,
  descriptions: Descriptions,
  folder: string | undefined,
): Promise<void> {
  const files = await readPageFiles(folder);
  let pages: ReferencePages | undefined;
  const made = (): ReferencePages => {
    pages ??= new ReferencePages(descriptions, files);
    return pages;
  };
  servePublic(app, contract.reference, ({ request, reply }) => send(made().overview, request, reply));
  servePublic(app, contract.referenceOperation, ({ request, reply, params }) => {
    const page = made().operation(params['*']);
    if (!page) throw refuse('REQ005', 'There is no operation with this method and path. /docs lists all operations.');
    return send(page, request, reply);
  });
}

const send = (page: PackedText, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
  reply.headers({
    'content-security-policy': POLICY,
    'referrer-policy': 'same-origin',
    'x-frame-options': 'DENY',
  });
  return page.send(request, reply);
};

class ReferencePages {
  readonly overview: PackedText;
  readonly #descriptions: Descriptions;
  readonly #files: PageFiles;
  #operations: ReadonlyMap<string, Operation> | undefined;
  readonly #made = new Map<string, PackedText>();

  constructor(descriptions: Descriptions, files: PageFiles) {
    this.#descriptions = descriptions;
    this.#files = files;
    const overview = overviewHtml(descriptions.overview());
    this.overview = new PackedText(pageHtml('Openslot API reference', files, overview), HTML);
  }

  /** By method and path: `get/connector/:id/sending`. */
  operation(name: string): PackedText | undefined {
    const key = name.toLowerCase().replace(/\/$/, '');
    this.#operations ??= new Map(
      operationsOf(this.#descriptions.whole()).map((each) => [operationName(each).toLowerCase(), each]),
    );
    const operation = this.#operations.get(key);
    if (!operation) return undefined;
    const page = this.#made.get(key) ?? new PackedText(this.#operationPage(operation), HTML);
    this.#made.set(key, page);
    return page;
  }

  #operationPage(operation: Operation): string {
    const schemas = this.#descriptions.whole().components?.schemas ?? {};
    const main = html`<main id="content" class="single" tabindex="-1">
<p><a href="/docs">All operations</a></p>
<h1>${headHtml(operation)}</h1>
${operationHtml(operation, schemas)}
</main>`;
    return pageHtml(`${operation.method} ${operation.path} · Openslot API`, this.#files, main);
  }
}
