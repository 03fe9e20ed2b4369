import { createHash } from 'node:crypto';
import { ENTERPRISE_SCHEMA, USER_SCHEMA } from '../../domain/scim/names.ts';
import { isObject, type JsonObject } from '../../domain/scim/operations.ts';
import { scimRefusal } from '../../domain/scim/scim-refusal.ts';
import { storable } from '../../domain/values/parse.ts';
import type { ScimUser } from './user-store.ts';

const LONGEST_TEXT = 256;
/** All attributes of a user that are kept, as JSON. */
const LONGEST_ATTRIBUTES = 16_384;

/** Where resources are found: the address of the service. */
export type Locate = (path: string) => string;

/** A resource with its version, which changes with everything that is shown of it, or with `seed` where that stands for it. */
export function withMeta(
  resource: JsonObject,
  meta: { readonly resourceType: 'User' | 'Group'; readonly created: number; readonly changed: number },
  location: string,
  seed: JsonObject = resource,
): JsonObject {
  const version = createHash('sha256').update(JSON.stringify(seed)).digest('base64url').slice(0, 22);
  return {
    ...resource,
    meta: {
      resourceType: meta.resourceType,
      created: new Date(meta.created).toISOString(),
      lastModified: new Date(meta.changed).toISOString(),
      location,
      version: `W/"${version}"`,
    },
  };
}

/** What a directory reads and changes of a user. */
export function userAttributes(user: ScimUser): JsonObject {
  const { attributes } = user;
  return {
    ...attributes,
    userName: user.userName,
    ...(user.externalId === null ? {} : { externalId: user.externalId }),
    ...(user.displayName === null ? {} : { displayName: user.displayName }),
    active: user.enabled,
    emails: attributes['emails'] ?? [{ value: user.email, type: 'work', primary: true }],
  };
}

export function userResource(user: ScimUser, locate: Locate): JsonObject {
  const { attributes } = user;
  return withMeta(
    {
      schemas: [USER_SCHEMA, ...(ENTERPRISE_SCHEMA in attributes ? [ENTERPRISE_SCHEMA] : [])],
      id: String(user.id),
      ...userAttributes(user),
      roles: user.roles.map((role) => ({ value: role, display: role })),
      groups: user.groups.map((group) => ({ ...group, $ref: locate(`/scim/v2/Groups/${group.value}`) })),
    },
    { resourceType: 'User', created: user.createdAt, changed: user.updatedAt },
    locate(`/scim/v2/Users/${user.id}`),
  );
}

/** A user as a directory wants it. */
export interface WantedUser {
  readonly userName: string;
  readonly email: string;
  readonly externalId: string | null;
  readonly displayName: string | null;
  readonly active: boolean;
  readonly attributes: JsonObject;
}

const isAddress = (text: string): boolean => /^[^\s@]+@[^\s@]+$/.test(text);

function refuseUnstorable(text: string, name: string): void {
  if (storable(text))
    throw scimRefusal('invalidValue', `${name.slice(0, 100)}: contains characters that cannot be stored.`, 'REQ016');
}

function textOf(value: unknown, name: string): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value !== 'string' && typeof value !== 'number')
    throw scimRefusal('invalidValue', `${name}: must be a text.`);
  const text = String(value).trim();
  refuseUnstorable(text, name);
  if (text.length > LONGEST_TEXT)
    throw scimRefusal('invalidValue', `${name}: must have at most ${LONGEST_TEXT} characters.`);
  return text === '' ? null : text;
}

/** Reads a whole resource. The e-mail address is the user name, or the primary address where that is no address. */
export function wantedUser(resource: JsonObject): WantedUser {
  const { userName: sentName, externalId, displayName, active, ...attributes } = resource;
  const userName = textOf(sentName, 'userName');
  if (userName === null) throw scimRefusal('invalidValue', 'userName: a value is required.', 'REQ015');
  const email = isAddress(userName) ? userName : primaryAddress(attributes['emails']);
  if (email === undefined)
    throw scimRefusal('invalidValue', 'userName: must be an e-mail address, or emails must have one.');
  const text = JSON.stringify(attributes, (name, value: unknown) => {
    refuseUnstorable(name, 'Attributes');
    if (typeof value === 'string') refuseUnstorable(value, name);
    return value;
  });
  if (text.length > LONGEST_ATTRIBUTES)
    throw scimRefusal(
      'tooMany',
      `The attributes of a user must have at most ${LONGEST_ATTRIBUTES} characters.`,
      'REQ013',
    );
  return {
    userName,
    email,
    externalId: textOf(externalId, 'externalId'),
    displayName: textOf(displayName, 'displayName') ?? nameOf(attributes['name']),
    active: active !== false,
    attributes,
  };
}

function primaryAddress(emails: unknown): string | undefined {
  const list = (Array.isArray(emails) ? emails : []).filter(isObject);
  const found = list.find(({ primary }) => primary === true) ?? list.find(({ type }) => type === 'work') ?? list[0];
  const address = textOf(found?.['value'], 'emails.value');
  return address !== null && isAddress(address) ? address : undefined;
}

function nameOf(name: unknown): string | null {
  if (!isObject(name)) return null;
  const part = (which: string): string | null => textOf(name[which], `name.${which}`);
  return part('formatted') ?? ([part('givenName'), part('familyName')].filter(Boolean).join(' ') || null);
}
