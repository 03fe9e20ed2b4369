import { TextDecoder } from 'node:util';
import { refuse } from '../../domain/errors.ts';

/** Turns the bytes of a body that is not UTF-8 into UTF-8, piece by piece. */
export interface Decoder {
  /** Bytes of UTF-8 that one byte of the body becomes at most. */
  readonly ratio: number;
  push(chunk: Uint8Array): Buffer;
  /** What is left at the end of the body. A character that is cut off is refused. */
  end(): Buffer;
}

type Charset = 'utf-8' | 'utf-16' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** The names that clients use. US-ASCII is part of UTF-8; browsers and most clients mean Windows-1252 when they say Latin-1. */
const NAMES: ReadonlyMap<string, Charset> = new Map<string, Charset>([
  ...(['utf-8', 'utf8', 'us-ascii', 'ascii'] as const).map((name) => [name, 'utf-8'] as const),
  ...(['utf-16', 'utf16', 'unicode', 'ucs-2'] as const).map((name) => [name, 'utf-16'] as const),
  ...(['utf-16le', 'utf16le'] as const).map((name) => [name, 'utf-16le'] as const),
  ...(['utf-16be', 'utf16be', 'unicodefffe'] as const).map((name) => [name, 'utf-16be'] as const),
  ...(['iso-8859-1', 'iso8859-1', 'iso_8859-1', 'latin1', 'latin-1', 'windows-1252', 'cp1252'] as const).map(
    (name) => [name, 'windows-1252'] as const,
  ),
]);

/** The parameter `charset` of a Content-Type, in lower case. */
export const charsetOf = (contentType: string): string =>
  (/;\s*charset\s*=\s*(?:"([^"]*)"|([^\s;]*))/i.exec(contentType) ?? []).slice(1).join('').trim().toLowerCase();

/** The decoder for what a Content-Type declares; undefined for UTF-8, which needs none. Refuses a character set that is not supported. */
export function decoderFor(contentType: string): Decoder | undefined {
  const name = charsetOf(contentType);
  const charset = name === '' ? 'utf-8' : NAMES.get(name);
  switch (charset) {
    case 'utf-8':
      return undefined;
    case 'windows-1252':
      return new Windows1252();
    case undefined:
      throw refuse(
        'REQ003',
        `The character set ${name.slice(0, 40)} is not supported. Use UTF-8, UTF-16 or ISO-8859-1.`,
        'Content-Type',
      );
    default:
      return new Utf16(charset);
  }
}

const NOTHING = Buffer.alloc(0);

/** The first bytes tell the byte order, if a byte order mark or, in JSON, the first character gives it. */
function orderOf(declared: 'utf-16' | 'utf-16le' | 'utf-16be', first: number, second: number): 'utf-16le' | 'utf-16be' {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (declared !== 'utf-16') return declared;
  return first === 0 ? 'utf-16be' : 'utf-16le';
}

class Utf16 implements Decoder {
  readonly ratio = 1.5;
  readonly #declared: 'utf-16' | 'utf-16le' | 'utf-16be';
  #head: Uint8Array = NOTHING;
  #decoder: TextDecoder | undefined;

  constructor(declared: 'utf-16' | 'utf-16le' | 'utf-16be') {
    this.#declared = declared;
  }

  push(chunk: Uint8Array): Buffer {
    if (this.#decoder) return this.#decoded(this.#decoder, chunk);
    const bytes = this.#head.length === 0 ? chunk : Buffer.concat([this.#head, chunk]);
    const [first, second] = bytes;
    if (first === undefined || second === undefined) {
      this.#head = Uint8Array.from(bytes);
      return NOTHING;
    }
    this.#decoder = new TextDecoder(orderOf(this.#declared, first, second), { fatal: true });
    return this.#decoded(this.#decoder, bytes);
  }

  end(): Buffer {
    if (!this.#decoder && this.#head.length === 0) return NOTHING;
    return this.#decoded(
      this.#decoder ?? new TextDecoder('utf-16le', { fatal: true }),
      this.#decoder ? undefined : this.#head,
    );
  }

  #decoded(decoder: TextDecoder, bytes: Uint8Array | undefined): Buffer {
    try {
      return Buffer.from(bytes && this.#decoder ? decoder.decode(bytes, { stream: true }) : decoder.decode(bytes));
    } catch {
      throw refuse('REQ001', 'The body is not valid UTF-16, which its Content-Type declares.', 'Content-Type');
    }
  }
}

/** What Windows-1252 has where Latin-1 has control characters that nobody sends. */
const HIGH_CONTROLS =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178';

class Windows1252 implements Decoder {
  readonly ratio = 3;

  push(chunk: Uint8Array): Buffer {
    const text = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length).toString('latin1');
    return Buffer.from(text.replace(/[\x80-\x9f]/g, (each) => HIGH_CONTROLS[each.charCodeAt(0) - 0x80] ?? each));
  }

  end(): Buffer {
    return NOTHING;
  }
}
