import type { Socket } from 'node:net';

/**
 * One connection does one thing at a time; who asks for several at once gets them one after the other. The first is sent at once, and not when the
 * code that asked for it has ended: what that computes meanwhile does not delay the statement.
 */
export class StatementTurns {
  readonly #socket: Socket;
  #before: Promise<unknown> = Promise.resolve();
  #unanswered = 0;

  constructor(socket: Socket) {
    this.#socket = socket;
  }

  take<T>(next: () => Promise<T>): Promise<T> {
    const turn = this.#unanswered++ === 0 ? next() : this.#before.then(next);
    const answered = (): void => {
      this.#unanswered--;
    };
    this.#before = turn.then(answered, answered);
    return turn;
  }

  /** A large statement does not fit into the buffers of the system: the rest of it is sent when nothing is computed. */
  sent(): Promise<void> {
    const socket = this.#socket;
    if (!socket.writableNeedDrain) return Promise.resolve();
    return new Promise((resolve) => {
      const done = (): void => {
        socket.off('drain', done);
        resolve();
      };
      socket.on('drain', done);
      this.#before.then(done);
    });
  }
}
