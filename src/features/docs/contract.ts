import { publicContract } from '../../platform/contract/route.ts';

/** Everybody may read them; they are not part of the API description. */
const shared = { method: 'GET', access: 'public', tags: ['Docs'], response: {}, hide: true } as const;

export const descriptionAsJson = publicContract({ ...shared, path: '/docs/json', summary: 'API description as JSON' });
export const descriptionAsYaml = publicContract({ ...shared, path: '/docs/yaml', summary: 'API description as YAML' });
/** The same under the names that the reference page links to. */
export const downloadAsJson = publicContract({
  ...shared,
  path: '/docs/openapi.json',
  summary: 'API description as JSON',
});
export const downloadAsYaml = publicContract({
  ...shared,
  path: '/docs/openapi.yaml',
  summary: 'API description as YAML',
});
export const packageSchema = publicContract({
  ...shared,
  path: '/docs/setup-package.schema.json',
  summary: 'JSON schema of setup packages',
});
export const errorCodes = publicContract({ ...shared, path: '/docs/errors', summary: 'Page of error codes' });
/** With and without a slash at its end. */
export const reference = publicContract({ ...shared, path: '/docs', summary: 'Page of all operations' });
export const referenceOperation = publicContract<undefined, undefined, '*'>({
  ...shared,
  path: '/docs/operation/*',
  summary: 'Page of one operation, by its method and path',
});
export const start = publicContract({ ...shared, path: '/', summary: 'Redirect to the application or the docs' });
