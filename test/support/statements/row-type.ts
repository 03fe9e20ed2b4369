import type { ESTree } from 'vite';
import { importOf, type SourceFile, topLevel } from './source-files.ts';

export interface RowProperty {
  readonly optional: boolean;
  /** `number`, `string`, `boolean`, or `other` for what JSON holds, with `[]` for each level of lists; undefined when the declaration does not tell. */
  readonly kind: string | undefined;
}
type Row = ReadonlyMap<string, RowProperty>;

/** The properties of a declared row; undefined when the type is more than properties that are written down. */
export function rowOf(node: ESTree.TSType, file: SourceFile): Row | undefined {
  if (node.type === 'TSTypeLiteral') return membersOf(node.members, file);
  if (node.type === 'TSIntersectionType') return merged(node.types.map((each) => rowOf(each, file)));
  if (node.type !== 'TSTypeReference' || node.typeName.type !== 'Identifier') return undefined;
  const given = node.typeArguments?.params ?? [];
  if (node.typeName.name === 'Readonly' && given[0]) return rowOf(given[0], file);
  if ((node.typeName.name === 'Pick' || node.typeName.name === 'Omit') && given[0] && given[1]) {
    const row = rowOf(given[0], file);
    const names = literalsOf(given[1]);
    const isPick = node.typeName.name === 'Pick';
    return row && names && new Map([...row].filter(([name]) => names.includes(name) === isPick));
  }
  const found = typeNamed(node.typeName.name, file);
  if (!found || given.length > 0) return undefined;
  if (found.node.type === 'TSTypeAliasDeclaration') return rowOf(found.node.typeAnnotation, found.file);
  const above = found.node.extends.map(({ expression, typeArguments }) =>
    expression.type === 'Identifier' && !typeArguments ? interfaceRow(expression.name, found.file) : undefined,
  );
  return merged([...above, membersOf(found.node.body.body, found.file)]);
}

function interfaceRow(name: string, file: SourceFile): Row | undefined {
  const found = typeNamed(name, file);
  if (!found) return undefined;
  if (found.node.type === 'TSTypeAliasDeclaration') return rowOf(found.node.typeAnnotation, found.file);
  const above = found.node.extends.map(({ expression }) =>
    expression.type === 'Identifier' ? interfaceRow(expression.name, found.file) : undefined,
  );
  return merged([...above, membersOf(found.node.body.body, found.file)]);
}

function merged(rows: readonly (Row | undefined)[]): Row | undefined {
  const all = new Map<string, RowProperty>();
  for (const row of rows) {
    if (!row) return undefined;
    for (const [name, property] of row) all.set(name, property);
  }
  return all;
}

function membersOf(members: readonly ESTree.TSSignature[], file: SourceFile): Row | undefined {
  const row = new Map<string, RowProperty>();
  for (const member of members) {
    if (member.type !== 'TSPropertySignature') return undefined;
    const name =
      member.key.type === 'Identifier'
        ? member.key.name
        : member.key.type === 'Literal'
          ? String(member.key.value)
          : '';
    row.set(name, {
      optional: member.optional,
      kind: member.typeAnnotation ? kindOf(member.typeAnnotation.typeAnnotation, file) : undefined,
    });
  }
  return row;
}

const literalsOf = (node: ESTree.TSType): string[] | undefined => {
  const each = node.type === 'TSUnionType' ? node.types : [node];
  const texts = each.map((one) =>
    one.type === 'TSLiteralType' && one.literal.type === 'Literal' ? String(one.literal.value) : undefined,
  );
  return texts.every((text) => text !== undefined) ? texts : undefined;
};

function kindOf(node: ESTree.TSType, file: SourceFile): string | undefined {
  switch (node.type) {
    case 'TSNumberKeyword':
      return 'number';
    case 'TSStringKeyword':
    case 'TSTemplateLiteralType':
      return 'string';
    case 'TSBooleanKeyword':
      return 'boolean';
    case 'TSLiteralType':
      return node.literal.type === 'Literal' ? typeof node.literal.value : 'string';
    case 'TSArrayType': {
      const element = kindOf(node.elementType, file);
      return element && `${element}[]`;
    }
    case 'TSTypeOperator':
      return node.operator === 'readonly' && node.typeAnnotation ? kindOf(node.typeAnnotation, file) : undefined;
    case 'TSParenthesizedType':
      return kindOf(node.typeAnnotation, file);
    case 'TSUnionType': {
      const kinds = new Set(
        node.types
          .filter(({ type }) => type !== 'TSNullKeyword' && type !== 'TSUndefinedKeyword')
          .map((each) => kindOf(each, file)),
      );
      return kinds.size === 1 ? [...kinds][0] : undefined;
    }
    case 'TSTypeReference': {
      const found = node.typeName.type === 'Identifier' ? typeNamed(node.typeName.name, file) : undefined;
      return found?.node.type === 'TSTypeAliasDeclaration' && !found.node.typeParameters
        ? kindOf(found.node.typeAnnotation, found.file)
        : found?.node.type === 'TSInterfaceDeclaration'
          ? 'other'
          : undefined;
    }
    case 'TSTypeLiteral':
      return 'other';
    default:
      return undefined;
  }
}

function typeNamed(
  name: string,
  file: SourceFile,
): { node: ESTree.TSInterfaceDeclaration | ESTree.TSTypeAliasDeclaration; file: SourceFile } | undefined {
  const imported = importOf(file, name);
  if (imported) return typeNamed(imported.name, imported.file);
  for (const node of topLevel(file))
    if ((node.type === 'TSInterfaceDeclaration' || node.type === 'TSTypeAliasDeclaration') && node.id.name === name)
      return { node, file };
  return undefined;
}
