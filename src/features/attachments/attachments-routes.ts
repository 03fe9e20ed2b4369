import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { CHUNK_BYTES } from '../../domain/attachments/attachment.ts';
import type { HasClock } from '../../platform/clock.ts';
import { serve } from '../../platform/contract/route.ts';
import { readBytes } from '../../platform/http/body.ts';
import { matches } from '../../platform/http/etag.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import type { HasSealer } from '../../platform/sealer.ts';
import { answerOnce, asJson } from '../../records/routes/answer-once.ts';
import { beginUpload } from './begin-upload.ts';
import type { HasAttachments } from './content.ts';
import * as contract from './contract.ts';
import { deleteAttachment } from './delete-attachment.ts';
import { readContent } from './read-content.ts';
import { listAttachments, type ShownUpload, showAttachment } from './show-attachment.ts';
import { takeChunk } from './take-chunk.ts';

type RouteDeps = HasDatabase & HasClock & HasSealer & HasAttachments;

export async function attachmentRoutes(app: FastifyInstance, deps: RouteDeps): Promise<void> {
  serve(app, contract.beginUpload, (input) =>
    answerOnce(
      deps,
      input,
      (upload: ShownUpload) => asJson(200, upload),
      (guard) => beginUpload(deps, input.caller, input.body, guard),
    ),
  );
  await app.register(async (chunks) => {
    chunks.addHook('onRoute', (route) => {
      route.bodyLimit = CHUNK_BYTES;
    });
    chunks.removeAllContentTypeParsers();
    // Whatever a client calls the bytes of a file.
    chunks.addContentTypeParser('*', readBytes);
    serve(chunks, contract.sendContent, ({ caller, params, query, request }) =>
      takeChunk(deps, caller, params.attachmentGuid, query.offset, request.rawBody ?? Buffer.alloc(0)),
    );
  });
  serve(app, contract.listAttachments, ({ caller, query }) => listAttachments(deps, caller, query));
  serve(app, contract.showAttachment, ({ caller, params }) => showAttachment(deps, caller, params.attachmentGuid));
  serve(app, contract.readContent, async ({ caller, params, request, reply }) => {
    const { etag, headers, content } = await readContent(deps, caller, params.attachmentGuid);
    reply.header('etag', etag).header('cache-control', 'private, no-cache');
    if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send();
    return reply.headers(headers).send(Readable.from(content(), { objectMode: false }));
  });
  serve(app, contract.deleteAttachment, ({ caller, params }) => deleteAttachment(deps, caller, params.attachmentGuid));
}
