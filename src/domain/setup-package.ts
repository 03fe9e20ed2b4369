/**
 * What a setup package may hold. The reading of packages and the published JSON Schema both follow from this list; how long a text may be
 * stands in the declarations of the records.
 */
export type FieldKind = 'text' | 'email' | 'flag' | 'word' | 'texts' | 'object' | 'filterValues';

export interface PackageField {
  readonly kind: FieldKind;
  readonly required?: true;
  /** Goes into records of their own that connect two, in the order of the list. */
  readonly links?: true;
  readonly about?: string;
}

export interface PackagePart {
  /** The property of the plain form. */
  readonly list: string;
  readonly entity: string;
  readonly upsert: string;
  readonly key: string;
  readonly fields: Readonly<Record<string, PackageField>>;
}

/** In the order in which they are applied: what others name comes first. */
export const packageParts = {
  layout: {
    list: 'layouts',
    entity: 'Layout',
    upsert: 'mboc_upsertLayout',
    key: 'code',
    fields: {
      code: { kind: 'text', required: true },
      name: { kind: 'text' },
      kind: { kind: 'word' },
      content: { kind: 'object' },
    },
  },
  profile: {
    list: 'profiles',
    entity: 'Profile',
    upsert: 'mboc_upsertProfile',
    key: 'code',
    fields: {
      code: { kind: 'text', required: true },
      name: { kind: 'text' },
      description: { kind: 'text' },
      default: { kind: 'flag' },
      settings: { kind: 'object' },
      layouts: { kind: 'texts', links: true, about: 'Codes of its layouts, in their order.' },
    },
  },
  role: {
    list: 'roles',
    entity: 'Role',
    upsert: 'mboc_upsertRole',
    key: 'name',
    fields: {
      name: { kind: 'text', required: true },
      description: { kind: 'text' },
      permissions: { kind: 'texts' },
    },
  },
  user: {
    list: 'users',
    entity: 'User',
    upsert: 'mboc_upsertUser',
    key: 'email',
    fields: {
      email: { kind: 'email', required: true },
      displayName: { kind: 'text' },
      loginType: { kind: 'word' },
      roles: { kind: 'texts', about: 'Names of built-in roles and of roles of the tenant.' },
      resourceNo: { kind: 'text' },
      language: { kind: 'text' },
      timeZone: { kind: 'text' },
      enabled: { kind: 'flag' },
      categories: { kind: 'texts' },
      timeMarkers: { kind: 'texts' },
      teams: { kind: 'texts' },
      profiles: { kind: 'texts', links: true, about: 'Codes of profiles, in their order.' },
      filterValues: { kind: 'filterValues', links: true },
    },
  },
} as const satisfies Record<string, PackagePart>;

export type PartName = keyof typeof packageParts;
export const partNames = Object.keys(packageParts) as PartName[];

export interface FilterValueSent {
  readonly group: string;
  readonly value: string;
}

/** One record of a package. What was not sent is not there. */
export interface PackageRecord {
  /** Where it stands, as `users[3]`. */
  readonly at: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A package in the one form that is kept and applied, whichever form it came in. */
export interface SetupPackage {
  readonly name: string | null;
  readonly version: string | null;
  readonly owner: string;
  readonly notificationEmail: string | null;
  readonly layout: readonly PackageRecord[];
  readonly profile: readonly PackageRecord[];
  readonly role: readonly PackageRecord[];
  readonly user: readonly PackageRecord[];
  readonly configuration: readonly { readonly at: string; readonly name: string; readonly value: unknown }[];
}

export const EMAIL = /^[^\s@]+@[^\s@]+$/;
