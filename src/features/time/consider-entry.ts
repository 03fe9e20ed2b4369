import { type ErrorDetail, errorDetail } from '../../domain/errors.ts';
import { changeOfEntry, type EntryStatus, statusOfNew, wrongLength } from '../../domain/time-entry.ts';
import { type Call, sentValue } from '../../records/writing/call.ts';
import { withColumns } from '../../records/writing/reshape.ts';
import type { TakenTime } from './day-hours.ts';
import type { EntryApproval } from './entry-approval.ts';
import { differs } from './entry-difference.ts';
import { type EntryFacts, resourceKey } from './entry-facts.ts';
import type { EntryRow } from './time-store.ts';

/** What a call would do. Whether its day has the hours for it, and what depends on the calls before it, is not decided yet. */
export type Considered = { readonly call: Call; readonly taken: TakenTime } & (
  | { readonly stored: undefined; readonly made: Call | ErrorDetail }
  | { readonly stored: EntryRow; readonly made: Partial<EntryRow> | ErrorDetail }
);

export function consider(
  call: Call,
  facts: EntryFacts,
  approval: EntryApproval,
  newKey: (index: number) => string,
): Considered {
  const taken = takenBy(call, facts);
  const stored = facts.found.get(call);
  return stored
    ? { call, taken, stored, made: changeOf(call, stored, taken, approval) }
    : { call, taken, stored, made: newEntry(call, taken, newKey) };
}

/** Without a resource where none is known: a new entry of it is refused with the other references when it is written. */
export function takenBy(call: Call, { found, resources }: EntryFacts): TakenTime {
  const stored = found.get(call);
  return {
    resourceId: resources.get(resourceKey(call) ?? '') ?? stored?.resourceId,
    date: (sentValue(call, 'date') ?? stored?.date) as string,
    seconds: (sentValue(call, 'durationInSeconds') ?? stored?.durationInSeconds) as number,
  };
}

const EDITABLE = ['resourceNo', 'jobNo', 'taskNo', 'date', 'durationInSeconds', 'description', 'isBillable'] as const;
const REQUIRED = [...EDITABLE.slice(0, 5), 'sourceApp', 'sourceType'];

function newEntry(call: Call, { seconds }: TakenTime, newKey: (index: number) => string): Call | ErrorDetail {
  const id = sentValue(call, 'timeEntryId');
  if (typeof id === 'number') return errorDetail('APP007', `There is no time entry ${id}.`, 'TimeEntryId');
  const missing = REQUIRED.find((property) => (sentValue(call, property) ?? null) === null);
  if (missing) return errorDetail('REQ015', `${missing} is required to create a time entry.`, missing);
  const status = statusOfNew(sentValue(call, 'status') as EntryStatus | undefined);
  if (typeof status === 'object') return status;
  return wrongLength(seconds) ?? withColumns(call, { status }, newKey(call.index));
}

const BACKOFFICE_ID = 'backofficeID';

/** What a call changes about an entry, or why it may not. */
function changeOf(
  call: Call,
  stored: EntryRow,
  { seconds }: TakenTime,
  approval: EntryApproval,
): Partial<EntryRow> | ErrorDetail {
  const edits = EDITABLE.filter((property) => differs(property, sentValue(call, property), stored[property]));
  const next = changeOfEntry(stored, {
    status: approval.wanted(call, stored),
    message: sentValue(call, 'message') as string | null | undefined,
    edits,
  });
  if ('code' in next) return next;
  const forbidden = approval.refusal(stored, next);
  if (forbidden) return forbidden;
  const reference = sentValue(call, BACKOFFICE_ID);
  const isNamed = typeof reference === 'string';
  if (isNamed && stored.backofficeID !== null && differs(BACKOFFICE_ID, reference, stored.backofficeID))
    return errorDetail(
      'APP016',
      `BackofficeID: the entry already has ${stored.backofficeID}, which cannot be changed.`,
      'BackofficeID',
    );
  const wrong = wrongLength(seconds);
  if (wrong) return wrong;
  const changes: Record<string, unknown> = {};
  for (const property of edits) changes[property] = sentValue(call, property);
  if (isNamed && stored.backofficeID === null) changes[BACKOFFICE_ID] = reference;
  if (next.status !== stored.status) changes['status'] = next.status;
  if (next.message !== stored.message) changes['message'] = next.message;
  return changes;
}
