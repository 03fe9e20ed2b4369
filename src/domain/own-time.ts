import { timeRights, timeRoleOf } from './access.ts';
import { type ErrorDetail, errorDetail, Refusal } from './errors.ts';
import { foldKeyPart } from './natural-key.ts';
import { namesOf, type Permission, timePermissions } from './permissions.ts';

/** Who reads or writes registered time. */
export interface TimeUser {
  readonly permissions: readonly Permission[];
  /** The resource that the person is. */
  readonly resourceNo: string | null;
}

const reachOf = ({ permissions }: TimeUser) => timeRights[timeRoleOf(permissions)].reach;

/** Why a user may not read or write the time of a resource; undefined where it may. */
export function refusalOfTime(user: TimeUser, resourceNo: string): ErrorDetail | undefined {
  const reach = reachOf(user);
  if (reach === 'all') return undefined;
  if (reach === 'none')
    return errorDetail('USR004', `Registered time needs the permission ${namesOf(timePermissions)}.`);
  const { resourceNo: own } = user;
  if (own === null) return notLinked();
  return foldKeyPart(own) === foldKeyPart(resourceNo)
    ? undefined
    : errorDetail('USR004', `You may only read and write the time of your own resource ${own}.`, 'resourceNo');
}

/** The same for a record: of none that it belongs to, and of none that it would belong to. */
export function foreignTime(user: TimeUser, resources: readonly unknown[]): ErrorDetail | undefined {
  for (const resourceNo of resources) {
    const refusal = typeof resourceNo === 'string' ? refusalOfTime(user, resourceNo) : undefined;
    if (refusal) return refusal;
  }
  return undefined;
}

/** The one resource whose time the user reads, given the one that it asks for; undefined is all. */
export function resourceInReach(user: TimeUser, asked: string | undefined): string | undefined {
  const reach = reachOf(user);
  if (reach === 'all') return asked;
  const resourceNo = asked ?? user.resourceNo;
  const refusal = resourceNo === null ? notLinked() : refusalOfTime(user, resourceNo);
  if (refusal) throw new Refusal(refusal);
  return resourceNo ?? undefined;
}

/** What a worker whose user names no resource has to do. */
const notLinked = (): ErrorDetail =>
  errorDetail(
    'USR004',
    'Your user is not linked to a resource: ask an administrator to set the resource number (ResourceNo) of your user.',
  );
