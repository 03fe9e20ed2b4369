import { refuse } from '../../domain/errors.ts';
import { foldKeyPart } from '../../domain/natural-key.ts';
import { permissions } from '../../domain/permissions.ts';
import { builtInRole, builtInRoleNames } from '../../domain/roles.ts';
import type { SetupPackage } from '../../domain/setup-package.ts';
import type { Caller } from '../../platform/caller.ts';
import type { HasClock } from '../../platform/clock.ts';
import { enqueue } from '../../platform/jobs/queue.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import type { HasSealer } from '../../platform/sealer.ts';
import { refuseLimited } from '../../records/whole-tenant.ts';
import { type Guard, guardedly } from '../../records/writing/guarded-write.ts';
import { recordKey } from '../../records/writing/record-key.ts';
import { tenantRoles } from '../access/role-store.ts';
import { type PackageFile, readPackageText } from './package-text.ts';
import { type ReadPackage, readPackage } from './read-package.ts';
import { insertPackage, isMember, setPackageJob } from './setup-store.ts';
import { refuseWrongValues } from './write-package.ts';

export interface QueuedPackage {
  readonly id: number;
  readonly status: 'queued';
  readonly href: string;
  readonly warnings: readonly string[];
}

/** Attempts of a package: it fails for reasons of its own at once, so these are for faults of ours. */
const ATTEMPTS = 8;

export const PACKAGE_KIND = 'setup';

/** Everything that can be refused before anything is stored. */
export async function checkedPackage(
  deps: HasDatabase & HasClock & HasSealer,
  caller: Caller,
  file: PackageFile,
): Promise<ReadPackage> {
  refuseLimited(caller, 'Setup packages');
  const read = readPackage(await readPackageText(file));
  refuseRights(caller, read.content);
  await refuseWrongValues(deps, caller, read.content);
  await refuseUnknownRoles(deps, caller, read.content);
  const stranger = await strangeOwner(deps, caller, read.content);
  return stranger === undefined ? read : { ...read, warnings: [...read.warnings, stranger] };
}

/** A package is applied later, by the service: what it gives is checked here. */
function refuseRights(caller: Caller, { role, user }: SetupPackage): void {
  const missing = permissions.find((permission) => !caller.permissions.includes(permission));
  const [first] = [...role, ...user];
  if (first && missing)
    throw refuse(
      'USR004',
      `${first.at}: a package with roles or users needs an administrator; you do not have the permission ${missing}.`,
      first.at,
    );
}

async function refuseUnknownRoles(
  deps: HasDatabase,
  { tenantId }: Caller,
  { role, user }: SetupPackage,
): Promise<void> {
  const asked = user.flatMap(({ at, fields }) =>
    ((fields['roles'] as readonly string[] | null | undefined) ?? []).map((name, i) => ({
      name,
      at: `${at}.roles[${i}]`,
    })),
  );
  if (asked.every(({ name }) => builtInRole(name))) return;
  const stored = (await tenantRoles(deps.db, tenantId)).map(({ name }) => name);
  const names = [...builtInRoleNames, ...stored, ...role.map(({ fields }) => String(fields['name']))];
  const known = new Set(names.map(foldKeyPart));
  const wrong = asked.find(({ name }) => !builtInRole(name) && !known.has(foldKeyPart(name)));
  if (wrong) throw refuse('REQ014', `${wrong.at}: must be one of ${names.join(', ')}.`, wrong.at);
}

/**
 * POST /import/setup: the package and the job that applies it are stored together, and then it is answered. What happens to the process after
 * that does not matter.
 */
export async function queuePackage(
  deps: HasDatabase & HasClock & HasSealer,
  caller: Caller,
  file: PackageFile,
  guard?: Guard<QueuedPackage>,
): Promise<QueuedPackage> {
  const { content, warnings } = await checkedPackage(deps, caller, file);
  const { tenantId, actor, requestId, traceParent } = caller;
  const { name, version, owner, notificationEmail } = content;
  const lines = [`Received from ${actor}: ${whatItHolds(content)}.`, ...warnings];
  return guardedly(deps, caller, guard, async (tx) => {
    const id = await insertPackage(tx, tenantId, {
      name,
      version,
      owner,
      told: notificationEmail ?? owner,
      content: JSON.stringify(content),
      log: lines.map((text) => ({ at: deps.now().toISOString(), text })),
      actor,
      requestId,
    });
    const about = `Setup package ${name === null ? id : `"${name}"`} of ${owner}`;
    const job = { kind: PACKAGE_KIND, about, payload: { package: id }, maxAttempts: ATTEMPTS };
    const [jobId = 0] = await enqueue(tx, [{ ...job, tenantId, requestId, traceParent }]);
    await setPackageJob(tx, tenantId, id, jobId);
    return { id, status: 'queued', href: `/import/setup/${id}`, warnings };
  });
}

/** The interface requires an owner; an owner who is not a user causes a warning. */
async function strangeOwner(
  deps: HasDatabase,
  { tenantId }: Caller,
  { owner, user }: SetupPackage,
): Promise<string | undefined> {
  const isMade = user.some(({ fields }) => foldKeyPart(String(fields['email'])) === foldKeyPart(owner));
  return isMade || (await isMember(deps.db, tenantId, recordKey([owner])))
    ? undefined
    : `The owner ${owner} is not a user of this tenant, and the package does not create one.`;
}

function whatItHolds(content: SetupPackage): string {
  const counted = (count: number, one: string): string[] =>
    count === 0 ? [] : [`${count} ${one}${count === 1 ? '' : 's'}`];
  return [
    ...counted(content.layout.length, 'layout'),
    ...counted(content.profile.length, 'profile'),
    ...counted(content.user.length, 'user'),
    ...counted(content.configuration.length, 'configuration value'),
  ].join(', ');
}
