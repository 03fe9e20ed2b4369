import type { PackageText } from './package-text.ts';
import { checkValue, type PackageSchema, type Path, type Problem } from './schema-check.ts';

export interface PlacedProblem extends Omit<Problem, 'code'> {
  readonly code: Problem['code'] | 'syntax' | 'aliases';
  /** From 1. */
  readonly line: number;
  readonly column: number;
  /** In the text, for the cursor. */
  readonly offset: number;
}

interface Read {
  readonly value: unknown;
  offsetOf(path: Path): number;
}

/** More would not be read. */
const MOST_SHOWN = 50;
const MOST_ALIASES = 100;

/** What is wrong with the text of a package, in the order of the text. */
export async function checkPackage(text: PackageText, schema: PackageSchema): Promise<PlacedProblem[]> {
  if (text.content.trim() === '') return [];
  const read = await (text.format === 'yaml' ? readYaml(text.content) : readJson5(text.content));
  if ('code' in read) return [read];
  return checkValue(schema, read.value)
    .map((problem) => placed(text.content, problem, read.offsetOf(problem.path)))
    .toSorted((a, b) => a.offset - b.offset || a.detail.localeCompare(b.detail))
    .slice(0, MOST_SHOWN);
}

function placed(
  text: string,
  problem: Omit<PlacedProblem, 'line' | 'column' | 'offset'>,
  offset: number,
): PlacedProblem {
  const before = text.slice(0, offset).split('\n');
  return { ...problem, offset, line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

const malformed = (text: string, code: PlacedProblem['code'], detail: string, offset: number): PlacedProblem =>
  placed(text, { path: [], code, detail, isWarning: false }, offset);

const offsetAt = (text: string, line: number, column: number): number =>
  text
    .split('\n')
    .slice(0, line - 1)
    .join('\n').length +
  (line > 1 ? 1 : 0) +
  column -
  1;

async function readJson5(text: string): Promise<Read | PlacedProblem> {
  const [{ default: JSON5 }, { offsetFinder }] = await Promise.all([import('json5'), import('./json5-positions.ts')]);
  try {
    const value: unknown = JSON5.parse(text);
    return { value, offsetOf: offsetFinder(text) };
  } catch (error) {
    const { lineNumber = 1, columnNumber = 1 } = error as { lineNumber?: number; columnNumber?: number };
    return malformed(text, 'syntax', 'JSON, JSON5', offsetAt(text, lineNumber, columnNumber));
  }
}

async function readYaml(text: string): Promise<Read | PlacedProblem> {
  const { isNode, parseDocument } = await import('yaml');
  const document = parseDocument(text, { uniqueKeys: true });
  const [mistake] = document.errors;
  if (mistake) return malformed(text, 'syntax', 'YAML', mistake.pos[0]);
  try {
    const value: unknown = document.toJS({ maxAliasCount: MOST_ALIASES });
    const offsetOf = (path: Path): number => {
      for (let length = path.length; length >= 0; length--) {
        const node = document.getIn(path.slice(0, length), true);
        if (isNode(node) && node.range) return node.range[0];
      }
      return 0;
    };
    return { value, offsetOf };
  } catch {
    return malformed(text, 'aliases', '', 0);
  }
}
