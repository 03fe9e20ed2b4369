import type { MailMessage } from '../../platform/mail/mail.ts';
import type { WriteAnswer } from '../../records/writing/write-answer.ts';
import type { StoredPackage } from './setup-store.ts';

/** Enough to find the mistakes; the log has them all. */
const MOST_PROBLEMS = 20;

const titleOf = ({ id, name }: StoredPackage): string =>
  name === null ? `setup package ${id}` : `setup package "${name}"`;

export const appliedMail = (stored: StoredPackage, tenant: string, { counts }: WriteAnswer): MailMessage => ({
  to: stored.told,
  subject: `Openslot: ${titleOf(stored)} was applied`,
  text: `The ${titleOf(stored)} of ${stored.owner} was applied to the tenant ${tenant}.

Records created: ${counts.created}, updated: ${counts.updated}, deleted: ${counts.deleted}, unchanged: ${counts.unchanged}.

More: GET /import/setup/${stored.id}
`,
});

export function failedMail(stored: StoredPackage, tenant: string, reasons: readonly string[]): MailMessage {
  const more = reasons.length - MOST_PROBLEMS;
  const lines = [...reasons.slice(0, MOST_PROBLEMS), ...(more > 0 ? [`… and ${more} more.`] : [])];
  return {
    to: stored.told,
    subject: `Openslot: ${titleOf(stored)} could not be applied`,
    text: `The ${titleOf(stored)} of ${stored.owner} could not be applied to the tenant ${tenant}. Nothing was changed.

${lines.join('\n')}

More: GET /import/setup/${stored.id}
`,
  };
}
