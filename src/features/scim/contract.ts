import { LONGEST_FILTER } from '../../domain/scim/filter.ts';
import { described, type Infer, type JsonSchema, refined, shown } from '../../platform/contract/kind.ts';
import { object, query, required, withDefault } from '../../platform/contract/object.ts';
import { contract } from '../../platform/contract/route.ts';
import { commaTexts, json, list, number, text } from '../../platform/contract/values.ts';

export const MOST_LISTED = 200;
const USUAL_LISTED = 100;

const resource = (name: string): JsonSchema => ({
  type: 'object',
  description: `A ${name} of SCIM 2.0 (RFC 7643).`,
  properties: { schemas: { type: 'array', items: { type: 'string' } }, id: { type: 'string' } },
  required: ['schemas'],
  additionalProperties: true,
});
const listed: JsonSchema = {
  type: 'object',
  properties: {
    schemas: { type: 'array', items: { type: 'string' } },
    totalResults: { type: 'integer' },
    startIndex: { type: 'integer' },
    itemsPerPage: { type: 'integer' },
    Resources: { type: 'array', items: resource('resource') },
  },
  required: ['schemas', 'totalResults', 'startIndex', 'itemsPerPage', 'Resources'],
};
const failure: JsonSchema = {
  type: 'object',
  description: 'An error of SCIM 2.0 (RFC 7644, section 3.12).',
  properties: {
    schemas: { type: 'array', items: { type: 'string' } },
    status: { type: 'string' },
    scimType: { type: 'string' },
    detail: { type: 'string' },
    code: { type: 'string' },
  },
  required: ['schemas', 'status', 'detail', 'code'],
};

const common = {
  access: 'users.manage',
  tags: ['User'],
  config: { takesKeyAsBearer: true },
  failures: { '4xx': failure, '5xx': failure },
} as const;
const consumes = ['application/scim+json', 'application/json'];
const params = { id: { type: 'string' } };
const versionHeaders = { type: 'object', properties: { 'if-match': { type: 'string' } } };
const bodies = {
  User: json({ ...resource('user'), required: ['userName'] }),
  Group: json({ ...resource('group'), required: ['displayName'] }),
};

/** Numbers out of range count as the nearest one, as the RFC has it. */
const clamped = (least: number, most: number) =>
  shown(
    refined(number(), (value) => Math.trunc(Math.min(most, Math.max(least, value)))),
    { type: 'integer' },
  );
const selection = { attributes: withDefault(commaTexts(), []), excludedAttributes: withDefault(commaTexts(), []) };
const oneQuery = query(selection);
export type OneQuery = Infer<typeof oneQuery>;
const listQuery = query({
  ...selection,
  filter: described(text(LONGEST_FILTER), 'For example userName eq "anna@example.com".'),
  startIndex: withDefault(clamped(1, 1_000_000_000), 1, 1),
  count: withDefault(clamped(0, MOST_LISTED), USUAL_LISTED, USUAL_LISTED),
});

const patchBody = json({
  type: 'object',
  properties: {
    schemas: { type: 'array', items: { type: 'string' } },
    Operations: {
      type: 'array',
      items: {
        type: 'object',
        properties: { op: { type: 'string' }, path: { type: 'string' }, value: {} },
        required: ['op'],
      },
    },
  },
  required: ['Operations'],
});

export const showConfig = contract({
  ...common,
  method: 'GET',
  path: '/scim/v2/ServiceProviderConfig',
  summary: 'Show what this SCIM service supports',
  response: { 200: resource('ServiceProviderConfig') },
});
export const listTypes = contract({
  ...common,
  method: 'GET',
  path: '/scim/v2/ResourceTypes',
  summary: 'List the resource types of SCIM',
  response: { 200: listed },
});
export const showType = contract({
  ...common,
  method: 'GET',
  path: '/scim/v2/ResourceTypes/:id',
  summary: 'Show a resource type of SCIM',
  params,
  response: { 200: resource('ResourceType') },
});
export const listSchemas = contract({
  ...common,
  method: 'GET',
  path: '/scim/v2/Schemas',
  summary: 'List the schemas of SCIM',
  response: { 200: listed },
});
export const showSchema = contract({
  ...common,
  method: 'GET',
  path: '/scim/v2/Schemas/:id',
  summary: 'Show a schema of SCIM',
  params,
  response: { 200: resource('Schema') },
});

/** The same routes for users and groups. */
const resources = (name: 'User' | 'Group') => {
  const path = `/scim/v2/${name}s`;
  const one = resource(name);
  const changed = { ...common, path: `${path}/:id`, params, headers: versionHeaders, query: oneQuery } as const;
  return {
    list: contract({
      ...common,
      method: 'GET',
      path,
      summary: `List or find: ${name} of SCIM`,
      query: listQuery,
      response: { 200: listed },
    }),
    show: contract({ ...changed, method: 'GET', summary: `Show one: ${name} of SCIM`, response: { 200: one } }),
    create: contract({
      ...common,
      method: 'POST',
      path,
      summary: `Create: ${name} of SCIM`,
      query: oneQuery,
      consumes,
      body: bodies[name],
      response: { 201: one },
    }),
    replace: contract({
      ...changed,
      method: 'PUT',
      summary: `Replace: ${name} of SCIM`,
      consumes,
      body: bodies[name],
      response: { 200: one },
    }),
    patch: contract({
      ...changed,
      method: 'PATCH',
      summary: `Change some attributes: ${name} of SCIM`,
      consumes,
      body: patchBody,
      response: { 200: one },
    }),
    remove: contract({
      ...changed,
      method: 'DELETE',
      summary: `Delete: ${name} of SCIM`,
      config: { ...common.config, mayBeEmpty: true },
      response: { 204: { type: 'null', description: 'Done.' } },
    }),
  };
};
export type ResourceContracts = ReturnType<typeof resources>;
export const users = resources('User');
export const groups = resources('Group');

const MOST_GRANTS = 200;
const filterValue = object({ group: required(text(50)), value: required(text(100)) });
const rulesBody = object({
  roles: described(
    list(text(200), MOST_GRANTS),
    'Roles that members get. Left out: the role with the name of the group, if there is one.',
  ),
  teams: withDefault(list(text(100), MOST_GRANTS), []),
  filterValues: withDefault(list(filterValue, MOST_GRANTS), []),
});
export type RulesBody = Infer<typeof rulesBody>;

const names = { type: 'array', items: { type: 'string' } };
const group: JsonSchema = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    displayName: { type: 'string' },
    externalId: { type: ['string', 'null'] },
    members: { type: 'integer' },
    roles: { type: ['array', 'null'], items: { type: 'string' } },
    givenRoles: { ...names, description: 'The roles that members have by the group.' },
    teams: names,
    filterValues: {
      type: 'array',
      items: {
        type: 'object',
        properties: { group: { type: 'string' }, value: { type: 'string' } },
        required: ['group', 'value'],
      },
    },
  },
  required: ['id', 'displayName', 'externalId', 'members', 'roles', 'givenRoles', 'teams', 'filterValues'],
};

export const listRules = contract({
  method: 'GET',
  path: '/scimGroup',
  access: 'users.manage',
  tags: ['User'],
  summary: 'List the groups of the directory, and what their members get',
  response: { 200: { type: 'array', items: group } },
});
export const setRules = contract({
  method: 'PUT',
  path: '/scimGroup/:id',
  access: 'users.manage',
  tags: ['User'],
  summary: 'Set the roles, teams and filter values that members of a group get',
  params,
  body: rulesBody,
  response: { 200: group },
});
