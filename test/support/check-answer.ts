import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Answer } from './service.ts';

interface Operation {
  readonly responses: Record<string, { content?: Record<string, { schema: unknown }> }>;
}

const description = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<string, Record<string, Operation>>;
};
// Neither inlined nor optimized: all schemas are compiled in a quarter of the time.
const ajv = new Ajv2020({ strict: false, allErrors: true, inlineRefs: false, code: { optimize: false } });
(addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
ajv.addSchema({ $id: 'openapi', ...description });

const routes = Object.entries(description.paths).map(([path, operations]) => ({
  path,
  pattern: new RegExp(`^${path.replace(/\{[^}]+\}/g, '[^/]+')}$`, 'i'),
  fixed: !path.includes('{'),
  operations,
}));
/** By schema, and by its text: most answers have one in common, and to compile one takes a while. */
const validators = new Map<unknown, ValidateFunction>();

function validatorOf(schema: unknown, reference: string): ValidateFunction {
  const known = validators.get(schema);
  if (known) return known;
  const text = JSON.stringify(schema);
  const validate = validators.get(text) ?? ajv.compile({ $ref: reference });
  validators.set(schema, validate).set(text, validate);
  return validate;
}

/** What a spelling variant or an alias is described under. */
const ALIASES: Readonly<Record<string, string>> = {
  '/categories': '/category',
  '/api/import/insert': '/import',
  '/api/import/execute': '/import',
  '/api/administration/users/create': '/user',
  '/api/administration/users/update': '/user',
  '/api/administration/users/delete': '/user',
};

const pointer = (text: string): string =>
  text.replaceAll('~', '~0').replaceAll('/', '~1').replace(/[{}]/g, encodeURIComponent);

/** The form of errors where no route is found: below the path of SCIM it is that of SCIM. */
const failureOf = (path: string): string =>
  /^\/scim\/v2(?=\/|$)/i.test(path)
    ? `openapi#/paths/${pointer('/scim/v2/Users')}/get/responses/4XX/content/application~1json/schema`
    : 'openapi#/components/schemas/Failure';

/** Throws when an answer is not what openapi.json says. */
export function checkAnswer(method: string, url: string, answer: Answer): void {
  if (answer.body === undefined) return;
  const plain = (url.split('?')[0] ?? '').replace(/\/{2,}/g, '/').replace(/^\/v0\.1(?=\/)|(?<=.)\/$/gi, '');
  const path = ALIASES[plain.toLowerCase()] ?? plain;
  const route =
    routes.find((each) => each.fixed && each.pattern.test(path)) ?? routes.find((each) => each.pattern.test(path));
  const verb = method.toLowerCase();
  const operation = route?.operations[verb];
  const status = String(answer.status);
  const described = operation && [status, `${status[0]}XX`, `${status[0]}xx`].find((each) => operation.responses[each]);
  const reference =
    route && described
      ? `openapi#/paths/${pointer(route.path)}/${verb}/responses/${described}/content/application~1json/schema`
      : answer.status >= 400
        ? failureOf(plain)
        : undefined;
  if (plain.toLowerCase() === '/docs/json') return;
  if (!reference) throw new Error(`openapi.json does not describe ${method} ${path} answering ${status}`);
  const schema = described && operation.responses[described]?.content?.['application/json']?.schema;
  const validate = validatorOf(schema ?? reference, reference);
  if (!validate(answer.body))
    throw new Error(
      `${method} ${path} answered ${status} with a body that openapi.json does not describe: ${ajv.errorsText(validate.errors)}\n${answer.text.slice(0, 500)}`,
    );
}
