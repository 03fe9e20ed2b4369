import { inJob, type JobKind } from '../jobs/job-kind.ts';
import type { StoredJob } from '../jobs/queue.ts';
import type { HasDatabase } from '../postgres/database.ts';
import type { HasSealer } from '../sealer.ts';
import type { MailMessage } from './mail.ts';
import type { HasMailer } from './mailer.ts';

/**
 * The mail goes out while the job is held, so no other worker sends it at the same time. A crash between the server's yes and our
 * commit sends it again: mail has no transactions. Both then carry the same Message-ID.
 */
export const mailJob: JobKind<HasDatabase & HasMailer & HasSealer> = {
  kind: 'mail',
  run: (deps, job) =>
    inJob(deps, job, () => {
      const { to, subject, text, sealedLink } = job.payload as MailMessage;
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
