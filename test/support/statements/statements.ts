import type { ESTree } from 'vite';
import { type RowProperty, rowOf } from './row-type.ts';
import { nodesOf, sourceFile, sourceNames, sourceText } from './source-files.ts';
import { textsOf } from './statement-text.ts';

/** One call of `query`, `prepared` or `lists` on a session of the database. */
export interface Statement {
  /** File and line. */
  readonly where: string;
  readonly file: string;
  /** Its first and last line. */
  readonly lines: readonly [number, number];
  /** Every text that it may have; undefined when it depends on more than constants. */
  readonly texts: readonly string[] | undefined;
  /** What its caller says that a row holds; undefined when nothing is declared, or not in a way that can be read. */
  readonly row: ReadonlyMap<string, RowProperty> | undefined;
  readonly isDeclared: boolean;
}

const METHODS = new Set(['query', 'prepared', 'lists']);

function methodOf({ callee }: ESTree.CallExpression): string | undefined {
  return callee.type === 'MemberExpression' && callee.property.type === 'Identifier' ? callee.property.name : undefined;
}

/** What a function promises to return, by the call that it returns at once: `(db) : Promise<Row[]> => db.query(…)`. */
function promisedBy(node: ESTree.Node): { call: ESTree.Node; row: ESTree.TSType } | undefined {
  if (node.type !== 'ArrowFunctionExpression' && node.type !== 'FunctionDeclaration') return undefined;
  const promised = argumentOf(node.returnType?.typeAnnotation, 'Promise');
  const list = promised?.type === 'TSTypeOperator' ? promised.typeAnnotation : promised;
  if (list?.type !== 'TSArrayType' || !node.body) return undefined;
  const last = node.body.type === 'BlockStatement' ? node.body.body.at(-1) : node.body;
  const call = last?.type === 'ReturnStatement' ? last.argument : last;
  return call ? { call, row: list.elementType } : undefined;
}

const argumentOf = (node: ESTree.TSType | undefined, name: string): ESTree.TSType | undefined =>
  node?.type === 'TSTypeReference' && node.typeName.type === 'Identifier' && node.typeName.name === name
    ? node.typeArguments?.params[0]
    : undefined;

export const statementsOf = (): Statement[] =>
  sourceNames().flatMap((name) => {
    // To parse all files takes seconds.
    if (!/\.(?:query|prepared|lists)\b/.test(sourceText(name))) return [];
    const file = sourceFile(name);
    const nodes = [...nodesOf(file.program.body)];
    const promised = new Map(nodes.flatMap((node) => promisedBy(node) ?? []).map(({ call, row }) => [call, row]));
    return nodes.flatMap((node) => {
      if (node.type !== 'CallExpression' || !METHODS.has(methodOf(node) ?? '')) return [];
      const [text] = node.arguments;
      if (!text || text.type === 'ObjectExpression') return [];
      const declared = node.typeArguments?.params[0] ?? promised.get(node);
      return {
        where: `${name}:${file.lineOf(node)}`,
        file: name,
        lines: [file.lineOf(node), file.lineOf({ start: node.end })],
        texts: textsOf(text, file),
        row: declared && rowOf(declared, file),
        isDeclared: declared !== undefined,
      };
    });
  });
