import type { Description, Operation } from './client-schema.ts';

/**
 * The methods of the client: one for each operation, in the groups of the API reference. Names come from method and path, so that somebody who
 * knows a route can guess its method, and a reworded summary renames nothing: GET /job is `listJob`, POST /connector/{id}/pause `pauseConnector`.
 */

/** Where the path says too little. */
const NAMES: Readonly<Record<string, string>> = {
  'POST /import': 'importCalls',
  'POST /reconcile': 'reconcile',
  'GET /search': 'search',
  'GET /whoami': 'whoAmI',
  'POST /recommendation': 'findSlots',
  'POST /recommendation/hold': 'holdSlot',
  'DELETE /recommendation/hold': 'releaseSlot',
  'POST /recommendation/book': 'bookSlot',
  'POST /optimization/insert': 'findInsertions',
  'POST /optimization/fieldService': 'startFieldService',
  'POST /optimization/professionalServices': 'startProfessionalServices',
  'DELETE /optimization/{id}': 'cancelOptimization',
  'POST /geocode': 'geocode',
  'GET /geocode': 'geocodeText',
  'POST /message': 'sendMessage',
  'POST /deliveries/{id}/ack': 'acknowledgeDelivery',
  'POST /cursors/{name}/ack': 'acknowledgeCursor',
  'POST /webhooks/{event}': 'registerWebhook',
  'POST /demo': 'loadDemo',
  'POST /user/removeSecondFactor': 'removeUserSecondFactor',
};

/** Last parts of paths that are verbs themselves. */
const VERBS = new Set([
  ...['apply', 'check', 'claim', 'confirm', 'decide', 'invite', 'lease', 'link', 'pause', 'plan', 'preview'],
  ...['replay', 'resume', 'retry', 'rotate', 'run', 'start', 'stop', 'test', 'undo', 'unlink'],
]);

const PREFIXES: Readonly<Record<string, string>> = { post: 'post', put: 'put', delete: 'delete', patch: 'patch' };

const isParameter = (part: string): boolean => part.startsWith('{');
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
/** `second-factor`, `streets.pmtiles` and `recoveryCodes` as SecondFactor, StreetsPmtiles and RecoveryCodes. */
const joined = (parts: readonly string[]): string => parts.flatMap((part) => part.split(/\W+/).map(capital)).join('');

function isList(path: string, { parameters = [], responses }: Operation, paths: Description['paths']): boolean {
  const answer = responses['200']?.content?.['application/json']?.schema;
  const isCollection = Object.keys(paths).some(
    (other) => other.startsWith(`${path}/{`) && other.split('/').length === path.split('/').length + 1,
  );
  return answer?.type === 'array' || (isCollection && parameters.some(({ name }) => name === 'page'));
}

function nameOf(verb: string, path: string, operation: Operation, paths: Description['paths']): string {
  const own = NAMES[`${verb.toUpperCase()} ${path}`];
  if (own) return own;
  const words = path
    .split('/')
    .slice(1)
    .filter((part) => !isParameter(part));
  const last = words.at(-1) ?? '';
  if (verb === 'get') return `${isList(path, operation, paths) ? 'list' : 'get'}${joined(words)}`;
  if (verb === 'post' && words.length > 1 && VERBS.has(last)) return `${last}${joined(words.slice(0, -1))}`;
  if (verb === 'post' && /^(?:Create or change|Set): /.test(operation.summary)) return `upsert${joined(words)}`;
  return `${PREFIXES[verb]}${joined(words)}`;
}

const parametersOf = (path: string): string =>
  `By${joined(
    path
      .split('/')
      .filter(isParameter)
      .map((part) => part.slice(1, -1)),
  )}`;

interface Method {
  readonly group: string;
  readonly name: string;
  readonly route: string;
  readonly operation: Operation;
}

function methodsOf({ paths }: Description): Method[] {
  const methods = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([verb, operation]) => ({
      group: operation.tags[0] ?? 'Other',
      name: nameOf(verb, path, operation, paths),
      path,
      route: `${verb.toUpperCase()} ${path}`,
      operation,
    })),
  );
  // Undo of one change and of a request, and sign-out of one browser and of all others, differ only in their parameters.
  const named = methods.map((method) => {
    const isTaken = methods.some(
      (other) => other !== method && other.group === method.group && other.name === method.name,
    );
    return isTaken && method.path.includes('{')
      ? { ...method, name: `${method.name}${parametersOf(method.path)}` }
      : method;
  });
  const twice = named.filter(
    ({ group, name }, at) => named.findIndex((other) => other.group === group && other.name === name) !== at,
  );
  if (twice.length > 0)
    throw new Error(
      `Two operations have one name: give them names in tools/client-operations.ts: ${twice.map(({ route }) => route).join(', ')}`,
    );
  return named;
}

/** `Setup packages` as setupPackages. */
const groupName = (tag: string): string => {
  const name = joined(tag.split(' '));
  return name.charAt(0).toLowerCase() + name.slice(1);
};

/** packages/client/src/operations.ts from openapi.json. */
export function clientOperations(text: string): string {
  const description = JSON.parse(text) as Description;
  const methods = methodsOf(description);
  const known = new Set(description.tags.map(({ name }) => name));
  const strange = methods.filter(({ group }) => !known.has(group));
  if (strange.length > 0)
    throw new Error(`Without a group of the API reference: ${strange.map(({ route }) => route).join(', ')}`);
  const groups = description.tags.map(({ name: tag, description: what }) => {
    const own = methods.filter(({ group }) => group === tag);
    const lines = own.map(({ name, route, operation }) => `    /** ${operation.summary}. */\n    ${name}: '${route}',`);
    return `  /** ${what} */\n  ${groupName(tag)}: {\n${lines.join('\n')}\n  },`;
  });
  const keyless = methods.filter(
    ({ route, operation }) =>
      /^(?:POST|PATCH)/.test(route) && !operation.parameters?.some(({ name }) => name === 'idempotency-key'),
  );
  return [
    '// Generated by `npm run generate` from openapi.json. Do not edit.',
    `/** The route of each method, by group. */\nexport const operations = {\n${groups.join('\n')}\n} as const;`,
    `/** Routes that neither accept an Idempotency-Key nor have the same effect when they are repeated. */\nexport const routesWithoutKey: ReadonlySet<string> = new Set([\n${keyless.map(({ route }) => `  '${route}',`).join('\n')}\n]);`,
    '',
  ].join('\n\n');
}
