import { describe, expect, it } from 'vitest';
import { type EntityModel, models } from '../../../src/records/derive/model.ts';
import type { KindName } from '../../../src/records/entities/kit.ts';
import { hiddenHomes } from '../../../src/records/reading/locations.ts';
import { present } from '../../../src/records/reading/present.ts';
import { RecordText } from '../../../src/records/reading/record-text.ts';
import { ownFields, readColumns, type StoredRecord } from '../../../src/records/storage/record-reads.ts';

const ZONE = 'Europe/Brussels';
const MARCH = Date.parse('2026-03-29T07:30:00.250Z');

/** Stored values as the driver gives them; two of each, so that a value follows another and itself. */
const samples: Readonly<Record<KindName, readonly [unknown, unknown]>> = {
  text: ['a "quoted"\nline \ud83d\ude9a', ''],
  zone: ['Europe/Brussels', 'Asia/Tokyo'],
  secret: ['x', 'y'],
  integer: [0, -12],
  decimal: ['0.000000', '12.500000'],
  coordinate: [4.3517, -0.5],
  boolean: [true, false],
  instant: [MARCH, MARCH + 86_400_000],
  resourceInstant: [MARCH, MARCH - 86_400_000],
  date: ['2026-03-29', '9999-12-31'],
  timeOfDay: ['08:00:00', '23:59:59.5'],
  timeSpan: [5_400_000, 90_000_000],
  guid: ['0b7f2a52-6d2f-4c2c-9a5e-111111111111', '0b7f2a52-6d2f-4c2c-9a5e-222222222222'],
  choice: [0, 1],
  texts: [['a', 'b"'], []],
  document: [[{ from: '08:00' }], []],
};

function recordOf(model: EntityModel, which: 0 | 1 | undefined): StoredRecord {
  const own = { id: 7, version: 3, createdAt: MARCH, createdBy: 'key:erp', updatedAt: MARCH + 1, updatedBy: 'a "b"' };
  const columns = readColumns(model).map(({ property, spec }) => [
    property,
    which === undefined ? null : samples[spec.kind][which],
  ]);
  return { ...own, ...Object.fromEntries(columns) };
}

const listOf = (model: EntityModel, record: StoredRecord): unknown[] => [
  ...ownFields.map((field) => record[field]),
  ...readColumns(model).map(({ property }) => record[property]),
];

describe('the text of a record', () => {
  it.each([...models.values()].map((model) => [model.name, model] as const))(
    'of %s is what the presented record would become, whatever came before it',
    (_, model) => {
      const writer = new RecordText(model, ZONE);
      for (const which of [undefined, 0, 0, 1, undefined, 0] as const) {
        const record = recordOf(model, which);
        expect(`${writer.open(listOf(model, record))}}`).toBe(
          JSON.stringify(present(model, record, { timeZone: ZONE })),
        );
      }
    },
  );

  it('writes homes as empty that are hidden from the reader', () => {
    const model = models.get('Resource') as EntityModel;
    const viewer = { timeZone: ZONE, hidesLocations: true } as const;
    const writer = new RecordText(model, ZONE, [], hiddenHomes(viewer, model));
    const record = { ...recordOf(model, 0), homeAddress: 'Veldstraat 1', homeAddressGeoLat: 51.05 };
    const written = `${writer.open(listOf(model, record))}}`;
    expect(written).toBe(JSON.stringify(present(model, record, viewer)));
    expect(JSON.parse(written)).toMatchObject({ homeAddress: null, homeAddressGeoLat: null });
  });

  it('leaves out the columns named, and still returns their values', () => {
    const model = models.get('Appointment') as EntityModel;
    const writer = new RecordText(model, ZONE, ['category']);
    const list = listOf(model, { ...recordOf(model, 0), category: 'Repair' });
    expect(JSON.parse(`${writer.open(list)}}`)).not.toHaveProperty('category');
    expect(writer.valueOf(list, 'category')).toBe('Repair');
    expect(writer.idOf(list)).toBe(7);
  });
});
