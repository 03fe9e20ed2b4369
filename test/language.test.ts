import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../', import.meta.url));

/** Files and folders that are checked. */
const CHECKED = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'docs', 'src', 'web/src', 'test'];

/** Phrases that readers stumble over and searches miss, and what to write instead (CONTRIBUTING.md, Language). */
const BANNED: readonly (readonly [phrase: RegExp, instead: string])[] = [
  [/\b(?:is|are|was|were|be|been) (?:not )?told\b/, 'is shown, is reported, is notified'],
  [/\btells\b/, 'shows, reports, returns, lists'],
  [/\bspoken\b/, 'supported'],
  [/\bnobody knows\b/, 'unknown'],
  [/\bwhoever\b/, 'anyone who, the caller, the reader'],
  [/\bin vain\b/, 'failed, without a result'],
  [/\bmend(?:s|ed|ing)?\b/, 'fix, edit, update'],
  [/\bput right\b/, 'fix, correct'],
  [/\bwithout a line\b/, 'offline'],
  [/\btelephones?\b/, 'phone'],
  [/\bmakes? no sense\b/, 'is invalid'],
  [/\bless than nothing\b/, 'negative'],
  [/\bsuch a text\b/, 'name what is wrong with the text'],
  [/\bhangs? together\b/, 'works'],
  [/\b(?:stands?|is|are) in (?:the|its|their) way\b/, 'conflicts'],
  [/\b(?:somebody|someone|who) was faster\b/, 'was just changed, was just taken'],
  [/\b(?:work|works|worked|working) out\b/, 'compute, calculate'],
  [/\bthe way of the\b/, 'the route, the travel time'],
  [/\bwhatever the way\b/, 'through any route'],
  [/\banew\b/, 'again'],
  [/\bto and including\b/, 'to'],
  [/\bwhose text holds\b/, 'containing text'],
];
/** A phrase may be wrapped: over lines, and over lines of a comment. */
const wrapped = (phrase: RegExp): RegExp => new RegExp(phrase.source.replaceAll(' ', '(?:\\s|\\*|//)+'), 'gi');

const TEXTS = /\.(?:md|ts|tsx|mts|mjs|html)$/;
const filesBelow = (name: string): string[] => {
  const full = path.join(root, name);
  if (!statSync(full).isDirectory()) return [name];
  return readdirSync(full).flatMap((entry) => filesBelow(path.join(name, entry)));
};
/** Samples in pages show what the service sends. Generated files repeat texts of src/. */
const read = (name: string): string => {
  const text = readFileSync(path.join(root, name), 'utf8');
  if (/^.*\bGENERATED\b/.test(text)) return '';
  return name.endsWith('.md') ? text.replace(/^```.*?^```$/gms, (block) => block.replace(/[^\n]/g, '')) : text;
};

const files = CHECKED.flatMap(filesBelow).filter((name) => TEXTS.test(name) && name !== 'test/language.test.ts');

describe('language', () => {
  test('the checked files exist', () => {
    expect(CHECKED.filter((name) => !existsSync(path.join(root, name)))).toEqual([]);
    expect(files.length).toBeGreaterThan(50);
  });

  test.each(BANNED)('no file says %s', (phrase, instead) => {
    const found = files.flatMap((name) => {
      const text = read(name);
      return [...text.matchAll(wrapped(phrase))].map((match) => {
        const line = text.slice(0, match.index).split('\n').length;
        return `${name}:${line} says "${match[0].replace(/\s+/g, ' ')}"; write: ${instead}`;
      });
    });
    expect(found).toEqual([]);
  });

  test.each([
    ['Whoever reads it', /\bwhoever\b/],
    ['where it stands, nobody\n * knows', /\bnobody knows\b/],
  ])('a phrase is found in any case and over lines: %j', (text, phrase) => {
    expect(text).toMatch(wrapped(phrase));
  });
});
