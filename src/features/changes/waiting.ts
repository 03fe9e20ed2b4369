import type { Caller, Credential } from '../../platform/caller.ts';
import type { EndReason, Held } from './held-open.ts';

/** A request that is held back until something changes. */
export class Waiting implements Held {
  readonly caller: Caller;
  readonly credential: Credential;
  readonly #over = new AbortController();
  #ended: EndReason | undefined;

  constructor(caller: Caller, credential: Credential) {
    this.caller = caller;
    this.credential = credential;
  }

  /** Aborts when it must not go on. */
  get over(): AbortSignal {
    return this.#over.signal;
  }

  get ended(): EndReason | undefined {
    return this.#ended;
  }

  end(why: EndReason): void {
    this.#ended ??= why;
    this.#over.abort();
  }
}

/** Where requests wait, so that they can be ended when their credential is revoked. */
export interface HasWaitingRoom {
  readonly live: {
    wait(caller: Caller, credential: Credential): Promise<Waiting>;
    done(waiting: Waiting): void;
  };
}
