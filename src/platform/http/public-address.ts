import type { Log } from '../log.ts';

/**
 * The address under which people and programs reach the service: PUBLIC_URL, else the address that it listens on. A request's Host header
 * is never used for it: anybody can send any.
 */
export class PublicAddress {
  readonly #configured: string | undefined;
  readonly #isLocal: boolean;
  readonly #log: Log;
  #listening: string;
  #warned = false;

  constructor(options: {
    readonly configured: string | undefined;
    /** Used until `listensOn` is called, and by processes that do not listen. */
    readonly fallback: string;
    /** Whether only this machine reaches the service. */
    readonly isLocal: boolean;
    readonly log: Log;
  }) {
    this.#configured = options.configured;
    this.#listening = options.fallback;
    this.#isLocal = options.isLocal;
    this.#log = options.log;
  }

  /** What the operator configured, for descriptions that go without otherwise. */
  get configured(): string | undefined {
    return this.#configured;
  }

  listensOn(address: string): void {
    this.#listening = address;
  }

  /** A path as an address that works outside. */
  url(path: string): string {
    if (this.#configured === undefined && !this.#isLocal && !this.#warned) {
      this.#warned = true;
      this.#log.warn(
        { address: this.#listening },
        'PUBLIC_URL is not set: links use the address the service listens on',
      );
    }
    return `${this.#configured ?? this.#listening}${path}`;
  }
}

export interface HasPublicAddress {
  readonly publicAddress: PublicAddress;
}
