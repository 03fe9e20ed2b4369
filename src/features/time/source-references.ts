import { foldKey } from '../../domain/natural-key.ts';
import { type Call, namingValue } from '../../records/writing/call.ts';
import type { SourceReference, WantedReference } from './time-store.ts';

/** The caller's own references (BackofficeID, ExternalId) that calls name; they count within SourceApp and SourceType. */
export const referencesOf = (calls: readonly Call[], property: 'backofficeID' | 'externalId'): SourceReference[] =>
  calls.flatMap((call) => {
    const [sourceApp, sourceType, reference] = ['sourceApp', 'sourceType', property].map((each) =>
      namingValue(call, each),
    );
    return typeof reference === 'string'
      ? [{ sourceApp: String(sourceApp ?? ''), sourceType: String(sourceType ?? ''), reference }]
      : [];
  });

/** References that calls want to give to records which they name by id. */
export const wantedReferencesOf = (
  calls: readonly Call[],
  id: 'timeEntryId' | 'timeSessionId',
  property: 'backofficeID' | 'externalId',
): WantedReference[] =>
  calls.flatMap((call) => {
    const [named, reference] = [namingValue(call, id), namingValue(call, property)];
    return typeof named === 'number' && typeof reference === 'string' ? [{ id: named, reference }] : [];
  });

export const foldReference = ({ sourceApp, sourceType, reference }: SourceReference): string =>
  foldKey([sourceApp, sourceType, reference]);
