import type { RecordViewer } from '../../records/reading/present.ts';
import { presentChange } from '../../records/reading/present-change.ts';
import type { StoredChange } from '../../records/storage/change-log.ts';

/**
 * The events of a stream, by name. `change` and `reset` come from the log and carry a number to resume by. All others are sent to the nodes and
 * stored nowhere: who adds one adds its name here and calls `notifyNodes` with it.
 */
export const pushedEvents = ['message', 'optimization', 'draft'] as const;

type LogEventName = 'change' | 'reset';
export type PushedEventName = (typeof pushedEvents)[number];

/** `data` is JSON text. A pulse carries none: it keeps the connection alive, and moves the place to resume from. */
export type LiveEvent =
  | { readonly name: LogEventName; readonly number: number; readonly data: string }
  | { readonly name: PushedEventName; readonly data: string }
  | { readonly name: 'pulse'; readonly number: number };

/** Who may hear of a draft: its owner, or everybody who may plan. */
export interface DraftAudience {
  /** As the change log names people and keys. */
  readonly owner: string;
  readonly shared: boolean;
}

/** What goes from node to node. */
export interface PushedEvent {
  readonly tenant: number;
  /** Null is everybody. */
  readonly account: number | null;
  /** Of a draft: only those who see it. */
  readonly audience?: DraftAudience;
  readonly event: { readonly name: PushedEventName; readonly data: string };
}

/** A change on its way to many streams: its text is written once. */
export class FannedChange {
  readonly change: StoredChange;
  #audience: string | undefined;
  #text = '';

  constructor(change: StoredChange) {
    this.change = change;
  }

  event(viewer: RecordViewer): LiveEvent {
    const audience = `${viewer.timeZone} ${viewer.hidesLocations ?? false}`;
    if (this.#audience !== audience) {
      this.#audience = audience;
      this.#text = JSON.stringify(presentChange(this.change, viewer));
    }
    return { name: 'change', number: this.change.no, data: this.#text };
  }
}
