import { entity, flag, ignored, integer, text } from './kit.ts';

/** Names and colours that records are classified by. */

/** The neutral colour of the board, for what is created without one. */
const DEFAULT_COLOR = '#8795A5';

const color = (options: { readonly param: string }) =>
  text(7, { ...options, default: { text: DEFAULT_COLOR }, note: `${DEFAULT_COLOR} when it is empty at creation.` });

export const resourceType = entity({
  name: 'ResourceType',
  table: 'resource_type',
  route: 'resourceType',
  group: 'Resource',
  summary: 'A kind of resource. A resource with an unknown type creates it.',
  key: ['name'],
  columns: {
    name: text(100, { required: true, param: 'ResourceType' }),
    displayName: text(100),
    allowMultipleSelection: flag({ default: true }),
    selectionWithCertificate: flag({ default: false }),
    hideClearFunction: flag({ default: false }),
    enableResourceSelection: flag({ default: true }),
  },
  procedures: { upsert: ['mboc_upsertResourceType'], delete: ['mboc_deleteResourceType'] },
  shownBy: 'name',
  choosesBy: 'name',
});

export const filterGroup = entity({
  name: 'FilterGroup',
  table: 'filter_group',
  route: 'filterGroup',
  group: 'Filter',
  summary: 'A group of filter values: skills, regions, departments.',
  key: ['name'],
  columns: {
    name: text(50, { required: true, param: 'GroupName' }),
    columnNo: integer({ default: 0 }),
    dataFilter: flag({ default: false, note: 'The group is used for row security.' }),
  },
  procedures: { upsert: ['mboc_upsertFilterGroup'], delete: ['mboc_deleteFilterGroup'] },
  options: { id: ignored },
  shownBy: 'name',
  choosesBy: 'name',
});

export const filterValue = entity({
  name: 'FilterValue',
  table: 'filter_value',
  route: 'filterValue',
  group: 'Filter',
  summary: 'On a task a requirement, on a resource a qualification, on a user a clearance.',
  key: ['group', 'value'],
  columns: {
    group: text(50, { required: true, param: 'FilterGroupName' }),
    value: text(100, { required: true, param: 'FilterValue' }),
  },
  references: { filterGroup: { to: 'FilterGroup', by: ['group'], missing: 'reject', onDelete: 'cascade' } },
  procedures: { upsert: ['mboc_upsertFilterValue'], delete: ['mboc_deleteFilterValue'] },
  shownBy: 'value',
  choosesBy: 'value',
});

export const category = entity({
  name: 'Category',
  table: 'category',
  route: 'category',
  routeAliases: ['categories'],
  group: 'Indicator',
  summary: 'The colour of a bar on the planning board.',
  key: ['name'],
  columns: {
    name: text(100, { required: true, param: 'CategoryName' }),
    displayName: text(100, { defaultsTo: 'name', note: 'The name when it is empty.' }),
    color: color({ param: 'CategoryHexColor' }),
  },
  procedures: { upsert: ['mboc_upsertCategory'], delete: ['mboc_deleteCategory'] },
  shownBy: 'name',
  choosesBy: 'name',
});

export const timeMarker = entity({
  name: 'TimeMarker',
  table: 'time_marker',
  route: 'timeMarker',
  group: 'Indicator',
  summary: 'A stripe on the bar of an appointment.',
  key: ['name'],
  columns: {
    name: text(100, { required: true, param: 'TimeMarker' }),
    color: color({ param: 'HexColor' }),
  },
  procedures: { upsert: ['mboc_upsertTimeMarker'], delete: ['mboc_deleteTimeMarker'] },
  shownBy: 'name',
  choosesBy: 'name',
});

export const pin = entity({
  name: 'Pin',
  table: 'pin',
  route: 'pin',
  group: 'Indicator',
  summary: 'The marker of a record on the map.',
  key: ['name'],
  columns: {
    name: text(100, { required: true }),
    color: color({ param: 'HexColor' }),
  },
  procedures: { upsert: ['mboc_upsertPin'], delete: ['mboc_deletePin'] },
  shownBy: 'name',
  choosesBy: 'name',
});

export const tag = entity({
  name: 'Tag',
  table: 'tag',
  route: 'tag',
  group: 'Indicator',
  summary: 'A short code with a name.',
  key: ['code'],
  columns: {
    code: text(50, { required: true }),
    name: text(100),
  },
  procedures: { upsert: ['mboc_upsertTag'], delete: ['mboc_deleteTag'] },
  shownBy: 'code',
});
