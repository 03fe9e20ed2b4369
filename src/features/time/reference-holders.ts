import { type ErrorDetail, errorDetail } from '../../domain/errors.ts';
import { type Call, sentValue } from '../../records/writing/call.ts';
import { recordKey } from '../../records/writing/record-key.ts';
import type { EntryRow } from './time-store.ts';

type Held = Pick<EntryRow, 'sourceApp' | 'sourceType' | 'backofficeID'>;

/** The entries that have a BackofficeID. It counts within its source. */
export class ReferenceHolders {
  readonly #entries: readonly EntryRow[];
  #ids: Map<string, number> | undefined;

  constructor(entries: readonly EntryRow[]) {
    this.#entries = entries;
  }

  /** Only a call that gives an entry its BackofficeID asks for them. */
  get #held(): Map<string, number> {
    if (!this.#ids) {
      this.#ids = new Map();
      for (const entry of this.#entries) if (entry.backofficeID !== null) this.#ids.set(keyOf(entry), entry.id);
    }
    return this.#ids;
  }

  /** A call by TimeEntryId gives an entry its BackofficeID, unless another entry of that source has it. */
  refusal(call: Call, { id, sourceApp, sourceType, ...stored }: EntryRow): ErrorDetail | undefined {
    if (stored.backofficeID !== null) return undefined;
    const backofficeID = sentValue(call, 'backofficeID');
    if (typeof backofficeID !== 'string') return undefined;
    const holder = this.#held.get(keyOf({ sourceApp, sourceType, backofficeID }));
    if (holder === undefined || holder === id) return undefined;
    return errorDetail('APP035', `BackofficeID: time entry ${holder} already has ${backofficeID}.`, 'BackofficeID');
  }

  add(entry: Held & Pick<EntryRow, 'id'>): void {
    this.#held.set(keyOf(entry), entry.id);
  }
}

const keyOf = ({ sourceApp, sourceType, backofficeID }: Held): string =>
  recordKey([sourceApp, sourceType, backofficeID]);
