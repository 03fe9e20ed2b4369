import { errorDetail, Refusal } from '../../domain/errors.ts';

/** Bodies up to this never wait for large ones: a planner's edit does not queue behind the import of the night. */
export const SMALL_BYTES = 262_144;
/** The part of the memory that is kept for them. */
const SMALL_SHARE = 1 / 8;
const MOST_WAITING = 64;
const LONGEST_WAIT_MS = 30_000;
const RETRY_AFTER_SECONDS = 5;

export const overloaded = (): Refusal =>
  new Refusal(
    errorDetail(
      'SYS003',
      `The service is busy with other large requests. Retry in ${RETRY_AFTER_SECONDS} s.`,
      undefined,
      {
        seconds: RETRY_AFTER_SECONDS,
      },
    ),
    {
      headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
    },
  );

interface Waiting {
  readonly bytes: number;
  readonly admit: () => void;
}

/** So many bytes, given out in the order in which they are asked for. */
class Pool {
  readonly size: number;
  readonly #waitMs: number;
  readonly #waiting: Waiting[] = [];
  #used = 0;

  constructor(size: number, waitMs: number) {
    this.size = size;
    this.#waitMs = waitMs;
  }

  /** Waits for its turn; refuses when too many wait, when it takes too long, or when the client has gone. */
  async take(bytes: number, gone: AbortSignal): Promise<void> {
    if (this.#waiting.length === 0 && this.grow(bytes)) return;
    if (this.#waiting.length >= MOST_WAITING || gone.aborted) throw overloaded();
    await new Promise<void>((resolve, reject) => {
      const settle = (): void => {
        clearTimeout(timer);
        gone.removeEventListener('abort', leave);
      };
      const leave = (): void => {
        settle();
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        this.#admit();
        reject(overloaded());
      };
      const waiting: Waiting = {
        bytes,
        admit: () => {
          settle();
          resolve();
        },
      };
      const timer = setTimeout(leave, this.#waitMs);
      gone.addEventListener('abort', leave, { once: true });
      this.#waiting.push(waiting);
    });
  }

  /** Without waiting: who holds memory already must not wait for others that do the same. */
  grow(bytes: number): boolean {
    if (this.#used + bytes > this.size) return false;
    this.#used += bytes;
    return true;
  }

  give(bytes: number): void {
    this.#used -= bytes;
    this.#admit();
  }

  #admit(): void {
    for (let first = this.#waiting[0]; first && this.grow(first.bytes); first = this.#waiting[0]) {
      this.#waiting.shift();
      first.admit();
    }
  }

  get used(): number {
    return this.#used;
  }
}

/** The memory that bodies take together while they are received, unpacked, parsed and worked on, in this process. */
export class RequestMemory {
  readonly small: Pool;
  readonly large: Pool;

  constructor(bytes: number, waitMs = LONGEST_WAIT_MS) {
    const small = Math.max(SMALL_BYTES * 4, Math.floor(bytes * SMALL_SHARE));
    this.small = new Pool(small, waitMs);
    this.large = new Pool(Math.max(SMALL_BYTES * 4, bytes - small), waitMs);
  }

  /** What is taken now; for tests and for the log. */
  get used(): number {
    return this.small.used + this.large.used;
  }
}

/** What one body holds of it. */
export class Reservation {
  readonly #memory: RequestMemory;
  readonly #gone: AbortSignal;
  #pool: Pool;
  #bytes = 0;
  #isOver = false;

  constructor(memory: RequestMemory, gone: AbortSignal) {
    this.#memory = memory;
    this.#gone = gone;
    this.#pool = memory.small;
  }

  /** At least so much, waiting for it if need be. A body that needs all there is runs alone. */
  async need(bytes: number): Promise<void> {
    if (bytes <= this.#bytes) return;
    const pool = bytes <= SMALL_BYTES ? this.#memory.small : this.#memory.large;
    const wanted = Math.min(bytes, pool.size);
    // Small ones hold what is theirs alone: to wait with it keeps nobody from going on.
    await pool.take(wanted, this.#gone);
    const [before, held] = [this.#pool, this.#bytes];
    this.#pool = pool;
    this.#bytes = wanted;
    before.give(held);
    // The client left while its turn came.
    if (this.#isOver) this.release();
  }

  /** Sets what is held to what is needed; false when there is no more of it at the moment. */
  settle(bytes: number): boolean {
    if (this.#isOver) return true;
    const more = bytes - this.#bytes;
    if (more > 0) {
      if (!this.#pool.grow(more)) return false;
    } else this.#pool.give(-more);
    this.#bytes = bytes;
    return true;
  }

  /** Whether the body is too large by itself, without other bodies. */
  isBeyond(bytes: number): boolean {
    return bytes > this.#memory.large.size;
  }

  release(): void {
    this.#isOver = true;
    const held = this.#bytes;
    this.#bytes = 0;
    this.#pool.give(held);
  }
}
