import { CHUNK_BYTES } from '../../domain/attachments/attachment.ts';
import type { Database, Session } from '../../platform/postgres/database.ts';
import type { AttachmentContent, ContentKey } from './content.ts';

/** Rows that are read at once: 1 MB. Between portions no connection is held, for a download may take minutes. */
const ROWS = 4;

/** The content in rows of PostgreSQL, each full but the last, however small the pieces were in which it came. */
export const storedContent = (db: Database): AttachmentContent => ({
  async append(tx, { tenantId, attachmentId }, offset, bytes) {
    const pieces = piecesOf(offset, bytes);
    await tx.query(
      `insert into attachment_chunk (tenant_id, attachment_id, no, content)
       select $1, $2, p.no, p.content from unnest($3::integer[], $4::bytea[]) p(no, content)
       on conflict (tenant_id, attachment_id, no) do update set content = attachment_chunk.content || excluded.content`,
      [tenantId, attachmentId, pieces.map(({ no }) => no), pieces.map(({ content }) => content)],
    );
  },
  read: (key, tx) => portions(tx ?? db, key),
  async remove(tx, tenantId, attachmentIds) {
    await tx.query('delete from attachment_chunk where tenant_id = $1 and attachment_id = any($2)', [
      tenantId,
      attachmentIds,
    ]);
  },
});

interface Piece {
  readonly no: number;
  readonly content: Buffer;
}

/** The part of each row. */
function piecesOf(offset: number, bytes: Buffer): Piece[] {
  const pieces: Piece[] = [];
  for (let at = 0; at < bytes.length; ) {
    const no = Math.floor((offset + at) / CHUNK_BYTES);
    const end = Math.min(bytes.length, (no + 1) * CHUNK_BYTES - offset);
    pieces.push({ no, content: bytes.subarray(at, end) });
    at = end;
  }
  return pieces;
}

async function* portions(db: Session, { tenantId, attachmentId }: ContentKey): AsyncGenerator<Buffer> {
  for (let from = 0; ; from += ROWS) {
    const rows = await db.query<{ content: Buffer }>(
      'select content from attachment_chunk where tenant_id = $1 and attachment_id = $2 and no >= $3 and no < $4 order by no',
      [tenantId, attachmentId, from, from + ROWS],
    );
    for (const { content } of rows) yield content;
    if (rows.length < ROWS) return;
  }
}
