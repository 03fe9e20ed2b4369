import type { Readable } from 'node:stream';
import { Refusal, refuse } from '../../domain/errors.ts';

export const NDJSON = /^application\/(?:x-)?(?:ndjson|jsonl)\b/i;

/** A line is one record: longer than this is none. */
const LONGEST_LINE = 65_536;

/** Its bytes; that they are not packed as they should be, or end too early, is the sender's mistake. */
async function* readable(body: Readable): AsyncGenerator<Uint8Array> {
  try {
    yield* body.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw error instanceof Refusal ? error : refuse('REQ001', 'The body cannot be decompressed, or is incomplete.');
  }
}

/** The lines of a body as they come, parsed. A body of any length takes the memory of a line. */
export async function* linesOf(body: Readable): AsyncGenerator<{ readonly value: unknown; readonly line: number }> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decode = (bytes?: Uint8Array): string => {
    try {
      return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
    } catch {
      throw refuse('REQ001', 'The body is not valid UTF-8.');
    }
  };
  let rest = '';
  let line = 0;
  const parse = (text: string): { value: unknown; line: number }[] => {
    line++;
    if (text.length > LONGEST_LINE)
      throw refuse('REQ004', `line ${line}: a line may have ${LONGEST_LINE} characters at most.`);
    if (text.trim() === '') return [];
    try {
      return [{ value: JSON.parse(text), line }];
    } catch {
      throw refuse('REQ001', `line ${line}: is not valid JSON.`);
    }
  };
  // A client that is refused half-way still gets the response: the connection stays open.
  for await (const chunk of readable(body)) {
    const lines = `${rest}${decode(chunk)}`.split('\n');
    rest = lines.pop() ?? '';
    for (const text of lines) yield* parse(text);
    if (rest.length > LONGEST_LINE) yield* parse(rest);
  }
  yield* parse(rest + decode());
}
