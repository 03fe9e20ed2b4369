import { connect, createServer, type Server, type Socket } from 'node:net';

/**
 * When a connection is cut that sent the bytes a rule waits for:
 * - `before-forward`: the server never receives them;
 * - `after-forward`: the server handles them, its reply never reaches the client;
 * - `after-reply`: the client gets the reply, then the connection ends.
 */
export type Moment = 'before-forward' | 'after-forward' | 'after-reply';

type Predicate = (sent: Buffer) => boolean;

interface Rule {
  readonly matches: Predicate;
  readonly moment: Moment;
  /** How many more connections it cuts. */
  left: number;
  readonly onCut: (() => void) | undefined;
}

interface Link {
  readonly client: Socket;
  readonly server: Socket;
  /** What happens to the next reply of the server. */
  pending: { readonly moment: 'after-forward' | 'after-reply'; readonly rule: Rule } | undefined;
}

/**
 * Stands between a service and its PostgreSQL and breaks connections where a test wants it. The target is a database URL, with a Unix socket in
 * `?host=` or with a host and a port; `url` is the same database through the proxy.
 *
 *     const proxy = await BreakingProxy.start(databaseUrl);
 *     proxy.cutOn(isCommit, 'after-forward');       // the next COMMIT is stored, and its reply is lost
 *     proxy.cutAll();                               // every connection that is open now
 *     proxy.refuse(true);                           // new connections end at once, as with a server that is down
 *     await proxy.stop();
 */
export class BreakingProxy {
  readonly url: string;
  readonly #server: Server;
  readonly #links = new Set<Link>();
  #rules: Rule[] = [];
  #refusing = false;
  #cuts = 0;

  private constructor(server: Server, url: string) {
    this.#server = server;
    this.url = url;
  }

  static async start(target: string): Promise<BreakingProxy> {
    const server = createServer((client) => proxy.#link(client, target));
    await new Promise<void>((ready) => {
      server.listen(0, '127.0.0.1', ready);
    });
    const address = server.address();
    const url = new URL(target);
    url.searchParams.delete('host');
    url.hostname = '127.0.0.1';
    url.port = String(typeof address === 'object' ? address?.port : '');
    const proxy = new BreakingProxy(server, url.toString());
    return proxy;
  }

  /** Connections that are open now. */
  get open(): number {
    return this.#links.size;
  }

  /** Connections that were cut so far, by a rule or by `cutAll`. */
  get cuts(): number {
    return this.#cuts;
  }

  /** Cuts the next `times` connections that send matching bytes. `onCut` runs right before the cut. */
  cutOn(matches: Predicate, moment: Moment, options: { times?: number; onCut?: () => void } = {}): void {
    this.#rules.push({ matches, moment, left: options.times ?? 1, onCut: options.onCut });
  }

  /** Forgets the rules that are still waiting. */
  clear(): void {
    this.#rules = [];
  }

  cutAll(): void {
    for (const link of [...this.#links]) this.#cut(link);
  }

  /** While true, new connections end at once. Open ones stay. */
  refuse(refusing: boolean): void {
    this.#refusing = refusing;
  }

  async stop(): Promise<void> {
    this.clear();
    for (const link of [...this.#links]) this.#end(link);
    await new Promise<void>((done) => {
      this.#server.close(() => done());
    });
  }

  #link(client: Socket, target: string): void {
    if (this.#refusing) {
      client.on('error', () => {});
      client.destroy();
      return;
    }
    const link: Link = { client, server: connectTo(target), pending: undefined };
    this.#links.add(link);
    for (const socket of [link.client, link.server]) {
      socket.setNoDelay(true);
      socket.on('error', () => this.#end(link));
      socket.on('close', () => this.#end(link));
    }
    link.client.on('data', (bytes) => this.#fromClient(link, bytes));
    link.server.on('data', (bytes) => this.#fromServer(link, bytes));
  }

  #fromClient(link: Link, bytes: Buffer): void {
    const rule = this.#rules.find(({ matches }) => matches(bytes));
    if (rule && --rule.left <= 0) this.#rules = this.#rules.filter((each) => each !== rule);
    if (rule?.moment === 'before-forward') {
      rule.onCut?.();
      this.#cut(link);
      return;
    }
    if (rule) link.pending = { moment: rule.moment as 'after-forward' | 'after-reply', rule };
    link.server.write(bytes);
  }

  #fromServer(link: Link, bytes: Buffer): void {
    if (!link.pending) {
      link.client.write(bytes);
      return;
    }
    const { moment, rule } = link.pending;
    rule.onCut?.();
    if (moment === 'after-forward') this.#cut(link);
    else link.client.write(bytes, () => this.#cut(link));
  }

  #cut(link: Link): void {
    this.#cuts++;
    this.#end(link);
  }

  #end(link: Link): void {
    this.#links.delete(link);
    link.client.destroy();
    link.server.destroy();
  }
}

function connectTo(target: string): Socket {
  const url = new URL(target);
  const port = Number(url.port || 5432);
  const host = url.searchParams.get('host') ?? url.hostname;
  return host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
}

/** Whether the client sends a statement that begins with this text, as a simple query or as one that is parsed first. */
export const sends =
  (beginning: string): Predicate =>
  (sent) => {
    const text = sent.toString('latin1').toLowerCase();
    const wanted = beginning.toLowerCase();
    return (text.startsWith('q') && text.startsWith(wanted, 5)) || text.includes(`\0${wanted}`);
  };

/** COMMIT as the service sends it: a simple query of its own. */
export const isCommit: Predicate = sends('commit\0');
