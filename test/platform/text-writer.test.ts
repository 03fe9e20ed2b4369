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

/** A half of a pair of code units cannot be written: it becomes the sign for that. */
const stored = (text: string): string => Buffer.from(text).toString();

test('a text has all its pieces, spelled as they were asked for', () => {
  const writer = new TextWriter();
  const pieces = fc.array(fc.tuple(fc.constantFrom('plain', 'json', 'escaped'), texts), { maxLength: 30 });
  fc.assert(
    fc.property(pieces, (added) => {
      writer.begin();
      for (const [how, text] of added)
        if (how === 'plain') writer.add(text);
        else if (how === 'json') writer.addJson(text);
        else writer.addEscaped(text, escaped);
      const expected = added.map(([how, text]) =>
        stored(how === 'plain' ? text : how === 'json' ? JSON.stringify(text) : escaped(text)),
      );
      expect(writer.take()).toBe(expected.join(''));
    }),
    { numRuns: 500 },
  );
});

test('what was written and not taken is gone', () => {
  const writer = new TextWriter();
  writer.add('é half of a row');
  writer.begin();
  writer.addJson('a row');
  expect(writer.take()).toBe('"a row"');
  expect(writer.take()).toBe('');
});
