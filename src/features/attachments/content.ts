import type { Transaction } from '../../platform/postgres/database.ts';

/** Names the content of one attachment. */
export interface ContentKey {
  readonly tenantId: number;
  readonly attachmentId: number;
}

/**
 * Where the bytes of attachments are. All that the rest of the service knows of it is this, so that another store can take its place: an object
 * store would do its work outside of the transaction, and remove later what a transaction that was rolled back has left.
 */
export interface AttachmentContent {
  /** Adds bytes at the end; `offset` is how many there are. Kept when the transaction is committed. */
  append(tx: Transaction, key: ContentKey, offset: number, bytes: Buffer): Promise<void>;
  /** The bytes from the beginning, in portions. In a transaction also those that it has added. */
  read(key: ContentKey, tx?: Transaction): AsyncIterable<Buffer>;
  remove(tx: Transaction, tenantId: number, attachmentIds: readonly number[]): Promise<void>;
}

/** The store of attachments, and how much of it a tenant may use. */
export interface HasAttachments {
  readonly attachments: {
    readonly content: AttachmentContent;
    readonly quotaBytes: number;
  };
}
