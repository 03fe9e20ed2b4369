import { ENTERPRISE_SCHEMA, GROUP_SCHEMA, LIST_SCHEMA, USER_SCHEMA } from '../../domain/scim/names.ts';
import type { JsonObject } from '../../domain/scim/operations.ts';
import { MOST_LISTED } from './contract.ts';
import type { Locate } from './user-resource.ts';

const SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Schema';

/** What this service can do (RFC 7643, section 5). */
export const serviceProviderConfig = (locate: Locate): JsonObject => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  documentationUri: locate('/docs'),
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MOST_LISTED },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'API key',
      description: 'An API key with the permission users.manage, as Authorization: Bearer or X-API-KEY.',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: locate('/scim/v2/ServiceProviderConfig') },
});

const resourceType = (locate: Locate, name: 'User' | 'Group', schema: string, extensions: readonly string[]) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
  id: name,
  name,
  endpoint: `/${name}s`,
  schema,
  ...(extensions.length > 0 ? { schemaExtensions: extensions.map((each) => ({ schema: each, required: false })) } : {}),
  meta: { resourceType: 'ResourceType', location: locate(`/scim/v2/ResourceTypes/${name}`) },
});

export const resourceTypes = (locate: Locate): JsonObject[] => [
  resourceType(locate, 'User', USER_SCHEMA, [ENTERPRISE_SCHEMA]),
  resourceType(locate, 'Group', GROUP_SCHEMA, []),
];

interface Described {
  readonly name: string;
  readonly type?: string;
  readonly multiValued?: boolean;
  readonly required?: boolean;
  readonly mutability?: string;
  readonly uniqueness?: string;
  readonly caseExact?: boolean;
  readonly subAttributes?: readonly Described[];
}

const described = ({ subAttributes, ...attribute }: Described): JsonObject => ({
  type: 'string',
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...attribute,
  ...(subAttributes ? { subAttributes: subAttributes.map(described) } : {}),
});

const texts = (...names: string[]): Described[] => names.map((name) => ({ name }));
const values = (name: string, mutability = 'readWrite'): Described => ({
  name,
  type: 'complex',
  multiValued: true,
  mutability,
  subAttributes: [...texts('value', 'display', 'type'), { name: 'primary', type: 'boolean' }],
});

const USER: readonly Described[] = [
  { name: 'userName', required: true, uniqueness: 'server', mutability: 'immutable' },
  { name: 'externalId', caseExact: true },
  { name: 'active', type: 'boolean' },
  ...texts('displayName', 'nickName', 'profileUrl', 'title', 'userType', 'preferredLanguage', 'locale', 'timezone'),
  {
    name: 'name',
    type: 'complex',
    subAttributes: texts('formatted', 'familyName', 'givenName', 'middleName', 'honorificPrefix', 'honorificSuffix'),
  },
  values('emails'),
  values('phoneNumbers'),
  values('roles', 'readOnly'),
  values('groups', 'readOnly'),
];
const ENTERPRISE = texts('employeeNumber', 'costCenter', 'organization', 'division', 'department');
const GROUP: readonly Described[] = [
  { name: 'displayName', required: true, uniqueness: 'server' },
  { name: 'externalId', caseExact: true },
  values('members'),
];

const schema = (locate: Locate, id: string, name: string, attributes: readonly Described[]): JsonObject => ({
  schemas: [SCHEMA],
  id,
  name,
  attributes: attributes.map(described),
  meta: { resourceType: 'Schema', location: locate(`/scim/v2/Schemas/${id}`) },
});

export const schemas = (locate: Locate): JsonObject[] => [
  schema(locate, USER_SCHEMA, 'User', USER),
  schema(locate, ENTERPRISE_SCHEMA, 'EnterpriseUser', ENTERPRISE),
  schema(locate, GROUP_SCHEMA, 'Group', GROUP),
];

export const listOf = (resources: readonly JsonObject[], total = resources.length, startIndex = 1): JsonObject => ({
  schemas: [LIST_SCHEMA],
  totalResults: total,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
});
