import { entity, owner, text, texts } from './kit.ts';

export const role = entity({
  name: 'Role',
  table: 'role',
  route: 'role',
  group: 'User',
  summary: 'A named set of permissions, given to users. Built-in roles cannot be changed.',
  key: ['name'],
  columns: {
    name: text(50, { required: true }),
    description: text(500),
    permissions: texts(50, { note: 'Names of permissions, see the reference page of permissions.' }),
    owner: owner(),
  },
  procedures: { upsert: ['mboc_upsertRole'], delete: ['mboc_deleteRole'] },
  shownBy: 'name',
  writer: 'role',
  reads: 'own',
  readPermission: 'roles.manage',
  writePermissions: ['roles.manage'],
});
