import { describe, expect, test, vi } from 'vitest';
import { plural } from '../../../web/src/i18n/plural.ts';
import { countedTexts, type Parameters, sourceOf, textFiles } from './counted-texts.ts';
import { WORDS } from './counted-words.ts';

type Language = keyof typeof plural;
type Group = Readonly<Record<string, unknown>>;
const { declared } = vi.hoisted(() => ({ declared: [] as Readonly<Record<Language, Group>>[] }));
vi.mock('../../../web/src/i18n/area-texts.ts', () => ({
  areaTexts: (texts: Readonly<Record<Language, Group>>) => {
    declared.push(texts);
    return () => texts.en;
  },
}));

const COUNTS = [0, 1, 2];

test('the form follows the rules of the language', () => {
  const forms = (language: Language) => COUNTS.map((count) => plural[language](count, '# one', '# other'));
  for (const language of ['en', 'nl', 'de'] as const) expect(forms(language)).toEqual(['0 other', '1 one', '2 other']);
  expect(forms('fr')).toEqual(['0 one', '1 one', '2 other']);
  expect(plural.en(12_000, '# round', '# rounds', '12,000')).toBe('12,000 rounds');
});

interface Said {
  readonly name: string;
  readonly count: number;
  readonly text: string;
}

/** Every counted text of a group, said with each count for all its numbers. */
function said(group: Group, counted: ReadonlyMap<string, Parameters>, path: string): Said[] {
  return Object.entries(group).flatMap(([key, value]): Said[] => {
    const name = `${path} ${key}`;
    if (typeof value === 'object' && value !== null) return said(value as Group, counted, name);
    const parameters = counted.get(key);
    if (typeof value !== 'function' || !parameters) return [];
    return COUNTS.map((count) => ({
      ...{ name, count },
      text: String(value(...parameters.map((isCount) => (isCount ? count : '…')))),
    }));
  });
}

/** What is wrong with a text: a word in the wrong number, or a counted word that is not in the list. */
function faultsOf(language: Language, { name, count, text }: Said): string[] {
  const { pairs, invariable } = WORDS[language];
  const isOne = new Intl.PluralRules(language).select(count) === 'one';
  const wrong = new Set(pairs.map(([one, other]) => (isOne ? other : one)));
  const known = new Set([...pairs.flat(), ...invariable]);
  const faults = [...text.matchAll(/\d+ ([\p{L}’-]+)(?: ([\p{L}’-]+))?/gu)].flatMap(([, word = '', next = '']) => [
    ...[word, next].filter((each) => wrong.has(each)).map((each) => `"${each}" is wrong`),
    ...(known.has(word) ? [] : [`"${word}" is not in the list of counted words`]),
  ]);
  return faults.map((fault) => `${name}: ${fault} in "${text}"`);
}

describe('counted texts', async () => {
  // Texts are declared when their file is loaded, and another test file of this worker may have loaded it.
  vi.resetModules();
  const groups: { file: string; counted: ReadonlyMap<string, Parameters>; texts: Readonly<Record<Language, Group>> }[] =
    [];
  for (const file of textFiles().filter((name) => name.endsWith('.ts'))) {
    const before = declared.length;
    await import(/* @vite-ignore */ `../../../web/src/${file}`);
    for (const texts of declared.slice(before)) groups.push({ file, counted: countedTexts(file), texts });
  }
  const common = Object.fromEntries(
    await Promise.all(
      (['en', 'nl', 'de', 'fr'] as const).map(
        async (each) => [each, (await import(`../../../web/src/i18n/${each}.ts`))[each]] as const,
      ),
    ),
  );
  groups.push({ file: 'i18n', counted: countedTexts('i18n/en.ts'), texts: common as Record<Language, Group> });

  test('are all found here', () => {
    const heard = new Set(
      groups
        .flatMap(({ file, counted, texts }) => said(texts.en, counted, file))
        .map((each) => each.name.split(' ').at(-1)),
    );
    for (const file of textFiles())
      for (const key of countedTexts(file).keys()) expect([...heard], `${file} declares ${key}`).toContain(key);
    expect(heard.size).toBeGreaterThan(60);
  });

  test('get their form from plural, not from a comparison', () => {
    const compared = textFiles().filter((file) => /(=== 1|> 1|< 2) \?/.test(sourceOf(file)));
    expect(compared).toEqual([]);
  });

  test.each(['en', 'nl', 'de', 'fr'] as const)('are right for 0, 1 and 2 in %s', (language) => {
    const all = groups.flatMap(({ file, counted, texts }) => said(texts[language], counted, file));
    expect(all.flatMap((each) => faultsOf(language, each))).toEqual([]);
  });
});
