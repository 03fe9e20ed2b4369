import { formatInstant } from '../../domain/time/zone.ts';
import type { Caller } from '../../platform/caller.ts';
import type { ColumnModel, EntityModel } from '../derive/model.ts';
import type { StoredRecord } from '../storage/record-reads.ts';
import { hiddenHomes } from './locations.ts';

/** Who reads: in which time zone, and whether homes are shown. */
export type RecordViewer = Pick<Caller, 'timeZone' | 'hidesLocations'>;

/** A stored record as answers show it: instants with the offset of the zone, time spans as hh:mm:ss, no secrets. */
export function present(
  model: EntityModel,
  record: StoredRecord,
  viewer: RecordViewer,
  only: readonly ColumnModel[] = model.stored,
): Record<string, unknown> {
  const { timeZone: zone } = viewer;
  const hidden = hiddenHomes(viewer, model);
  const shown: Record<string, unknown> = { id: record.id };
  for (const { property, kind, spec } of only)
    if (spec.kind !== 'secret')
      shown[property] = hidden.has(property) ? null : kind.show(record[property] ?? null, zone);
  shown['version'] = record.version;
  shown['createdAt'] = formatInstant(zone, record['createdAt'] as number);
  shown['createdBy'] = record['createdBy'];
  shown['updatedAt'] = formatInstant(zone, record['updatedAt'] as number);
  shown['updatedBy'] = record['updatedBy'];
  return shown;
}
