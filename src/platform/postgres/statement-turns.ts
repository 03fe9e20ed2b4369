import type { Socket } from 'node:net';
import type { CopiedRows } from './copy.ts';

/**
 * One connection does one thing at a time; who asks for several at once gets them one after the other. The first is sent at once, and not when the
 * code that asked for it has ended: what that computes meanwhile does not delay the statement.
 */
export class StatementTurns {
  readonly #socket: Socket;
  #before: Promise<unknown> = Promise.resolve();
  #unanswered = 0;
  /** When the statement that was asked for last is sent. */
  #sending: Promise<unknown> = Promise.resolve();
  /** Until the rows of the last COPY are on their way. */
  #copying: Promise<void> = Promise.resolve();

  constructor(socket: Socket) {
    this.#socket = socket;
  }

  take<T>(next: () => Promise<T>): Promise<T> {
    const isFirst = this.#unanswered++ === 0;
    if (!isFirst) this.#sending = this.#before;
    const turn = isFirst ? next() : this.#before.then(next);
    const answered = (): void => {
      this.#unanswered--;
    };
    this.#before = turn.then(answered, answered);
    return turn;
  }

  /** A statement that rows follow: it is sent when the last of them is. */
  takeWithRows<T>(portions: CopiedRows, next: (rows: CopiedRows) => Promise<T>): Promise<T> {
    let done = (): void => {};
    this.#copying = new Promise((resolve) => {
      done = resolve;
    });
    async function* rows(returned: string): AsyncGenerator<Buffer> {
      yield* portions(returned);
      done();
    }
    return this.take(() => next(rows).finally(done));
  }

  /** A large statement does not fit into the buffers of the system: the rest of it is sent when nothing is computed. */
  async sent(): Promise<void> {
    const socket = this.#socket;
    await this.#sending;
    await this.#copying;
    if (!socket.writableNeedDrain) return;
    await new Promise<void>((resolve) => {
      const done = (): void => {
        socket.off('drain', done);
        resolve();
      };
      socket.on('drain', done);
      this.#before.then(done);
    });
  }
}
