import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TextWriter } from '../../../src/platform/text-writer.ts';
import { JoinedTexts, SEPARATOR } from '../../../src/records/storage/joined-texts.ts';

const documents = fc.array(fc.json(), { minLength: 1, maxLength: 20 });

const joined = (all: readonly string[]) => {
  const texts = new JoinedTexts(new TextWriter(16));
  return { texts, logged: all.map((text) => texts.add((writer, each) => writer.add(each), text)) };
};

test('each text is read as it was written, alone, in JSON and in a string', () => {
  fc.assert(
    fc.property(documents, (all) => {
      const { logged } = joined(all);
      expect(logged.map(String)).toEqual(all);
      expect(JSON.stringify({ after: logged })).toBe(JSON.stringify({ after: all }));
    }),
  );
});

test('texts that follow each other are joined by the separator, without one at the ends', () => {
  fc.assert(
    fc.property(documents, fc.nat(), fc.nat(), (all, one, other) => {
      const from = one % all.length;
      const to = from + 1 + (other % (all.length - from));
      expect(joined(all).texts.bytes(from, to).toString()).toBe(all.slice(from, to).join(SEPARATOR));
    }),
  );
});
