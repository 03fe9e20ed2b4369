import { type ErrorDetail, errorDetail } from './errors.ts';

/** A claim of one resource's time on one task for one day, and its handshake with the back office. */
const entryStatuses = {
  0: 'Draft',
  1: 'Submitting',
  2: 'Accepted',
  3: 'Failed',
  4: 'Approved',
  5: 'Rejected',
} as const;
export type EntryStatus = keyof typeof entryStatuses;

/** The moves of the interface; there are no others. */
const moves: Readonly<Record<EntryStatus, readonly EntryStatus[]>> = {
  0: [1],
  1: [2, 3],
  2: [4, 5, 0],
  3: [0, 1],
  4: [2],
  5: [0, 1],
};

/** The statuses that refuse an entry: the reason is in Message. */
const REFUSED: readonly EntryStatus[] = [3, 5];
/** Whether an entry is refused without a reason. */
export const lacksReason = ({ status, message }: StoredEntry): boolean =>
  REFUSED.includes(status) && (message ?? '').trim() === '';
export const statusName = (status: EntryStatus): string => entryStatuses[status];

const EDITABLE: readonly EntryStatus[] = [0, 3, 5];
export const isEditable = (status: EntryStatus): boolean => EDITABLE.includes(status);
const ON_CREATION: readonly EntryStatus[] = [0, 1];
export const DAY_CAP_SECONDS = 86_400;

export interface StoredEntry {
  readonly status: EntryStatus;
  readonly message: string | null;
}

export interface SentEntry {
  readonly status: EntryStatus | undefined;
  /** Undefined when no Message was sent. */
  readonly message: string | null | undefined;
  /** The fields that differ from what is stored, status and message aside. */
  readonly edits: readonly string[];
}

export const statusOfNew = (sent: EntryStatus | undefined): EntryStatus | ErrorDetail => {
  const status = sent ?? 0;
  return ON_CREATION.includes(status)
    ? status
    : errorDetail(
        'APP013',
        `A new entry must have status Draft or Submitting, not ${entryStatuses[status]}.`,
        'Status',
      );
};

/** What becomes of status and message, or why the change is refused. */
export function changeOfEntry(stored: StoredEntry, sent: SentEntry): StoredEntry | ErrorDetail {
  const status = sent.status ?? stored.status;
  const moved = status !== stored.status;
  if (moved && !moves[stored.status].includes(status))
    return errorDetail(
      'APP013',
      `An entry cannot move from ${entryStatuses[stored.status]} to ${entryStatuses[status]}.`,
      'Status',
      { from: entryStatuses[stored.status], to: entryStatuses[status] },
    );
  const [edited] = sent.edits;
  if (edited !== undefined && !isEditable(stored.status))
    return errorDetail(
      'APP016',
      `${edited}: an entry that is ${entryStatuses[stored.status]} cannot be edited; only Status and Message can change.`,
      edited,
    );
  // A status change carries its own message: without one the previous reason is gone.
  const message = moved ? (sent.message ?? null) : sent.message === undefined ? stored.message : sent.message;
  return { status, message };
}

export const wrongLength = (seconds: number): ErrorDetail | undefined =>
  seconds < 0
    ? errorDetail('REQ014', `DurationInSeconds: must not be negative (${seconds}).`, 'DurationInSeconds')
    : undefined;

export const overCap = (
  secondsOfOthers: number,
  seconds: number,
  resourceNo: string,
  date: string,
): ErrorDetail | undefined =>
  secondsOfOthers + seconds > DAY_CAP_SECONDS
    ? errorDetail(
        'APP014',
        `${resourceNo} would have ${hours(secondsOfOthers + seconds)} on ${date}; the limit is 24:00 per day (${hours(secondsOfOthers)} already registered).`,
        'DurationInSeconds',
        { resource: resourceNo, date, total: hours(secondsOfOthers + seconds) },
      )
    : undefined;

const hours = (seconds: number): string =>
  `${Math.floor(seconds / 3600)}:${String(Math.floor((seconds % 3600) / 60)).padStart(2, '0')}`;
