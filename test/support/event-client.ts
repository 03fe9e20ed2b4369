import http from 'node:http';

export interface SeenEvent {
  readonly name: string;
  readonly id: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into events freely
  readonly data: any;
}

/** A client of Server-Sent Events written to the letter of the standard: it comes again when it is cut off, with the last id it saw. */
export class EventClient {
  readonly events: SeenEvent[] = [];
  status = 0;
  headers: http.IncomingHttpHeaders = {};
  /** How often it was connected. */
  connections = 0;
  /** How often a connection ended in an orderly way. */
  ends = 0;
  /** How often a connection was over, in whatever way. */
  cuts = 0;
  lastId = '';
  readonly #numbers: number[] = [];
  #url: () => string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #again: boolean;
  #request: http.ClientRequest | undefined;
  #response: http.IncomingMessage | undefined;
  #closed = false;
  #paused = false;
  #looking = new Set<() => void>();

  /** The address may change from one connection to the next. */
  constructor(url: string | (() => string), headers: Readonly<Record<string, string>>, { again = false } = {}) {
    this.#url = typeof url === 'string' ? () => url : url;
    this.#headers = headers;
    this.#again = again;
    this.#connect();
  }

  #connect(): void {
    if (this.#closed) return;
    const headers = { ...this.#headers, ...(this.lastId === '' ? {} : { 'last-event-id': this.lastId }) };
    let over = false;
    let pauseMs = 50;
    const cut = (): void => {
      if (over) return;
      over = true;
      this.cuts++;
      this.#look();
      if (this.#again) setTimeout(() => this.#connect(), pauseMs);
    };
    this.#request = http.get(this.#url(), { headers, agent: false }, (response) => {
      this.#response = response;
      this.status = response.statusCode ?? 0;
      this.headers = response.headers;
      // A service that starts refuses for a moment. Two hundred clients that did not wait would use up the rate limit of their key.
      if (this.status !== 200) pauseMs = 1000 * Number(response.headers['retry-after'] ?? 1);
      this.connections++;
      let rest = '';
      response.setEncoding('utf8');
      response.on('data', (text: string) => {
        const blocks = `${rest}${text}`.split('\n\n');
        rest = blocks.pop() ?? '';
        for (const block of blocks) this.#take(block);
        this.#look();
      });
      response.on('end', () => {
        this.ends++;
        cut();
      });
      response.on('error', cut);
      response.on('close', cut);
      if (this.#paused) response.pause();
      this.#look();
    });
    this.#request.on('error', cut);
  }

  #take(block: string): void {
    let name = 'message';
    const data: string[] = [];
    for (const line of block.split('\n')) {
      const [field = '', value = ''] = [
        line.slice(0, line.indexOf(':')),
        line.slice(line.indexOf(':') + 1).trimStart(),
      ];
      if (field === 'id') this.lastId = value;
      if (field === 'event') name = value;
      if (field === 'data') data.push(value);
    }
    if (data.length === 0) return;
    this.events.push({ name, id: this.lastId, data: JSON.parse(data.join('\n')) });
    if (name === 'change') this.#numbers.push(Number(this.lastId));
  }

  #look(): void {
    for (const look of [...this.#looking]) look();
  }

  /** Waits until it has seen enough. */
  until(enough: (client: this) => boolean, what = 'events', seconds = 150): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#looking.delete(look);
        const { connections, cuts, status } = this;
        const seen = `${this.events.length} events in ${connections} connections, ${cuts} of them cut, status ${status}`;
        reject(new Error(`waited ${seconds} s without a result for ${what}; saw ${seen}`));
      }, seconds * 1000);
      const look = (): void => {
        if (!enough(this)) return;
        clearTimeout(timer);
        this.#looking.delete(look);
        resolve();
      };
      this.#looking.add(look);
      look();
    });
  }

  /** It has its place in the log. */
  isOpen(): Promise<void> {
    return this.until(({ lastId }) => lastId !== '', 'an open stream');
  }

  named(name: string): SeenEvent[] {
    return this.events.filter((event) => event.name === name);
  }

  /** Of the changes that it saw; not counted again, because it is read at every packet. */
  numbers(): readonly number[] {
    return this.#numbers;
  }

  /** Reads nothing until it goes on. */
  pause(): void {
    this.#paused = true;
    this.#response?.pause();
  }

  resume(): void {
    this.#paused = false;
    this.#response?.resume();
  }

  close(): void {
    this.#closed = true;
    this.#request?.destroy();
  }
}
