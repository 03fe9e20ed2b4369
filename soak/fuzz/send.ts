import http from 'node:http';
import { gzipSync } from 'node:zlib';
import type { Answer } from '../../test/support/service.ts';
import type { LiveValues } from './live-values.ts';
import type { FuzzRequest } from './make-request.ts';

/** A request as it went out, with everything that was chosen last. */
export interface Sent {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
  /** The body before it was packed. */
  readonly plain: Buffer | undefined;
}

/** No route takes longer; an import of 10,000 calls has a tenth of it. */
const PATIENCE_MS = 130_000;
/** How long an answer without an end is read. */
const STREAM_MS = 150;

export function readyToSend(made: FuzzRequest, credential: Readonly<Record<string, string>>, values: LiveValues): Sent {
  const text = typeof made.body === 'string' ? values.inBody(made.body, made.chance) : made.body;
  const plain = text === undefined ? undefined : Buffer.from(text);
  const packed = made.pack === 'none' ? undefined : gzipSync(plain ?? '');
  return {
    method: made.method,
    target: values.inPath(made.target, made.chance),
    headers: {
      ...made.headers,
      ...credential,
      ...(packed ? { 'content-encoding': 'gzip' } : {}),
    },
    plain,
    body: made.pack === 'broken' ? packed?.subarray(0, Math.ceil(packed.length / 2)) : (packed ?? plain),
  };
}

export class Sender {
  readonly #address: string;
  readonly #agent: http.Agent;

  constructor(address: string, connections: number) {
    this.#address = address;
    this.#agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  }

  /** The answer, whatever its status; rejects when there is none. */
  send({ method, target, headers, body }: Sent): Promise<Answer> {
    const { hostname, port } = new URL(this.#address);
    return new Promise((resolve, reject) => {
      const options = {
        hostname,
        port,
        method,
        path: target,
        agent: this.#agent,
        headers: { ...headers, ...(body ? { 'content-length': body.length } : {}) },
        timeout: PATIENCE_MS,
      };
      const request = http.request(options, (response) => {
        const parts: Buffer[] = [];
        const done = (): void => resolve(answerOf(response, Buffer.concat(parts).toString()));
        if (/event-stream/.test(response.headers['content-type'] ?? '')) {
          setTimeout(() => {
            done();
            request.destroy();
          }, STREAM_MS);
        }
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', done);
        response.on('error', reject);
      });
      request.on('timeout', () => request.destroy(new Error(`no answer within ${PATIENCE_MS / 1000} s`)));
      request.on('error', reject);
      request.end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

function answerOf(response: http.IncomingMessage, text: string): Answer {
  const type = response.headers['content-type'] ?? '';
  return {
    status: response.statusCode ?? 0,
    statusText: response.statusMessage ?? '',
    headers: new Headers({ 'content-type': type }),
    body: /json/.test(type) && text !== '' ? JSON.parse(text) : undefined,
    text,
  };
}

/** The request as a person would repeat it. */
export function shown({ method, target, headers, plain }: Sent): string {
  const text = plain?.toString() ?? '';
  const lines = [`${method} ${target}`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)];
  return [...lines, '', text.length > 20_000 ? `${text.slice(0, 20_000)}… (${text.length} characters)` : text].join(
    '\n',
  );
}
