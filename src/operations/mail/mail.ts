import type { Transaction } from '../../storage/database.ts';
import { enqueue, type StoredJob } from '../../storage/queue.ts';
import { inJob, type Task } from '../background/task.ts';

/** What a use case wants to say to somebody. */
export interface Letter {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** A secret address for the {link} in the text, sealed: whoever reads the jobs in the database does not learn it. */
  readonly sealedLink?: string;
}

/** With the pauses between them, about a day: a mail server may be away over night. */
const ATTEMPTS = 13;

/** In the transaction that gives the reason for them. */
export const enqueueMails = (
  tx: Transaction,
  cause: { readonly tenantId: number; readonly requestId: string },
  letters: readonly Letter[],
): Promise<number[]> =>
  enqueue(
    tx,
    letters.map((letter) => ({
      tenantId: cause.tenantId,
      requestId: cause.requestId,
      kind: 'mail',
      about: `Mail to ${letter.to}: ${letter.subject}`,
      payload: letter,
      maxAttempts: ATTEMPTS,
    })),
  );

/**
 * The mail goes out while the job is held, so no other worker sends it at the same time. A crash between the server's yes and our
 * commit sends it again: mail has no transactions. Both then carry the same Message-ID.
 */
export const mailTask: Task = {
  kind: 'mail',
  run: (deps, job) =>
    inJob(deps, job, () => {
      const { to, subject, text, sealedLink } = job.payload as Letter;
      return deps.mailer.send({
        to,
        subject,
        text: sealedLink === undefined ? text : text.replace('{link}', () => deps.sealer.open(sealedLink)),
        messageId: messageId(job, deps.mailer.domain),
        date: new Date(job.createdAt),
      });
    }),
};

const messageId = ({ tenantId, id, createdAt }: StoredJob, domain: string): string =>
  `<openslot.${tenantId}.${id}.${createdAt.toString(36)}@${domain}>`;
