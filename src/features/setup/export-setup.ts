import { refuse } from '../../domain/errors.ts';
import { allows } from '../../domain/permissions.ts';
import { EMAIL, type PackagePart, packageParts } from '../../domain/setup-package.ts';
import type { Caller } from '../../platform/caller.ts';
import { model as modelNamed } from '../../records/derive/model.ts';
import { listOf } from '../../records/reading/list-records.ts';
import type { ReadDeps } from '../../records/reading/read-deps.ts';
import { refuseLimited } from '../../records/whole-tenant.ts';
import { recordKey } from '../../records/writing/record-key.ts';
import { byOwner } from './package-calls.ts';
import { clearances, type Link, layoutLinks, likelyOwner, profileLinks } from './setup-store.ts';

type Shown = Readonly<Record<string, unknown>>;

/** The plain form of a package. */
export interface ExportedPackage {
  readonly owner: string;
  readonly name: string;
  readonly layouts: readonly Shown[];
  readonly profiles: readonly Shown[];
  /** Not for those who do not read them otherwise. */
  readonly roles?: readonly Shown[];
  readonly users?: readonly Shown[];
  readonly configuration: Shown;
}

/** GET /export/setup: the tenant's own package. Sent back as it is, it changes nothing. */
export async function exportSetup(deps: ReadDeps, caller: Caller, owner: string | undefined): Promise<ExportedPackage> {
  refuseLimited(caller, 'Setup packages');
  const { tenantId } = caller;
  if (owner !== undefined && !EMAIL.test(owner)) throw refuse('REQ008', 'owner: must be an e-mail address.', 'owner');
  const person = /^user:(.+)$/.exec(caller.actor)?.[1];
  const known = owner ?? person ?? (await likelyOwner(deps.db, tenantId));
  if (known === undefined)
    throw refuse('REQ008', 'owner: this tenant has no administrator to use as owner; send an owner.', 'owner');
  const [layouts, profiles, roles, users, values] = await Promise.all(
    ['Layout', 'Profile', 'Role', 'User', 'ConfigurationValue'].map((entity) => all(deps, caller, entity)),
  );
  const byProfile = byOwner(await layoutLinks(deps.db, tenantId, null));
  const byUser = byOwner(await profileLinks(deps.db, tenantId, null));
  const cleared = byOwner(await clearances(deps.db, tenantId, null));
  const first = (links: readonly Link[] = []): unknown[] => links.map(({ names }) => names[0]);
  return {
    owner: known,
    name: caller.tenantName,
    layouts: (layouts ?? []).map((record) => fieldsOf(packageParts.layout, record)),
    profiles: (profiles ?? []).map((record) => ({
      ...fieldsOf(packageParts.profile, record),
      layouts: first(byProfile.get(recordKey([record['code']]))),
    })),
    ...(allows(caller.permissions, 'users.manage')
      ? {
          roles: (roles ?? []).map((record) => fieldsOf(packageParts.role, record)),
          users: (users ?? []).map((record) => {
            const key = recordKey([record['email']]);
            const values = (cleared.get(key) ?? []).map(({ names: [group, value] }) => ({ group, value }));
            return { ...fieldsOf(packageParts.user, record), profiles: first(byUser.get(key)), filterValues: values };
          }),
        }
      : {}),
    configuration: Object.fromEntries((values ?? []).map(({ name, value }) => [name, value])),
  };
}

async function all(deps: ReadDeps, caller: Caller, entity: string): Promise<Shown[]> {
  const records: Shown[] = [];
  const { portions } = await listOf(deps, caller, entity, { further: {} });
  for await (const portion of portions) records.push(...portion);
  return records;
}

/** What has no value is left out, and a number that stands for a word is that word. */
function fieldsOf(part: PackagePart, record: Shown): Shown {
  const model = modelNamed(part.entity);
  const fields = Object.entries(part.fields).flatMap(([name, { kind, links }]) => {
    const value = links ? null : record[name];
    if (value === null || value === undefined) return [];
    const word = kind === 'word' ? model.column(name).spec.choices?.[value as number] : undefined;
    return [[name, word ?? value]];
  });
  return Object.fromEntries(fields);
}
