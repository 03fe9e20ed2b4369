import type { ESTree } from 'vite';
import { importOf, nodesOf, type SourceFile, topLevel } from './source-files.ts';

/** More texts than this of one statement are not tried: its parts vary too much to be written down. */
const MOST_TEXTS = 32;

type Texts = readonly string[] | undefined;

const product = (parts: readonly Texts[], join = ''): Texts => {
  let texts: string[] | undefined;
  for (const part of parts) {
    if (!part) return undefined;
    texts = texts ? texts.flatMap((before) => part.map((each) => before + join + each)) : [...part];
    if (texts.length > MOST_TEXTS) return undefined;
  }
  return texts ?? [''];
};

/** All texts that an expression of constants may have; undefined when it depends on something else. */
export function textsOf(node: ESTree.Node, file: SourceFile): Texts {
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' || typeof node.value === 'number' ? [String(node.value)] : undefined;
    case 'TemplateLiteral':
      return product(
        node.quasis.flatMap((quasi, i) => {
          const inner = node.expressions[i];
          return inner ? [[quasi.value.cooked ?? ''], textsOf(inner, file)] : [[quasi.value.cooked ?? '']];
        }),
      );
    case 'BinaryExpression':
      return node.operator === '+' ? product([textsOf(node.left, file), textsOf(node.right, file)]) : undefined;
    case 'ConditionalExpression': {
      const [yes, no] = [textsOf(node.consequent, file), textsOf(node.alternate, file)];
      return yes && no ? [...new Set([...yes, ...no])] : undefined;
    }
    case 'TSAsExpression':
      return textsOf(node.expression, file);
    case 'CallExpression':
      return unlimited(node) ?? joined(node, file);
    case 'Identifier':
      return named(node.name, file);
    default:
      return undefined;
  }
}

/** What is added for data filters, as it is for callers without any. With them statements are executed by the oracle of data filters. */
const WITHOUT_FILTERS: Readonly<Record<string, string>> = { andVisible: '', isHidden: 'false' };
const unlimited = ({ callee }: ESTree.CallExpression): Texts => {
  const text = callee.type === 'Identifier' ? WITHOUT_FILTERS[callee.name] : undefined;
  return text === undefined ? undefined : [text];
};

/** `[…].join('…')` */
function joined(node: ESTree.CallExpression, file: SourceFile): Texts {
  const { callee } = node;
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier' || callee.property.name !== 'join')
    return undefined;
  const separator = node.arguments[0] ? textsOf(node.arguments[0], file) : [','];
  const list = callee.object.type === 'Identifier' ? declarationOf(callee.object.name, file)?.value : callee.object;
  if (list?.type !== 'ArrayExpression' || separator?.length !== 1) return undefined;
  return product(
    list.elements.map((each) => (each ? textsOf(each, file) : undefined)),
    separator[0],
  );
}

function named(name: string, file: SourceFile): Texts {
  const found = declarationOf(name, file);
  return found && textsOf(found.value, found.file);
}

/** The value of a constant: one of the file, one that it imports, or the only one of that name inside its functions, or one of several alike. */
function declarationOf(name: string, file: SourceFile): { value: ESTree.Node; file: SourceFile } | undefined {
  const imported = importOf(file, name);
  if (imported) return declarationOf(imported.name, imported.file);
  const constants = (root: unknown, deep: boolean): ESTree.Node[] =>
    [...(deep ? nodesOf(root) : (root as ESTree.Node[]))].flatMap((each) =>
      each.type === 'VariableDeclaration' && each.kind === 'const'
        ? each.declarations.flatMap(({ id, init }) =>
            id.type === 'Identifier' && id.name === name && init ? [init] : [],
          )
        : [],
    );
  const [outer] = constants(topLevel(file), false);
  if (outer) return { value: outer, file };
  const inner = constants(file.program.body, true);
  const [first, ...others] = inner;
  const areAlike = others.length === 0 || new Set(inner.map((each) => JSON.stringify(textsOf(each, file)))).size === 1;
  return first && areAlike ? { value: first, file } : undefined;
}
