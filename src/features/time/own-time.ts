import { timeRights } from '../../domain/access.ts';
import { type Problem, problem, Refusal } from '../../domain/errors.ts';
import { foldKeyPart } from '../../domain/natural-key.ts';
import { type Caller, timeRole } from '../../platform/caller.ts';

/** Why a caller may not read or write the time of a resource; undefined where it may. */
export function refusalOfTime(caller: Caller, resourceNo: string): Problem | undefined {
  const { reach } = timeRights[timeRole(caller)];
  if (reach === 'all') return undefined;
  if (reach === 'none') return problem('USR004', 'Registered time needs the scope time or import.');
  const { resourceNo: own } = caller;
  if (own === null) return notLinked();
  return foldKeyPart(own) === foldKeyPart(resourceNo)
    ? undefined
    : problem('USR004', `You may only read and write the time of your own resource ${own}.`, 'resourceNo');
}

/** The same for a record: of none that it belongs to, and of none that it would belong to. */
export function foreignTime(caller: Caller, resources: readonly unknown[]): Problem | undefined {
  for (const resourceNo of resources) {
    const refusal = typeof resourceNo === 'string' ? refusalOfTime(caller, resourceNo) : undefined;
    if (refusal) return refusal;
  }
  return undefined;
}

/** The one resource whose time the caller reads, given the one that it asks for; undefined is all. */
export function resourceInReach(caller: Caller, asked: string | undefined): string | undefined {
  const { reach } = timeRights[timeRole(caller)];
  if (reach === 'all') return asked;
  const resourceNo = asked ?? caller.resourceNo;
  const refusal = resourceNo === null ? notLinked() : refusalOfTime(caller, resourceNo);
  if (refusal) throw new Refusal(refusal);
  return resourceNo ?? undefined;
}

/** What a worker whose user names no resource has to do. */
const notLinked = (): Problem =>
  problem(
    'USR004',
    'Your user is not linked to a resource: ask an administrator to set the resource number (ResourceNo) of your user.',
  );
