import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TextWriter } from '../../src/platform/text-writer.ts';

const escaped = (text: string): string => text.replace(/["\\\p{Cc}]/gu, (character) => `<${character.charCodeAt(0)}>`);

/** Short and long, with all that is escaped or takes more than one byte, whole and in halves. */
const texts = fc.oneof(
  fc.string({ maxLength: 60 }),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({
    unit: fc.constantFrom('a', 'é', '\u007f', '\u0080', '"', '\\', '\t', '\n', '\u001e', '😀', '\ud83d'),
    maxLength: 60,
  }),
  fc.nat({ max: 200_000 }).map((length) => 'long '.repeat(length / 5)),
);
const pieces = fc.array(fc.tuple(fc.constantFrom('plain', 'json', 'escaped', 'byte'), texts), { maxLength: 30 });

/** A half of a pair of code units cannot be written: it becomes the sign for that. */
const stored = (text: string): string => Buffer.from(text).toString();

function write(writer: TextWriter, added: readonly (readonly [string, string])[]): string {
  for (const [how, text] of added)
    if (how === 'plain') writer.add(text);
    else if (how === 'json') writer.addJson(text);
    else if (how === 'escaped') writer.addEscaped(text, escaped);
    else writer.addByte(9);
  return added
    .map(([how, text]) =>
      stored(how === 'plain' ? text : how === 'json' ? JSON.stringify(text) : how === 'byte' ? '\t' : escaped(text)),
    )
    .join('');
}

test('a text has all its pieces, spelled as they were asked for', () => {
  fc.assert(
    fc.property(pieces, fc.nat({ max: 1000 }), (added, expectedLength) => {
      const writer = new TextWriter(expectedLength);
      const expected = write(writer, added);
      expect(writer.length).toBe(Buffer.byteLength(expected));
      expect(writer.bytes(0, writer.length).toString()).toBe(expected);
      expect(writer.take().toString()).toBe(expected);
    }),
    { numRuns: 500 },
  );
});

test('what was taken stays as it is while the next text is written', () => {
  fc.assert(
    fc.property(fc.array(pieces, { minLength: 2, maxLength: 4 }), (all) => {
      const writer = new TextWriter(100);
      const expected: string[] = [];
      const taken = all.map((added) => {
        expected.push(write(writer, added));
        return writer.take();
      });
      expect(taken.map(String)).toEqual(expected);
    }),
    { numRuns: 100 },
  );
});
