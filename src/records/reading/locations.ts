import { refuse } from '../../domain/errors.ts';
import type { Caller } from '../../platform/caller.ts';
import type { EntityModel } from '../derive/model.ts';
import type { ListQuery } from '../storage/record-reads.ts';

/** What of the records is hidden from a person to whom locations are not shown: homes of resources, and all positions. */

export type LocationViewer = Pick<Caller, 'hidesLocations'>;

export const POSITIONS = 'ResourceGpsTracking';
export const SEES_LOCATIONS = 'the permission plan.write or records.import';

/** Properties that are shown as empty. */
export function hiddenHomes({ hidesLocations }: LocationViewer, { stored }: EntityModel): ReadonlySet<string> {
  return new Set(hidesLocations ? stored.filter(({ spec }) => spec.home).map(({ property }) => property) : []);
}

/** Who could filter and sort by a home would find it by trying. */
export function refuseByHome(
  caller: LocationViewer,
  model: EntityModel,
  { conditions, orders }: Pick<ListQuery, 'conditions' | 'orders'>,
): void {
  const hidden = hiddenHomes(caller, model);
  const asked = [...conditions, ...orders].find(({ property }) => hidden.has(property));
  if (asked) throw refuse('USR004', `${asked.property} of ${model.name} needs ${SEES_LOCATIONS}.`, asked.property);
}

/** Positions are not read at all. */
export function refusePositions({ hidesLocations }: LocationViewer, { name }: EntityModel): void {
  if (hidesLocations && name === POSITIONS) throw refuse('USR004', `${POSITIONS} needs ${SEES_LOCATIONS}.`);
}
