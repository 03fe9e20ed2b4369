import { dateFormats, firstWeekdays, themes, timeFormats } from '../../domain/display-formats.ts';
import { LONGEST_PASSWORD } from '../../domain/text-limits.ts';
import { choice, document, entity, flag, owner, text, texts, zone } from './kit.ts';

export const user = entity({
  name: 'User',
  table: 'app_user',
  route: 'user',
  group: 'User',
  summary:
    'A person who works in this tenant. A new user without a password gets an invitation by mail. An account becomes a member of another tenant only when the person accepts its invitation.',
  key: ['email'],
  columns: {
    email: text(254, { required: true, aliases: ['UserName', 'Login'] }),
    displayName: text(100),
    name: text(100, { note: 'Kept as sent; the web application shows displayName.' }),
    type: document('json', { note: 'A number or a text of the back office. Kept as sent, without effect.' }),
    loginType: choice({ 0: 'None', 1: 'Forms', 2: 'Entra' }, { default: 1 }),
    roles: texts(200, {
      note: 'Names of built-in roles (viewer, worker, planner, teamLead, admin, integrator) or of roles of the tenant; `viewer` when empty. `timekeeper` is the same as worker, `administrator` as admin.',
    }),
    resourceNo: text(50, { note: 'The resource that this person is, for time registration.' }),
    language: text(10),
    timeZone: zone(),
    dateFormat: choice(dateFormats, { default: 0, note: 'How dates are written; 0 as the tenant does.' }),
    timeFormat: choice(timeFormats, { default: 0, note: 'How times are written; 0 as the tenant does.' }),
    firstWeekday: choice(firstWeekdays, { default: 0, note: 'The first day of a week; 0 as the tenant does.' }),
    theme: choice(themes, { default: 0, note: 'The colours of the web application; 0 as the system of the device.' }),
    startPage: text(50, {
      note: 'The page that opens after sign-in, by its address in the web application, such as `map`; `default`, or a page that the user may not open, is the usual one.',
    }),
    categories: texts(100, {
      note: 'Names of the categories whose tasks and appointments this person sees; all of them when empty.',
    }),
    timeMarkers: texts(100, {
      note: 'Names of the time markers whose tasks and appointments this person sees; all of them when empty.',
    }),
    teams: texts(100, {
      note: 'Codes or names of the teams whose resources this person sees; all of them when empty.',
    }),
    enabled: flag({ default: true }),
    owner: owner(),
  },
  references: {
    resource: { to: 'Resource', by: ['resourceNo'], optional: true, missing: 'reject', onDelete: 'restrict' },
  },
  procedures: { upsert: ['mboc_upsertUser'], delete: ['mboc_deleteUser'] },
  options: {
    password: {
      kind: 'text',
      max: LONGEST_PASSWORD,
      on: 'upsert',
      note: 'Stored hashed. Opens this tenant only. Refused once the person has accepted an invitation and chosen a password.',
    },
  },
  shownBy: 'email',
  writer: 'user',
  readPermission: 'users.manage',
  writePermissions: ['users.manage'],
});
