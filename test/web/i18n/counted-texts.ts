import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type ESTree, parseSync } from 'vite';
import { nodesOf } from '../../support/statements/source-files.ts';

const WEB = fileURLToPath(new URL('../../../web/src/', import.meta.url));

/** Files of the web application that declare texts. */
export const textFiles = (): string[] =>
  readdirSync(WEB, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && name !== 'i18n/area-texts.ts')
    .filter((name) => /\bareaTexts[<(]/.test(sourceOf(name)))
    .sort();

export const sourceOf = (name: string): string => readFileSync(`${WEB}${name}`, 'utf8');

/** Whether each parameter of a text is a count. */
export type Parameters = readonly boolean[];

/** Numbers that name something and count nothing. */
const NAMES = new Set(['id', 'number', 'oldest', 'position', 'line', 'week', 'status']);

const isCount = (parameter: ESTree.ParamPattern): boolean =>
  parameter.type === 'Identifier' &&
  parameter.typeAnnotation?.typeAnnotation.type === 'TSNumberKeyword' &&
  !NAMES.has(parameter.name);

/** The texts of a file that are given a count, by name. Languages other than English may leave out the types. */
export function countedTexts(name: string): Map<string, Parameters> {
  const found = new Map<string, Parameters>();
  for (const node of nodesOf(parseSync(name, sourceOf(name)).program)) {
    const [key, parameters] = declared(node);
    if (key !== undefined && parameters.some(isCount)) found.set(key, parameters.map(isCount));
  }
  return found;
}

function declared(node: ESTree.Node): readonly [string | undefined, readonly ESTree.ParamPattern[]] {
  if (node.type === 'Property' && node.key.type === 'Identifier' && node.value.type === 'ArrowFunctionExpression')
    return [node.key.name, node.value.params];
  if (node.type === 'TSPropertySignature' && node.key.type === 'Identifier') {
    const type = node.typeAnnotation?.typeAnnotation;
    if (type?.type === 'TSFunctionType') return [node.key.name, type.params];
  }
  return [undefined, []];
}
