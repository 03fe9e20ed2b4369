/** The parts of an OpenAPI description that the reference shows. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: boolean | Schema;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly readOnly?: boolean;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
}

export type Content = Readonly<Record<string, { readonly schema?: Schema }>>;

interface DescribedOperation {
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly deprecated?: boolean;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content?: Content; readonly required?: boolean };
  readonly responses?: Readonly<Record<string, { readonly description?: string; readonly content?: Content }>>;
  /** Empty: it needs no credential. */
  readonly security?: readonly unknown[];
}

export interface ApiDescription {
  readonly info: { readonly title: string; readonly version: string; readonly description?: string };
  readonly servers?: readonly { readonly url: string; readonly description?: string }[];
  readonly tags?: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> };
}

export interface Operation extends DescribedOperation {
  /** Upper case. */
  readonly method: string;
  readonly path: string;
  readonly tag: string;
}

export const operationsOf = ({ paths }: ApiDescription): Operation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
      tag: operation.tags?.[0] ?? '',
    })),
  );

/** Of a group, in the address of its part of the page. */
export const slugOf = (tag: string): string => tag.toLowerCase().replace(/[^a-z0-9]+/g, '-');

/** The name of an operation below /docs/operation/: its method and path, with :id for {id}. */
export const operationName = ({ method, path }: Pick<Operation, 'method' | 'path'>): string =>
  `${method.toLowerCase()}${path.replace(/\{([^}]+)\}/g, ':$1')}`;

export const operationAddress = (operation: Pick<Operation, 'method' | 'path'>): string =>
  `/docs/operation/${operationName(operation)}`;

/** Where an operation is on the page. */
export const anchorOf = ({ tag, method, path }: Pick<Operation, 'tag' | 'method' | 'path'>): string =>
  `tag/${slugOf(tag)}/${method.toLowerCase()}${path}`;
