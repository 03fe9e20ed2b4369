import { readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { fileURLToPath } from 'node:url';
import { version } from '../src/version.ts';

const PAGE = fileURLToPath(new URL('../docs/reference/reliability.md', import.meta.url));

export type Row = readonly [what: string, figure: string | number];

const table = (rows: readonly Row[]): string =>
  ['| | |', '|---|---|', ...rows.map(([what, figure]) => `| ${what} | ${figure} |`)].join('\n');

/** The machine that the figures were taken on. */
const machineRow = (): Row => [
  'Machine',
  `${os.availableParallelism()} cores, ${Math.round(os.totalmem() / 2 ** 30)} GiB, ${process.platform} ${process.arch}, Node ${process.version}`,
];

/** Replaces the section of one soak in docs/reference/reliability.md; the other sections stay. */
export function writeSection(section: 'fuzz' | 'faults' | 'sign-in', rows: readonly Row[]): void {
  const begin = `<!-- ${section}: written by \`npm run soak:${section}\`, do not edit -->`;
  const end = `<!-- end of ${section} -->`;
  const page = readFileSync(PAGE, 'utf8');
  const [before, rest] = page.split(begin);
  const after = rest?.split(end)[1];
  if (after === undefined) throw new Error(`${PAGE} has no section ${section}`);
  const text = table([['Version', version], ...rows, machineRow()]);
  writeFileSync(PAGE, `${before}${begin}\n\n${text}\n\n${end}${after}`);
}
