import { type ErrorDetail, errorDetail } from './errors.ts';
import { foldKeyPart } from './natural-key.ts';
import type { TimeUser } from './own-time.ts';
import { allows } from './permissions.ts';
import type { EntryStatus } from './time-entry.ts';

/** Who approves the time of a tenant. */
export const timeApprovals = ['backOffice', 'teamLead'] as const;
export type TimeApproval = (typeof timeApprovals)[number];

/** The statuses that decide an entry: Approved and Rejected. */
const DECIDED: readonly EntryStatus[] = [4, 5];

/** Nobody approves or rejects their own time, except administrators: in a small company there may be nobody else. */
export function refusalOfOwnDecision(
  user: TimeUser,
  resourceNo: string,
  from: EntryStatus,
  to: EntryStatus,
): ErrorDetail | undefined {
  const isOwn = user.resourceNo !== null && foldKeyPart(user.resourceNo) === foldKeyPart(resourceNo);
  return isOwn && from !== to && DECIDED.includes(to) && !allows(user.permissions, 'settings.manage')
    ? errorDetail('USR004', 'You cannot approve or reject your own time; another approver has to decide.', 'Status')
    : undefined;
}

/**
 * Where team leads approve, the service takes an entry in at once. The status that a late or repeated message means: a submission that is sent again,
 * or the acknowledgement of a back office that arrives when the entry is approved already. It is no withdrawal of the approval.
 */
export const isOvertaken = (stored: EntryStatus, sent: EntryStatus, isBackOffice: boolean): boolean =>
  (stored === 2 && sent === 1) || (isBackOffice && stored === 4 && sent === 2);
