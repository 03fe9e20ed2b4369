import type { ReadExtension } from '../../records/extensions.ts';
import type { StoredRecord } from '../../records/storage/record-reads.ts';
import { BACK_OFFICE, type LocatedEntity, locatedSql } from './geocode-store.ts';

const properties = {
  located: {
    type: ['object', 'null'],
    description:
      'Where the record is: the coordinates that were sent (source "back office"), or else those found for its address. Null if that is unknown.',
    properties: {
      latitude: { type: 'number' },
      longitude: { type: 'number' },
      precision: { enum: ['house', 'street', 'postcode', 'city', 'country'] },
      source: { type: 'string', description: 'The data source. Show it together with the coordinates.' },
      confidence: { type: ['number', 'null'], description: 'From 0 to 1; 1 for coordinates that were sent.' },
    },
    required: ['latitude', 'longitude', 'precision', 'source', 'confidence'],
    additionalProperties: false,
  },
};

const locatedOf = (record: StoredRecord) => (record['$located'] ?? null) as { readonly source: string } | null;

/** Reads of jobs show where their site is, reads of resources where their home is. */
export const locatedRead = (entity: LocatedEntity): ReadExtension => ({
  properties,
  columns: () => ({ $located: locatedSql(entity, 't') }),
  present: (record) => ({ located: locatedOf(record) }),
  // What the geocoder found may change while the record stays the same.
  isOwn: (record) => (locatedOf(record)?.source ?? BACK_OFFICE) === BACK_OFFICE,
});
