import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ESTree, parseSync } from 'vite';

/** A file of src/ as its parser sees it. */
export interface SourceFile {
  readonly name: string;
  readonly program: ESTree.Program;
  lineOf(node: { readonly start: number }): number;
}

const SRC = fileURLToPath(new URL('../../../src/', import.meta.url));
const parsed = new Map<string, SourceFile>();

export const sourceText = (name: string): string => readFileSync(path.join(SRC, name), 'utf8');

export function sourceFile(name: string): SourceFile {
  const known = parsed.get(name);
  if (known) return known;
  const text = sourceText(name);
  const { program } = parseSync(name, text);
  const file = { name, program, lineOf: ({ start }: { start: number }) => text.slice(0, start).split('\n').length };
  parsed.set(name, file);
  return file;
}

export const sourceNames = (): string[] =>
  readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .map((name) => name.split(path.sep).join('/'))
    .filter((name) => name.endsWith('.ts'))
    .sort();

/** Where a name that a file imports is declared. */
export function importOf(file: SourceFile, local: string): { file: SourceFile; name: string } | undefined {
  for (const each of file.program.body) {
    if (each.type !== 'ImportDeclaration' || !each.source.value.startsWith('.')) continue;
    for (const specifier of each.specifiers)
      if (specifier.type === 'ImportSpecifier' && specifier.local.name === local)
        return {
          file: sourceFile(path.posix.join(path.posix.dirname(file.name), each.source.value)),
          name: specifier.imported.type === 'Identifier' ? specifier.imported.name : local,
        };
  }
  return undefined;
}

/** A statement of a file without its `export`. */
export const topLevel = (file: SourceFile): ESTree.Node[] =>
  file.program.body.flatMap((each): ESTree.Node[] =>
    each.type === 'ExportNamedDeclaration' ? (each.declaration ? [each.declaration] : []) : [each],
  );

/** Every node of a tree, parents first. */
export function* nodesOf(root: unknown): Generator<ESTree.Node> {
  if (Array.isArray(root)) {
    for (const each of root) yield* nodesOf(each);
  } else if (typeof root === 'object' && root !== null && 'type' in root) {
    yield root as ESTree.Node;
    yield* nodesOf(Object.values(root));
  }
}
