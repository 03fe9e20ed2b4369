import type { ESTree } from 'vite';
import { ofSourceApps } from '../../../src/features/board/board-store.ts';
import { placeSql } from '../../../src/features/geocoding/geocode-store.ts';
import { spelled } from '../../../src/features/planning/travel-facts.ts';
import { appointmentOverlaps, momentOf, violationOverlaps } from '../../../src/platform/postgres/time-window.ts';
import { importOf, nodesOf, type SourceFile, topLevel } from './source-files.ts';

/** More texts than this of one statement are not tried: its parts vary too much to be written down. */
const MOST_TEXTS = 32;

type Texts = readonly string[] | undefined;
/** The texts of the parameters of a function while its body is read. */
type Parameters = ReadonlyMap<string, Texts>;
const NO_PARAMETERS: Parameters = new Map();

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
export function textsOf(node: ESTree.Node, file: SourceFile, parameters: Parameters = NO_PARAMETERS): Texts {
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' || typeof node.value === 'number' ? [String(node.value)] : undefined;
    case 'TemplateLiteral':
      return product(
        node.quasis.flatMap((quasi, i) => {
          const inner = node.expressions[i];
          return inner ? [[quasi.value.cooked ?? ''], textsOf(inner, file, parameters)] : [[quasi.value.cooked ?? '']];
        }),
      );
    case 'BinaryExpression':
      return node.operator === '+'
        ? product([textsOf(node.left, file, parameters), textsOf(node.right, file, parameters)])
        : undefined;
    case 'ConditionalExpression': {
      const [yes, no] = [textsOf(node.consequent, file, parameters), textsOf(node.alternate, file, parameters)];
      return yes && no ? [...new Set([...yes, ...no])] : undefined;
    }
    case 'TSAsExpression':
      return textsOf(node.expression, file, parameters);
    case 'CallExpression':
      return unlimited(node) ?? joined(node, file) ?? built(node, file, parameters) ?? inlined(node, file, parameters);
    case 'MemberExpression':
      return propertyOf(node, file);
    case 'Identifier':
      return parameters.get(node.name) ?? named(node.name, file);
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

/** Functions that write parts of statements. They are called as the service calls them, with constants only. */
const BUILDERS: Readonly<Record<string, (...texts: never[]) => unknown>> = {
  appointmentOverlaps,
  momentOf,
  ofSourceApps,
  placeSql,
  spelled,
  violationOverlaps,
};

function builtBy(node: ESTree.Node, file: SourceFile, parameters: Parameters): unknown {
  if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier') return undefined;
  const build = BUILDERS[node.callee.name];
  const given = node.arguments.map((each) => textsOf(each, file, parameters));
  if (!build || given.some((texts) => texts?.length !== 1)) return undefined;
  return build(...(given.map((texts) => texts?.[0]) as never[]));
}

function built(node: ESTree.CallExpression, file: SourceFile, parameters: Parameters): Texts {
  const text = builtBy(node, file, parameters);
  return typeof text === 'string' ? [text] : undefined;
}

/** `site.lat`, where `site` is what a builder returns. */
function propertyOf({ object, property }: ESTree.MemberExpression, file: SourceFile): Texts {
  if (object.type !== 'Identifier' || property.type !== 'Identifier') return undefined;
  const found = declarationOf(object.name, file);
  const parts = found && builtBy(found.value, found.file, NO_PARAMETERS);
  const text =
    typeof parts === 'object' && parts !== null ? (parts as Record<string, unknown>)[property.name] : undefined;
  return typeof text === 'string' ? [text] : undefined;
}

/** A call of `const name = (column: string): string => `…`` with constants. */
function inlined({ callee, arguments: given }: ESTree.CallExpression, file: SourceFile, outer: Parameters): Texts {
  const found = callee.type === 'Identifier' ? declarationOf(callee.name, file) : undefined;
  if (found?.value.type !== 'ArrowFunctionExpression' || !found.value.expression) return undefined;
  const names = found.value.params.map((each) => (each.type === 'Identifier' ? each.name : ''));
  const parameters = new Map(
    names.map((name, i) => {
      const sent = given[i];
      return [name, sent && textsOf(sent, file, outer)] as const;
    }),
  );
  if ([...parameters.values()].includes(undefined)) return undefined;
  return textsOf(found.value.body, found.file, parameters);
}

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
