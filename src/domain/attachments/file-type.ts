/** A type of file by its first bytes. */
interface FileType {
  /** As messages name it. */
  readonly name: string;
  /** The media type of those that are allowed; others are refused. */
  readonly type?: AllowedType;
}

export const allowedTypes = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/heic',
  'application/pdf',
  'text/plain',
] as const;
export type AllowedType = (typeof allowedTypes)[number];

export const isImage = (type: string): boolean => type.startsWith('image/');

/** What a client that does not know the type declares. */
const UNDECLARED = 'application/octet-stream';
const SPELLINGS: Readonly<Record<string, AllowedType>> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/heif': 'image/heic',
  'application/x-pdf': 'application/pdf',
};

/** The declared type without parameters; undefined where the client does not know it, null where it is not allowed. */
export function declaredType(sent: string): AllowedType | undefined | null {
  const plain = (sent.split(';')[0] ?? '').trim().toLowerCase();
  if (plain === UNDECLARED || plain === '') return undefined;
  return allowedTypes.find((type) => type === (SPELLINGS[plain] ?? plain)) ?? null;
}

type Bytes = Uint8Array;
const latin = (bytes: Bytes, from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to));
const begins =
  (...start: readonly number[]) =>
  (bytes: Bytes): boolean =>
    start.every((byte, i) => bytes[i] === byte);
const beginsWith = (text: string) => begins(...[...text].map((each) => each.charCodeAt(0)));

const HEIC_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'];
const brandOf = (bytes: Bytes): string => (latin(bytes, 4, 8) === 'ftyp' ? latin(bytes, 8, 12) : '');

const SIGNATURES: readonly (FileType & { readonly matches: (bytes: Bytes) => boolean })[] = [
  { name: 'JPEG image', type: 'image/jpeg', matches: begins(0xff, 0xd8, 0xff) },
  { name: 'PNG image', type: 'image/png', matches: begins(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a) },
  {
    name: 'WebP image',
    type: 'image/webp',
    matches: (bytes) => latin(bytes, 0, 4) === 'RIFF' && latin(bytes, 8, 12) === 'WEBP',
  },
  { name: 'HEIC image', type: 'image/heic', matches: (bytes) => HEIC_BRANDS.includes(brandOf(bytes)) },
  { name: 'PDF document', type: 'application/pdf', matches: beginsWith('%PDF-') },
  { name: 'virus test file (EICAR)', matches: beginsWith('X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR') },
  { name: 'AVIF image', matches: (bytes) => brandOf(bytes).startsWith('avi') },
  { name: 'video', matches: (bytes) => brandOf(bytes) !== '' },
  { name: 'GIF image', matches: beginsWith('GIF8') },
  { name: 'TIFF image', matches: (bytes) => beginsWith('II*\0')(bytes) || beginsWith('MM\0*')(bytes) },
  { name: 'bitmap image', matches: (bytes) => beginsWith('BM')(bytes) && bytes[6] === 0 && bytes[8] === 0 },
  { name: 'ZIP archive or Office document', matches: begins(0x50, 0x4b, 0x03, 0x04) },
  { name: 'ZIP archive or Office document', matches: begins(0x50, 0x4b, 0x05, 0x06) },
  { name: 'Office document', matches: begins(0xd0, 0xcf, 0x11, 0xe0) },
  { name: 'gzip archive', matches: begins(0x1f, 0x8b) },
  { name: '7z archive', matches: begins(0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c) },
  { name: 'RAR archive', matches: beginsWith('Rar!') },
  { name: 'Windows program', matches: beginsWith('MZ') },
  { name: 'Linux program', matches: begins(0x7f, 0x45, 0x4c, 0x46) },
  { name: 'macOS program', matches: begins(0xcf, 0xfa, 0xed, 0xfe) },
  { name: 'Java program', matches: begins(0xca, 0xfe, 0xba, 0xbe) },
  { name: 'WebAssembly program', matches: begins(0x00, 0x61, 0x73, 0x6d) },
  { name: 'script', matches: beginsWith('#!') },
  { name: 'RTF document', matches: beginsWith('{\\rtf') },
];

/** Beginnings of texts that a browser or another program would run or draw. */
const MARKUP: readonly (readonly [RegExp, string])[] = [
  [/^<svg\b/i, 'SVG image'],
  [/^<\?xml[^>]*>(?:\s|<!--[\s\S]*?-->|<!doctype svg[^>]*>)*<svg\b/i, 'SVG image'],
  [/^<\?php/i, 'PHP script'],
  [/^<\?xml/i, 'XML document'],
  [
    /^<(?:!--|(?:!doctype|html|head|body|script|iframe|style|table|div|meta|link|title|h\d|p|a|br|b|img|font)\b)/i,
    'HTML document',
  ],
  [/^<[a-z!?/]/i, 'HTML or XML document'],
];

/** What the beginning of a file shows; a text may still prove to be none: see ContentCheck. */
export function fileTypeOf(start: Bytes): FileType {
  const found = SIGNATURES.find(({ matches }) => matches(start));
  if (found) return found;
  if (!isTextual(start)) return { name: 'file of an unknown type' };
  const text = new TextDecoder()
    .decode(start.subarray(0, 2048))
    .replace(/^\uFEFF/, '')
    .trimStart();
  const markup = MARKUP.find(([pattern]) => pattern.test(text));
  return markup ? { name: markup[1] } : { name: 'plain text', type: 'text/plain' };
}

const isControl = (byte: number): boolean =>
  byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0c && byte !== 0x0d;
const isTextual = (bytes: Bytes): boolean => !bytes.some(isControl);

/** As scanners for viruses look for it, anywhere in a file. */
const EICAR = 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE';

/** Looks at all of a file, chunk by chunk. */
export class ContentCheck {
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  #type: FileType | undefined;
  #tail = '';
  #isText = true;
  #isTest = false;

  push(chunk: Bytes): void {
    this.#type ??= fileTypeOf(chunk);
    const text = this.#tail + latinOf(chunk);
    this.#isTest ||= text.includes(EICAR);
    this.#tail = text.slice(-EICAR.length);
    if (this.#type.type === 'text/plain' && this.#isText) this.#isText = isTextual(chunk) && this.#decodes(chunk, true);
  }

  end(): FileType {
    const type = this.#type ?? { name: 'empty file' };
    if (this.#isTest) return { name: 'virus test file (EICAR)' };
    if (type.type !== 'text/plain') return type;
    return this.#isText && this.#decodes(new Uint8Array(), false) ? type : { name: 'file of an unknown type' };
  }

  #decodes(chunk: Bytes, stream: boolean): boolean {
    try {
      this.#decoder.decode(chunk, { stream });
      return true;
    } catch {
      return false;
    }
  }
}

/** In pieces: the arguments of a call are limited. */
function latinOf(bytes: Bytes): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192) text += latin(bytes, at, at + 8192);
  return text;
}
