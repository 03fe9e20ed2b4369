import { describe, expect, test } from 'vitest';
import { type Language, languages } from '../../../web/src/i18n/language.ts';
import { certificateState } from '../../../web/src/master-data/certificate-state.ts';
import { deletedWith } from '../../../web/src/master-data/deleted-with.ts';
import { bodyOf, missingIn, nextTaskNo, withChange } from '../../../web/src/master-data/draft.ts';
import { type EntityName, fieldsOf, layoutOf } from '../../../web/src/master-data/fields.ts';
import { choiceLabel, labelOf } from '../../../web/src/master-data/labels.ts';
import { ownerOf } from '../../../web/src/master-data/record.ts';
import { recordFields } from '../../../web/src/master-data/record-fields.ts';

const all = Object.keys(languages) as Language[];
const entities = Object.keys(recordFields) as EntityName[];

describe('fields', () => {
  test('every declared field and every choice has a label in every language', () => {
    const specs = entities.flatMap((entity) => fieldsOf(entity));
    const unnamed = specs.flatMap(({ name, choices = [] }) =>
      all.flatMap((language) => [
        ...(labelOf(name, language) ? [] : [`${name} ${language}`]),
        ...choices.filter((choice) => !choiceLabel(choice, language)),
      ]),
    );
    expect(unnamed).toEqual([]);
    expect(specs.length).toBeGreaterThan(300);
  });

  test.each(['Resource', 'Job', 'Task', 'Container'] as const)('the layout of a %s shows each field once', (entity) => {
    const shown = layoutOf(entity).flatMap(({ fields }) => fields);
    expect(shown.toSorted()).toEqual(
      fieldsOf(entity)
        .map(({ name }) => name)
        .toSorted(),
    );
  });
});

describe('a draft', () => {
  const fields = fieldsOf('Job');

  test('holds what differs from the stored record', () => {
    const changed = withChange({}, 'name', 'Pump', null);
    expect(changed).toEqual({ name: 'Pump' });
    expect(withChange(changed, 'name', null, undefined)).toEqual({});
    expect(withChange(changed, 'name', '', null)).toEqual({});
    expect(withChange({}, 'readOnly', false, true)).toEqual({ readOnly: false });
  });

  test('names required fields without a value, but not texts that may be empty', () => {
    expect(missingIn(fields, { sourceApp: 'A', sourceType: 'B' })).toEqual(['jobNo']);
  });

  test('is sent with the key and without what was not changed', () => {
    const keys = ['sourceApp', 'sourceType', 'jobNo'];
    const stored = { sourceApp: 'A', sourceType: 'B', jobNo: '1', shortDescription: 'x', name: 'Pump' };
    expect(bodyOf(keys, fields, stored, { name: null }, false)).toEqual({
      sourceApp: 'A',
      sourceType: 'B',
      jobNo: '1',
      name: null,
    });
    const fresh = { sourceApp: 'A', sourceType: 'B', jobNo: '1' };
    expect(bodyOf(keys, fields, fresh, fresh, true)).toEqual({ ...fresh, shortDescription: '' });
  });

  test('of a task begins with the next number', () => {
    expect(nextTaskNo([])).toBe('10');
    expect(nextTaskNo(['10', '20', 'X'])).toBe('30');
    expect(nextTaskNo(['3'])).toBe('10');
  });
});

test('a record is owned by the system whose key wrote it, and not by the SourceApp that people give it', () => {
  const row = { id: 1, version: 1, createdBy: 'user:anna', updatedBy: 'user:anna', sourceApp: 'OPENSLOT' };
  expect(ownerOf(row)).toBeUndefined();
  expect(ownerOf({ ...row, updatedBy: 'key:ERP sync', sourceApp: 'BC' })).toBe('BC');
  expect(ownerOf({ ...row, createdBy: 'key:ERP sync', sourceApp: null })).toBe('ERP sync');
});

test('a certificate expires, soon or later', () => {
  const now = Date.parse('2026-06-10T12:00:00Z');
  expect(certificateState('', now)).toBe('valid');
  expect(certificateState('2026-06-10T11:00:00Z', now)).toBe('expired');
  expect(certificateState('2026-07-10T00:00:00Z', now)).toBe('expiresSoon');
  expect(certificateState('2027-07-10T00:00:00Z', now)).toBe('valid');
});

test('what goes with a record is counted without the record itself', () => {
  const impact = { Job: { deleted: 1 }, Task: { deleted: 2, updated: 1 }, Category: { updated: 3 }, violations: {} };
  expect([...deletedWith(impact, 'Job')]).toEqual([['Task', 2]]);
  expect([...deletedWith({ Task: { deleted: 3 } }, 'Task')]).toEqual([['Task', 2]]);
});
