import { describe, expect, test } from 'vitest';
import { changedFields, firstResources } from '../../../web/src/planning/history/changed-fields.ts';

const updated = (number: number, before: Record<string, unknown>, after: Record<string, unknown>) => ({
  number,
  action: 'updated',
  before,
  after,
});

describe('the fields of a change', () => {
  test('are those that differ, times and resources first, without what nobody reads', () => {
    const change = updated(
      2,
      { category: 'A', start: '1', resources: ['R1'], version: 1, updatedAt: 'x', subject: 'same' },
      { category: 'B', start: '2', resources: ['R2'], version: 2, updatedAt: 'y', subject: 'same' },
    );
    expect(changedFields(change)).toEqual([
      { field: 'start', before: '1', after: '2', isFirst: false },
      { field: 'resources', before: ['R1'], after: ['R2'], isFirst: false },
      { field: 'category', before: 'A', after: 'B', isFirst: false },
    ]);
  });

  test('show the parts of the task as one, and none where there was none', () => {
    const task = { sourceApp: 'ERP', sourceType: 'S', jobNo: 'J', taskNo: 'T' };
    const none = { sourceApp: null, sourceType: null, jobNo: null, taskNo: null };
    expect(changedFields(updated(2, none, task))).toEqual([
      { field: 'task', before: null, after: 'J / T', isFirst: false },
    ]);
  });

  test('of a new appointment are what it began with', () => {
    const after = { start: '1', end: '2', subject: 'S', importance: 0, locked: false, jobNo: 'J', taskNo: 'T' };
    const fields = changedFields({ number: 1, action: 'created', before: null, after });
    expect(fields.map(({ field, isFirst }) => [field, isFirst])).toEqual([
      ['start', true],
      ['end', true],
      ['task', true],
      ['subject', true],
    ]);
  });
});

test('the first resources are those before the first change of resources, else the present ones', () => {
  const created = { number: 1, action: 'created', before: null, after: { start: '1' } };
  expect(firstResources([created], ['R1'])).toEqual(['R1']);
  const changes = [
    updated(3, { resources: ['R2'] }, { resources: ['R3'] }),
    updated(2, { resources: ['R1'] }, { resources: ['R2'] }),
  ];
  expect(firstResources([...changes, created], ['R3'])).toEqual(['R1']);
  expect(firstResources([updated(2, { resources: [] }, { resources: ['R1'] }), created], ['R1'])).toEqual([]);
});
