import { choice, document, entity, flag, integer, owner, text } from './kit.ts';

/** What a setup package holds beside users: how the pages look, to whom, and settings. */

export const layout = entity({
  name: 'Layout',
  table: 'layout',
  route: 'layout',
  group: 'Setup packages',
  summary: 'How a page looks: its resources, time scale, columns and colours.',
  key: ['code'],
  columns: {
    code: text(50, { required: true }),
    name: text(100),
    kind: choice({ 0: 'Board', 1: 'List', 2: 'Map', 3: 'Calendar' }, { default: 0 }),
    content: document('object', { note: 'Read by the web application; unknown properties are kept.' }),
    owner: owner(),
  },
  procedures: { upsert: ['mboc_upsertLayout'], delete: ['mboc_deleteLayout'] },
  shownBy: 'code',
  writePermissions: ['settings.manage'],
});

export const profile = entity({
  name: 'Profile',
  table: 'profile',
  route: 'profile',
  group: 'Setup packages',
  summary: 'An ordered set of layouts, assigned to users.',
  key: ['code'],
  columns: {
    code: text(50, { required: true }),
    name: text(100),
    description: text(500),
    default: flag({ default: false, note: 'For users without a profile. A tenant has one such profile.' }),
    settings: document('object'),
    owner: owner(),
  },
  procedures: { upsert: ['mboc_upsertProfile'], delete: ['mboc_deleteProfile'] },
  shownBy: 'code',
  writer: 'profile',
  writePermissions: ['settings.manage'],
});

const ofProfile = { to: 'Profile', by: ['profileCode'], missing: 'reject', onDelete: 'cascade' } as const;

export const profileLayout = entity({
  name: 'ProfileLayout',
  table: 'profile_layout',
  route: 'profileLayout',
  group: 'Setup packages',
  summary: 'A layout of a profile. The one with the lowest sequence is shown first.',
  key: ['profileCode', 'layoutCode'],
  columns: {
    profileCode: text(50, { required: true }),
    layoutCode: text(50, { required: true }),
    sequence: integer({ default: 0 }),
  },
  references: {
    profile: ofProfile,
    layout: { to: 'Layout', by: ['layoutCode'], missing: 'reject', onDelete: 'cascade' },
  },
  procedures: { upsert: ['mboc_upsertProfileLayout'], delete: ['mboc_deleteProfileLayout'] },
  writePermissions: ['settings.manage'],
});

export const configurationValue = entity({
  name: 'ConfigurationValue',
  table: 'configuration_value',
  route: 'configuration',
  group: 'Setup packages',
  summary: 'A setting of the tenant by its name; the value is any JSON.',
  key: ['name'],
  columns: {
    name: text(100, { required: true, aliases: ['Key'] }),
    value: document('json'),
    owner: owner(),
  },
  procedures: { upsert: ['mboc_upsertConfiguration'], delete: ['mboc_deleteConfiguration'] },
  shownBy: 'name',
  writePermissions: ['settings.manage'],
});

const ofUser = { to: 'User', by: ['email'], missing: 'reject', onDelete: 'cascade' } as const;

export const userProfile = entity({
  name: 'UserProfile',
  table: 'user_profile',
  route: 'userProfile',
  group: 'User',
  summary: 'A profile that a user works with. The one with the lowest sequence comes first.',
  key: ['email', 'profileCode'],
  columns: {
    email: text(254, { required: true }),
    profileCode: text(50, { required: true }),
    sequence: integer({ default: 0 }),
  },
  references: { user: ofUser, profile: ofProfile },
  procedures: { upsert: ['mboc_upsertUserProfile'], delete: ['mboc_deleteUserProfile'] },
  readPermission: 'users.manage',
  writePermissions: ['users.manage'],
});

export const userFilterValue = entity({
  name: 'UserFilterValue',
  table: 'user_filter_value',
  route: 'userFilterValue',
  group: 'User',
  summary: 'A filter value that a user is cleared for.',
  key: ['email', 'filterGroup', 'filterValue'],
  columns: {
    email: text(254, { required: true }),
    filterGroup: text(50, { required: true }),
    filterValue: text(100, { required: true }),
  },
  references: {
    user: ofUser,
    value: { to: 'FilterValue', by: ['filterGroup', 'filterValue'], missing: 'reject', onDelete: 'cascade' },
  },
  procedures: { upsert: ['mboc_upsertUserFilterValue'], delete: ['mboc_deleteUserFilterValue'] },
  readPermission: 'users.manage',
  writePermissions: ['users.manage'],
});
