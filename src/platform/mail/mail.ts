import type { Cause } from '../cause.ts';
import { enqueue } from '../jobs/queue.ts';
import type { Transaction } from '../postgres/database.ts';

/** What a use case wants to say to somebody. */
export interface MailMessage {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** A secret address for the {link} in the text, sealed: readers of the job table cannot see it. */
  readonly sealedLink?: string;
}

/** With the pauses between them, about a day: a mail server may be away over night. */
const ATTEMPTS = 13;

/** In the transaction that gives the reason for them. */
export const enqueueMails = (
  tx: Transaction,
  cause: Cause & { readonly tenantId: number },
  mails: readonly MailMessage[],
): Promise<number[]> =>
  enqueue(
    tx,
    mails.map((mail) => ({
      tenantId: cause.tenantId,
      requestId: cause.requestId,
      traceParent: cause.traceParent,
      kind: 'mail',
      about: `Mail to ${mail.to}: ${mail.subject}`,
      payload: mail,
      maxAttempts: ATTEMPTS,
    })),
  );
