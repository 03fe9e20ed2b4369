import { contract } from '../../platform/contract/route.ts';
import { nullableText, text, texts } from '../../platform/http/shapes.ts';

const role = {
  type: 'object',
  properties: {
    name: text,
    description: nullableText,
    permissions: texts,
    builtIn: { type: 'boolean', description: 'A role that every tenant has and nobody can change.' },
    users: { type: 'integer', description: 'How many users have the role.' },
    version: { type: ['integer', 'null'] },
  },
  required: ['name', 'description', 'permissions', 'builtIn', 'users', 'version'],
};
/** Settings name roles too: those of single sign-on and of the second factor. */
const shared = { access: ['roles.manage', 'users.manage', 'settings.manage'], tags: ['User'] } as const;

export const listRoles = contract({
  ...shared,
  method: 'GET',
  path: '/role',
  summary: 'List roles: the built-in ones, then those of the tenant',
  response: { 200: { type: 'array', items: role } },
});

export const showRole = contract({
  ...shared,
  method: 'GET',
  path: '/role/:name',
  summary: 'Show a role',
  params: { name: text },
  response: { 200: role },
});
