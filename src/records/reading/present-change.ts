import { formatInstant } from '../../domain/time/zone.ts';
import { models } from '../derive/model.ts';
import type { StoredChange } from '../storage/change-log.ts';
import { hiddenHomes } from './locations.ts';
import type { RecordViewer } from './present.ts';

export interface ShownChange {
  readonly number: number;
  readonly at: string;
  readonly actor: string;
  /** Who sent the request, where the change belongs to somebody else. */
  readonly sentBy?: string;
  readonly origin: string;
  readonly requestId: string;
  readonly entity: string;
  readonly id: number;
  readonly key: string;
  readonly sourceApp: string | null;
  readonly action: string;
  readonly version: number;
  readonly sentFromBackOffice: boolean;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
  /** Numbers of the changes that it took back. */
  readonly undoes: readonly number[] | null;
}

export function presentChange(change: StoredChange, viewer: RecordViewer): ShownChange {
  const { timeZone: zone } = viewer;
  const model = models.get(change.entity);
  const hidden = model && hiddenHomes(viewer, model);
  const show = (fields: StoredChange['before']): Record<string, unknown> | null => {
    if (fields === null) return null;
    const shown: Record<string, unknown> = {};
    for (const [property, value] of Object.entries(fields)) {
      if (hidden?.has(property)) continue;
      const spec = model?.entity.columns[property];
      shown[property] = spec && model && spec.kind !== 'secret' ? model.column(property).kind.show(value, zone) : value;
    }
    return shown;
  };
  return {
    number: change.no,
    at: formatInstant(zone, change.at),
    actor: change.actor,
    ...(change.sentBy === null ? {} : { sentBy: change.sentBy }),
    origin: change.origin,
    requestId: change.requestId,
    entity: change.entity,
    id: change.recordId,
    key: change.key,
    sourceApp: change.sourceApp,
    action: change.action,
    version: change.version,
    sentFromBackOffice: change.fromBackOffice,
    before: show(change.before),
    after: show(change.after),
    undoes: change.undoes,
  };
}
