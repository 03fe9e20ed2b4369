import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { scorers } from '../src/engine/recommendation/scorers/index.ts';
import { EXECUTED } from './support/executed-pages.ts';

/** The pages as text: links, paragraphs, indexes, and claims that can be compared with the code. */

const root = fileURLToPath(new URL('../', import.meta.url));
const read = (name: string): string => readFileSync(path.join(root, name), 'utf8');
const namesIn = (folder: string): string[] => readdirSync(path.join(root, folder));

const FOLDERS = [
  '.',
  'docs',
  'docs/guides',
  'docs/guides/operate',
  'docs/concepts',
  'docs/decisions',
  'docs/reference',
];
const pages = FOLDERS.flatMap((folder) =>
  namesIn(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => path.join(folder, name)),
);
const linksOf = (page: string): string[] =>
  [...read(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);

describe('links', () => {
  const slugs = (page: string): string[] =>
    [...page.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    );

  test.each(pages)('%s leads to files and headings that exist', (page) => {
    for (const target of linksOf(page)) {
      if (/^[a-z]+:/.test(target)) continue;
      const [name = '', heading] = target.split('#');
      const file = name === '' ? page : path.join(path.dirname(page), name);
      expect(existsSync(path.join(root, file)), `${page} → ${target}`).toBe(true);
      if (heading) expect(slugs(read(file)), `${page} → ${target}`).toContain(heading);
    }
  });
});

describe('paragraphs', () => {
  /** As the formatter has it for code: a line of a page may be longer, and then counts as several. */
  const LINE = 120;
  const LONGEST = 4;
  const isParagraph = (block: string): boolean => !/^\s*(?:\||#|!\[|<!--|>)/.test(block);

  /** Paragraphs and items of lists, without fenced blocks. */
  const paragraphsOf = (page: string): string[] =>
    page
      .replace(/^```.*?^```$/gms, '')
      .split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )/)
      .filter(isParagraph);
  const linesOf = (paragraph: string): number =>
    paragraph.split('\n').reduce((sum, line) => sum + Math.ceil(line.trim().length / LINE), 0);

  test.each(pages)(`%s has no paragraph longer than ${LONGEST} lines of ${LINE} characters`, (page) => {
    const long = paragraphsOf(read(page)).filter((paragraph) => linesOf(paragraph) > LONGEST);
    expect(long.map((paragraph) => `${linesOf(paragraph)} lines: ${paragraph.slice(0, 80)}`)).toEqual([]);
  });

  test('counts a long line as several, and an item of a list by itself', () => {
    expect(linesOf('x'.repeat(LINE * LONGEST + 1))).toBe(LONGEST + 1);
    expect(paragraphsOf('One.\n- two\n- three\n\nFour.')).toEqual(['One.', '- two', '- three', '\nFour.'.trim()]);
  });
});

describe('indexes', () => {
  const isRecord = (name: string): boolean => /^\d{4}-.*\.md$/.test(name);

  test('docs/decisions/README.md lists every record with its title, in order', () => {
    const rows = [...read('docs/decisions/README.md').matchAll(/^\| \[(\d{4})\]\((\S+)\) \| (.*) \|$/gm)];
    const records = namesIn('docs/decisions').filter(isRecord).sort();
    expect(rows.map(([, number, file, title]) => [file, `# ${number} ${title}`])).toEqual(
      records.map((file) => [file, read(`docs/decisions/${file}`).split('\n')[0]]),
    );
  });

  test('the numbers of decisions have no gap that the index does not explain', () => {
    const index = read('docs/decisions/README.md');
    const last = Number(namesIn('docs/decisions').filter(isRecord).sort().at(-1)?.slice(0, 4));
    const numbers = Array.from({ length: last }, (_, at) => String(at + 1).padStart(4, '0'));
    expect(numbers.filter((number) => !new RegExp(`^\\| \\[?${number}\\b`, 'm').test(index))).toEqual([]);
  });

  test('docs/README.md lists every guide, concept and reference page', () => {
    const listed = linksOf('docs/README.md').map((target) => path.join('docs', target.split('#')[0] ?? ''));
    const wanted = pages.filter((page) => /^docs\/(?:guides|concepts|reference)\//.test(page));
    expect(wanted.filter((page) => !listed.includes(page))).toEqual([]);
  });

  test('every page with sample requests is executed by docs.test.ts', () => {
    const sampled = pages.filter((page) => /^```http$/m.test(read(page)));
    expect(sampled.sort()).toEqual(EXECUTED.map(([page]) => page).sort());
  });
});

describe('claims of pages', () => {
  test('decision 0018 has a row for every package that the service is made of', () => {
    const sources = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => read(`src/${name}`));
    const imported = sources.flatMap((text) => [
      ...text.matchAll(
        /(?:^(?:import|export) (?!type )[^;'=]*from |\bimport\()'((?:@[\w.-]+\/)?\w[\w.-]*)(?:\/[^']*)?'/gm,
      ),
    ]);
    // The solver's threads load tsx when the service runs from its sources; it is no part of the bundle.
    const packages = new Set(imported.map(([, name = '']) => name).filter((name) => name !== 'tsx'));
    expect(packages.size).toBeGreaterThan(20);
    const [record = ''] = namesIn('docs/decisions').filter((name) => name.startsWith('0018-'));
    const rows = [...read(`docs/decisions/${record}`).matchAll(/^\| `([^`]+)` \|/gm)].map(([, name]) => name);
    expect([...packages].filter((name) => !rows.includes(name))).toEqual([]);
  });

  /** docs/guides/adding-a-scorer.md: two source files, and texts of the web application. */
  describe.each(scorers)('the scorer $key', ({ key }) => {
    const [texts = ''] = readdirSync(path.join(root, 'web/src'), { recursive: true, encoding: 'utf8' }).filter(
      (name) => path.basename(name) === 'reason-texts.ts',
    );

    test('has a file of its own that only the catalogue imports', () => {
      const file = `${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`;
      expect(existsSync(path.join(root, 'src/engine/recommendation/scorers', file))).toBe(true);
      const importing = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts'))
        .filter((name) => read(`src/${name}`).includes(`scorers/${file}'`));
      expect(importing).toEqual([]);
      expect(read('src/engine/recommendation/scorers/index.ts')).toContain(`from './${file}'`);
    });

    test('has texts in all four languages, and a row in the reference', () => {
      expect(read(`web/src/${texts}`).match(new RegExp(`^ +${key}: \\[`, 'gm'))).toHaveLength(4);
      expect(read('docs/reference/scorers.md')).toContain(`| \`${key}\` |`);
    });
  });
});
