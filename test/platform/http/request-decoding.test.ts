import { describe, expect, test } from 'vitest';
import { charsetOf, decoderFor } from '../../../src/platform/http/charset.ts';
import { parseForm } from '../../../src/platform/http/form.ts';
import { JsonScan } from '../../../src/platform/http/json-scan.ts';
import { refusalOf } from '../../support/body-reader.ts';

const TEXT = '[{"name":"Zoë Łódź 東京 😀 €"}]';
const LATIN = '[{"name":"Zoë – “€”"}]';

const utf16le = (text: string): Buffer => Buffer.from(text, 'utf16le');
const utf16be = (text: string): Buffer => utf16le(text).swap16();
const withMark = (text: string): string => `\ufeff${text}`;

/** Windows-1252 of the characters that the tests use. */
const windows1252 = (text: string): Buffer =>
  Buffer.from([...text].map((each) => ({ '–': 0x96, '“': 0x93, '”': 0x94, '€': 0x80 })[each] ?? each.charCodeAt(0)));

/** Decodes a body that arrives in pieces of so many bytes. */
function decoded(contentType: string, bytes: Buffer, size = bytes.length): string {
  const decoder = decoderFor(contentType);
  if (!decoder) throw new Error(`${contentType} needs no decoder`);
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size) pieces.push(decoder.push(bytes.subarray(at, at + size)));
  return Buffer.concat([...pieces, decoder.end()]).toString('utf8');
}

describe('the character set of a Content-Type', () => {
  test.each([
    ['application/json', ''],
    ['application/json; charset=UTF-16', 'utf-16'],
    ['application/json;charset="utf-16le"', 'utf-16le'],
    ['text/json; boundary=x; Charset = iso-8859-1 ; q=1', 'iso-8859-1'],
    ['application/json; charset=', ''],
    ['application/json; notcharset=utf-16', ''],
  ])('%s declares "%s"', (contentType, charset) => {
    expect(charsetOf(contentType)).toBe(charset);
  });

  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'text/json; charset=UTF8',
    'a/b; charset=us-ascii',
  ])('%s needs no decoder', (contentType) => {
    expect(decoderFor(contentType)).toBeUndefined();
  });

  test.each(['utf-7', 'utf-32', 'ebcdic', 'x'.repeat(1000)])('%s is refused', (charset) => {
    const refusal = refusalOf(() => decoderFor(`application/json; charset=${charset}`));
    expect(refusal).toMatchObject({ code: 'REQ003', parameter: 'Content-Type' });
    expect(refusal?.message.length).toBeLessThan(150);
  });
});

describe('UTF-16 is decoded', () => {
  const cases: readonly (readonly [string, string, Buffer])[] = [
    ['little-endian as declared', 'utf-16le', utf16le(TEXT)],
    ['big-endian as declared', 'utf-16be', utf16be(TEXT)],
    ['little-endian by its mark', 'utf-16', utf16le(withMark(TEXT))],
    ['big-endian by its mark', 'utf-16', utf16be(withMark(TEXT))],
    ['little-endian by its first character', 'utf-16', utf16le(TEXT)],
    ['big-endian by its first character', 'utf-16', utf16be(TEXT)],
    ['with a mark beside the declared order', 'utf-16le', utf16le(withMark(TEXT))],
    ['by a mark that contradicts the declared order', 'utf-16le', utf16be(withMark(TEXT))],
    ['by the name that .NET gives it', 'unicodeFFFE', utf16be(TEXT)],
  ];
  test.each(cases)('%s', (_title, charset, bytes) => {
    for (const size of [bytes.length, 1, 3, 7]) expect(decoded(`a/json; charset=${charset}`, bytes, size)).toBe(TEXT);
  });

  test('an empty body stays empty', () => {
    expect(decoded('a/json; charset=utf-16', Buffer.alloc(0), 1)).toBe('');
  });

  test('a byte that is cut off, or half of a surrogate pair, is refused', () => {
    const cut = utf16le(TEXT).subarray(0, -1);
    const alone = utf16le('["\ud83d"]');
    for (const bytes of [cut, alone, utf16le('"').subarray(0, 1), utf16le('["\ud83d')])
      for (const size of [bytes.length, 1])
        expect(refusalOf(() => decoded('a/json; charset=utf-16le', bytes, size))).toMatchObject({ code: 'REQ001' });
  });
});

describe('Latin-1 is decoded', () => {
  test.each(['iso-8859-1', 'latin1', 'windows-1252'])('%s, with the characters of Windows-1252', (charset) => {
    for (const size of [100, 1]) expect(decoded(`a/json; charset=${charset}`, windows1252(LATIN), size)).toBe(LATIN);
  });

  test('every byte is a character, and none becomes more bytes than announced', () => {
    const every = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    const decoder = decoderFor('a/b; charset=latin1');
    const read = decoder?.push(every) ?? Buffer.alloc(0);
    expect([...read.toString('utf8')]).toHaveLength(256);
    expect(read.toString('utf8')).not.toContain('\ufffd');
    expect(decoder?.push(Buffer.alloc(10, 0x80)).length).toBe(10 * (decoder?.ratio ?? 0));
  });
});

describe('a form', () => {
  const form = (text: string | Buffer) => parseForm(Buffer.from(text));

  test('gives names and values, with blanks and characters as they were', () => {
    expect(form('username=anna%40example.com&password=a+b%26c%3D%C3%A9=1')).toEqual({
      username: 'anna@example.com',
      password: 'a b&c=é=1',
    });
    expect(form('')).toEqual({});
    expect(form('a&b=&=c&&')).toEqual({ a: '', b: '', '': 'c' });
  });

  test('with a name twice has both values, so that none is taken by chance', () => {
    expect(form('password=1&password=2')).toEqual({ password: ['1', '2'] });
  });

  test('with a name of an object is harmless', () => {
    expect(Object.keys(form('__proto__=1'))).toEqual(['__proto__']);
  });

  test.each(['a=%', 'a=%zz', 'a=%C3%28', '%ff=1'])('%s is refused', (text) => {
    expect(refusalOf(() => form(text))).toMatchObject({ code: 'REQ001' });
  });

  test('that is not UTF-8 is refused', () => {
    expect(refusalOf(() => form(Buffer.from([0x61, 0x3d, 0xe9])))).toMatchObject({ code: 'REQ001' });
  });
});

describe('the elements of a body', () => {
  test.each([
    ['[1,2,3]', 3],
    ['[{"a":1,"b":[1,2]},{"c":2}]', 2],
    ['{"a":1,"b":2,"c":3}', 1],
    ['"a,b"', 1],
  ])('%s are %i', (text, items) => {
    const scan = new JsonScan('json');
    scan.push(Buffer.from(text));
    expect(scan.items).toBe(items);
  });
});
