import type { TimeRole } from './access.ts';
import { type ErrorDetail, errorDetail } from './errors.ts';
import { type AbsentDays, halvesOf, shareHalfDay } from './time/absent-time.ts';
import { dayOfDate } from './time/day.ts';

/** Vacation and other times in which a resource does not work. */
export const absenceKinds = { 0: 'Vacation', 1: 'Sickness', 2: 'Training', 3: 'Other' } as const;
export type AbsenceKind = keyof typeof absenceKinds;

export const absenceStatuses = {
  0: 'Requested',
  1: 'Approved',
  2: 'Rejected',
  3: 'Withdrawn',
  4: 'Cancelled',
} as const;
export type AbsenceStatus = keyof typeof absenceStatuses;
export const REQUESTED = 0;
export const APPROVED = 1;
export const REJECTED = 2;
export const WITHDRAWN = 3;
export const CANCELLED = 4;

/** The longest absence: parental leave and long illness are entered year by year. */
const LONGEST_ABSENCE_DAYS = 400;

/** The moves of each role; a status stays when it is sent again. */
const MOVES: Readonly<
  Record<AbsenceStatus, { readonly worker: readonly AbsenceStatus[]; readonly approver: readonly AbsenceStatus[] }>
> = {
  0: { worker: [WITHDRAWN], approver: [APPROVED, REJECTED, WITHDRAWN] },
  1: { worker: [CANCELLED], approver: [CANCELLED] },
  2: { worker: [REQUESTED, WITHDRAWN], approver: [REQUESTED, APPROVED] },
  3: { worker: [REQUESTED], approver: [REQUESTED, APPROVED] },
  4: { worker: [REQUESTED], approver: [REQUESTED, APPROVED] },
};

/** Statuses in which days and kind may be changed. An approved absence is cancelled and requested again. */
const EDITABLE: readonly AbsenceStatus[] = [REQUESTED, REJECTED, WITHDRAWN, CANCELLED];

/** Whose calendar time it takes: one that waits is kept free of others as well. */
const isActive = (status: AbsenceStatus): boolean => status === REQUESTED || status === APPROVED;

export interface AbsenceState extends AbsentDays {
  readonly kind: AbsenceKind;
  readonly status: AbsenceStatus;
  readonly note: string | null;
  readonly comment: string | null;
}

/** Who decides, as far as absences are concerned. */
export interface Decider {
  readonly role: TimeRole;
  /** The absence is that of the caller's own resource. */
  readonly isOwn: boolean;
  /** May decide on own requests. */
  readonly isAdministrator: boolean;
  /** The date on the clock of the tenant. */
  readonly today: string;
}

/** Why days are invalid; undefined where they are not. */
export function wrongDays(days: AbsentDays): ErrorDetail | undefined {
  const [first, last] = halvesOf(days);
  if (days.endDate < days.startDate)
    return errorDetail('REQ014', `EndDate: ${days.endDate} is before StartDate ${days.startDate}.`, 'EndDate');
  if (last < first)
    return errorDetail(
      'REQ014',
      'EndPart: an absence of one day is its morning (EndPart 1), its afternoon (StartPart 1) or the whole day, not both parts.',
      'EndPart',
    );
  if (dayOfDate(days.endDate) - dayOfDate(days.startDate) >= LONGEST_ABSENCE_DAYS)
    return errorDetail('REQ014', `EndDate: an absence has at most ${LONGEST_ABSENCE_DAYS} days.`, 'EndDate');
  return undefined;
}

/** Why a caller may not make this of an absence; `before` is undefined for a new one. */
export function refusalOfAbsence(
  before: AbsenceState | undefined,
  after: AbsenceState,
  decider: Decider,
): ErrorDetail | undefined {
  const wrong = wrongDays(after);
  if (wrong) return wrong;
  if (decider.role === 'backOffice') return undefined;
  const decides = decider.role === 'approver' && (!decider.isOwn || decider.isAdministrator);
  return (
    refusedMove(before?.status, after.status, decides, decider) ??
    (before ? refusedEdit(before, after, decides) : undefined) ??
    lackingReason(before, after)
  );
}

function refusedMove(
  from: AbsenceStatus | undefined,
  to: AbsenceStatus,
  decides: boolean,
  { role }: Decider,
): ErrorDetail | undefined {
  if (from === to) return undefined;
  const allowed = from === undefined ? [REQUESTED, APPROVED] : [...MOVES[from].worker, ...MOVES[from].approver];
  if (!allowed.includes(to)) {
    const was = from === undefined ? 'A new absence' : `An absence that is ${absenceStatuses[from]}`;
    return errorDetail('APP057', `Status: ${was} cannot become ${absenceStatuses[to]}.`, 'Status');
  }
  const own = from === undefined ? [REQUESTED] : MOVES[from].worker;
  if (decides || own.includes(to)) return undefined;
  return role === 'approver'
    ? errorDetail(
        'USR004',
        'Status: you cannot decide on your own absence. Ask another team lead or an administrator.',
        'Status',
      )
    : errorDetail(
        'USR004',
        `Status: ${absenceStatuses[to]} needs a team lead (permission time.approve) or an API key.`,
        'Status',
      );
}

const daysDiffer = (a: AbsenceState, b: AbsenceState): boolean =>
  (['kind', 'startDate', 'endDate', 'startPart', 'endPart'] as const).some((each) => a[each] !== b[each]);

function refusedEdit(before: AbsenceState, after: AbsenceState, decides: boolean): ErrorDetail | undefined {
  if (daysDiffer(before, after) && !(EDITABLE.includes(before.status) && after.status !== REJECTED))
    return errorDetail(
      'APP057',
      `The absence is ${absenceStatuses[before.status]}: its days and kind cannot be changed. Cancel it and request another one.`,
      'StartDate',
    );
  // A new request begins without the comment of the last decision.
  const isNew = after.status === REQUESTED && after.comment === null;
  if (!decides && after.comment !== before.comment && !isNew && after.status !== CANCELLED)
    return errorDetail('USR004', 'Comment: only those who decide on the absence may write it.', 'Comment');
  return undefined;
}

const lackingReason = (before: AbsenceState | undefined, after: AbsenceState): ErrorDetail | undefined =>
  after.status === REJECTED && before?.status !== REJECTED && (after.comment ?? '').trim() === ''
    ? errorDetail('REQ015', 'Comment is required to reject an absence: say why.', 'Comment')
    : undefined;

/** A worker gives up days that have not begun; afterwards somebody may already have planned by them. */
export const refusedCancel = (
  before: AbsenceState,
  after: AbsenceState,
  { role, isOwn, isAdministrator, today }: Decider,
) =>
  before.status === APPROVED &&
  after.status === CANCELLED &&
  (role === 'worker' || (role === 'approver' && isOwn && !isAdministrator)) &&
  before.startDate <= today
    ? errorDetail('APP057', 'Status: the absence has begun. Ask your team lead to cancel it.', 'Status')
    : undefined;

export interface NamedAbsence extends AbsentDays {
  readonly externalId: string;
  readonly status: AbsenceStatus;
}

/** The absence among the active ones of the resource that shares a half day with another. */
export const overlapping = <A extends NamedAbsence>(
  others: readonly A[],
  own: AbsentDays & { readonly status: AbsenceStatus },
): A | undefined =>
  isActive(own.status) ? others.find((each) => isActive(each.status) && shareHalfDay(each, own)) : undefined;

/** `2026-07-01 – 2026-07-14`, with its half days. */
export function shownDays({ startDate, endDate, startPart, endPart }: AbsentDays): string {
  const start = startPart === 1 ? `${startDate} (afternoon)` : startDate;
  const end = endPart === 1 ? `${endDate} (morning)` : endDate;
  if (startDate !== endDate) return `${start} to ${end}`;
  return startPart === 1 ? start : end;
}

export const refusalOfOverlap = (other: NamedAbsence, resourceNo: string): ErrorDetail =>
  errorDetail(
    'APP056',
    `The absence overlaps another absence of ${resourceNo}: ${shownDays(other)}, ${absenceStatuses[other.status]} (${other.externalId}). Change the days, or withdraw or cancel that one.`,
    'StartDate',
    { resourceNo, startDate: other.startDate, endDate: other.endDate, externalId: other.externalId },
  );
