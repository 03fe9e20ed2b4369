export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const ENTERPRISE_SCHEMA = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
export const LIST_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
export const ERROR_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:Error';

/** Attributes with several values. */
export const MULTI_VALUED: ReadonlySet<string> = new Set([
  'emails',
  'phoneNumbers',
  'ims',
  'photos',
  'addresses',
  'entitlements',
  'roles',
  'x509Certificates',
  'groups',
  'members',
]);

/** The service decides these, and never keeps a password; what clients send of them is ignored. */
export const IGNORED: ReadonlySet<string> = new Set(['id', 'meta', 'schemas', 'groups', 'roles', 'password']);

const SPELLED = [
  ...MULTI_VALUED,
  ...IGNORED,
  'userName',
  'externalId',
  'displayName',
  'active',
  'name',
  'nickName',
  'profileUrl',
  'title',
  'userType',
  'preferredLanguage',
  'locale',
  'timezone',
  'formatted',
  'familyName',
  'givenName',
  'middleName',
  'honorificPrefix',
  'honorificSuffix',
  'value',
  'display',
  'type',
  'primary',
  'streetAddress',
  'locality',
  'region',
  'postalCode',
  'country',
  'employeeNumber',
  'costCenter',
  'organization',
  'division',
  'department',
  'manager',
];
const bySmall = new Map(SPELLED.map((name) => [name.toLowerCase(), name]));

/** An attribute as the schemas spell it: names match in any case. */
export const spelled = (name: string): string => bySmall.get(name.toLowerCase()) ?? name;

export const isName = (text: string): boolean => /^[A-Za-z$][\w$-]{0,99}$/.test(text);

/**
 * Splits what stands before an attribute off a path: the schema of users and groups means nothing, that of an extension is where the attribute
 * stands. `urn:…:2.0:User:department` is one way to write it, with a colon although dots separate names elsewhere.
 */
export function withoutSchema(path: string): { readonly schema: string | undefined; readonly rest: string } {
  const found = /^(urn:[^[\]"\s]{1,200}?:(?:User|Group))(?:[:.]|$)(.*)$/is.exec(path.trim());
  const [, urn = '', rest = ''] = found ?? [];
  if (!found) return { schema: undefined, rest: path.trim() };
  const is = (schema: string): boolean => urn.toLowerCase() === schema.toLowerCase();
  if (is(USER_SCHEMA) || is(GROUP_SCHEMA)) return { schema: undefined, rest };
  return { schema: is(ENTERPRISE_SCHEMA) ? ENTERPRISE_SCHEMA : urn, rest };
}
