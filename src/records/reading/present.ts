import { formatInstant } from '../../domain/time/zone.ts';
import type { ColumnModel, EntityModel } from '../derive/model.ts';
import type { StoredRecord } from '../storage/record-reads.ts';

/** A stored record as answers show it: instants with the offset of the zone, time spans as hh:mm:ss, no secrets. */
export function present(
  model: EntityModel,
  record: StoredRecord,
  zone: string,
  only: readonly ColumnModel[] = model.stored,
): Record<string, unknown> {
  const shown: Record<string, unknown> = { id: record.id };
  for (const { property, kind, spec } of only)
    if (spec.kind !== 'secret') shown[property] = kind.show(record[property] ?? null, zone);
  shown['version'] = record.version;
  shown['createdAt'] = formatInstant(zone, record['createdAt'] as number);
  shown['createdBy'] = record['createdBy'];
  shown['updatedAt'] = formatInstant(zone, record['updatedAt'] as number);
  shown['updatedBy'] = record['updatedBy'];
  return shown;
}
