import { foldKeyPart } from '../../domain/natural-key.ts';
import {
  type FilterValueSent,
  type PackageRecord,
  packageParts,
  partNames,
  type SetupPackage,
} from '../../domain/setup-package.ts';
import type { Session } from '../../platform/postgres/database.ts';
import { fromObject } from '../../records/writing/from-object.ts';
import { recordKey } from '../../records/writing/record-key.ts';
import type { SentCall } from '../../records/writing/sent-call.ts';
import { clearances, type Link, layoutLinks, profileLinks } from './setup-store.ts';

/** A call, and the place of the package that it comes from. */
export interface PositionedCall {
  readonly at: string;
  readonly call: SentCall;
}

type Members = Readonly<Record<string, unknown>>;
const place = (at: string, procedure: string, record: Members): PositionedCall => ({
  at,
  call: fromObject(procedure, record),
});

/** The records that a package names, without what connects them. */
export function recordCalls(content: SetupPackage): PositionedCall[] {
  const calls = partNames.flatMap((part) => {
    const { upsert, fields: declared } = packageParts[part];
    const links = new Set(Object.entries(declared).flatMap(([name, field]) => ('links' in field ? [name] : [])));
    return content[part].map(({ at, fields }) =>
      place(at, upsert, Object.fromEntries(Object.entries(fields).filter(([name]) => !links.has(name)))),
    );
  });
  // As JSON text: a value that is a text must not be taken for JSON itself.
  const values = content.configuration.map(({ at, name, value }) =>
    place(at, 'mboc_upsertConfiguration', { name, value: JSON.stringify(value) }),
  );
  return [...calls, ...values];
}

interface LinkKind {
  readonly part: 'profile' | 'user';
  readonly field: string;
  readonly upsert: string;
  readonly remove: string;
  readonly isOrdered: boolean;
  stored(db: Session, tenantId: number, owners: readonly string[]): Promise<Link[]>;
  names(sent: unknown): readonly string[];
  record(owner: string, names: readonly string[]): Members;
}

const LINKS: readonly LinkKind[] = [
  {
    part: 'profile',
    field: 'layouts',
    upsert: 'mboc_upsertProfileLayout',
    remove: 'mboc_deleteProfileLayout',
    isOrdered: true,
    stored: layoutLinks,
    names: (sent) => [sent as string],
    record: (profileCode, [layoutCode]) => ({ profileCode, layoutCode }),
  },
  {
    part: 'user',
    field: 'profiles',
    upsert: 'mboc_upsertUserProfile',
    remove: 'mboc_deleteUserProfile',
    isOrdered: true,
    stored: profileLinks,
    names: (sent) => [sent as string],
    record: (email, [profileCode]) => ({ email, profileCode }),
  },
  {
    part: 'user',
    field: 'filterValues',
    upsert: 'mboc_upsertUserFilterValue',
    remove: 'mboc_deleteUserFilterValue',
    isOrdered: false,
    stored: clearances,
    names: (sent) => [(sent as FilterValueSent).group, (sent as FilterValueSent).value],
    record: (email, [filterGroup, filterValue]) => ({ email, filterGroup, filterValue }),
  },
];

/** What connects the records: a list that was sent is the whole list, and one that was not sent stays as it is. */
export async function linkCalls(db: Session, tenantId: number, content: SetupPackage): Promise<PositionedCall[]> {
  const calls: PositionedCall[] = [];
  for (const kind of LINKS) {
    const owners = content[kind.part].filter(({ fields }) => fields[kind.field] !== undefined);
    const nameOf = ({ fields }: PackageRecord): string => String(fields[packageParts[kind.part].key]);
    const keys = owners.map((owner) => recordKey([nameOf(owner)]));
    const stored = owners.length === 0 ? [] : await kind.stored(db, tenantId, keys);
    const before = byOwner(stored);
    for (const [i, owner] of owners.entries()) {
      const sent = ((owner.fields[kind.field] ?? []) as unknown[]).map(kind.names);
      const wanted = new Set(sent.map(folded));
      const at = (n: number): string => `${owner.at}.${kind.field}[${n}]`;
      for (const { names } of before.get(keys[i] as string) ?? [])
        if (!wanted.has(folded(names)))
          calls.push(place(`${owner.at}.${kind.field}`, kind.remove, kind.record(nameOf(owner), names)));
      for (const [n, names] of sent.entries())
        calls.push(
          place(at(n), kind.upsert, {
            ...kind.record(nameOf(owner), names),
            ...(kind.isOrdered ? { sequence: n } : {}),
          }),
        );
    }
  }
  return calls;
}

export function byOwner(links: readonly Link[]): ReadonlyMap<string, readonly Link[]> {
  const found = new Map<string, Link[]>();
  for (const link of links) found.set(link.owner, [...(found.get(link.owner) ?? []), link]);
  return found;
}

const folded = (names: readonly string[]): string => names.map(foldKeyPart).join('\u001f');
