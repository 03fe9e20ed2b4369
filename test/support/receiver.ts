import http from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly path: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies freely
  readonly body: any;
}

type Answer = { status: number; headers?: Record<string, string>; body?: string } | 'drop' | 'silence';

/** A back office that writes down what it gets, and responds as a test chooses. */
export class TestReceiver {
  readonly received: Received[] = [];
  answer: (request: Received) => Answer | Promise<Answer> = () => ({ status: 200 });
  readonly #server: http.Server;

  private constructor() {
    this.#server = http.createServer(async (request, response) => {
      let text = '';
      for await (const part of request) text += part;
      const isJson = /json/.test(request.headers['content-type'] ?? '');
      const received = {
        path: request.url ?? '',
        headers: request.headers,
        text,
        body: isJson ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text)),
      };
      this.received.push(received);
      const answer = await this.answer(received);
      if (answer === 'drop') request.socket.destroy();
      else if (answer !== 'silence') response.writeHead(answer.status, answer.headers).end(answer.body ?? '');
    });
  }

  static async start(): Promise<TestReceiver> {
    const receiver = new TestReceiver();
    await new Promise<void>((listening) => receiver.#server.listen(0, '127.0.0.1', listening));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The deliveries, in the order in which they came. */
  at(path: string): Received[] {
    return this.received.filter((each) => each.path === path);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((closed) => this.#server.close(closed));
  }
}
