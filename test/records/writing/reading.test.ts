import { expect, test } from 'vitest';
import { procedureNamed } from '../../../src/records/derive/model.ts';
import { type ReadingContext, readNames } from '../../../src/records/writing/reading.ts';
import { parseContext } from './parse-context.ts';

const reading = (procedure: string, names: readonly string[], more: Partial<ReadingContext> = {}) =>
  readNames(procedureNamed(procedure)!, names, { ...parseContext, ...more });

const JOB = ['SourceApp', 'SourceType', 'JobNo', 'ShortDescription'];

test('is the same for all requests that send the same names', () => {
  expect(reading('mboc_upsertJob', [...JOB])).toBe(reading('mboc_upsertJob', [...JOB]));
  expect(reading('mboc_upsertJob', JOB)).not.toBe(reading('mboc_upsertJob', JOB.toReversed()));
  expect(reading('mboc_upsertTask', JOB)).not.toBe(reading('mboc_upsertJob', JOB));
});

test('knows who sends the names', () => {
  const names = ['SourceApp', 'JobNo'];
  expect(reading('mboc_upsertJob', names).missing?.message).toContain('SourceType');
  expect(reading('mboc_upsertJob', names, { speak: 'property' }).missing?.message).toContain('sourceType');
  const person = { byDefault: false, mayClaim: false };
  expect(reading('mboc_upsertJob', JOB).defaults).toMatchObject({ sentFromBackOffice: true });
  expect(reading('mboc_upsertJob', JOB, { backOffice: person }).defaults).toMatchObject({ sentFromBackOffice: false });
});

test('has the moment of its own request', () => {
  const names = ['SourceApp', 'SourceType', 'NotificationDate'];
  const later = '2027-01-01T00:00:00.000Z';
  const emptyAt = (now: string) => reading('mboc_upsertNotification', names, { now }).empty;
  expect(emptyAt(parseContext.now)).toContain(parseContext.now);
  expect(emptyAt(later)).toContain(later);
});

test('unknown names are never kept, and few lists of others', () => {
  expect(reading('mboc_upsertJob', [...JOB, 'Nothing']).unknown).toEqual(['Nothing']);
  expect(reading('mboc_upsertJob', [...JOB, 'Nothing'])).not.toBe(reading('mboc_upsertJob', [...JOB, 'Nothing']));
  const first = reading('mboc_upsertJob', JOB);
  for (const name of ['Category', 'Description', 'CustomerNo', 'CustomerName'])
    reading('mboc_upsertJob', [...JOB, name]);
  expect(reading('mboc_upsertJob', JOB)).not.toBe(first);
});
