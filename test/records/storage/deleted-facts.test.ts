import { expect, test } from 'vitest';
import type { Change } from '../../../src/records/storage/change.ts';
import { visibleByOf } from '../../../src/records/storage/deleted-facts.ts';

const change = (entity: string, recordId: number, more: Partial<Change> = {}): Change => ({
  entity,
  recordId,
  key: '',
  sourceApp: null,
  action: 'deleted',
  version: 1,
  fromBackOffice: false,
  before: null,
  after: null,
  ...more,
});
const value = (group: string, text: string): string => JSON.stringify({ filterGroup: group, filterValue: text });

test('a deleted task keeps the filter values that went with it, and an appointment its resources', () => {
  const changes = [
    change('TaskFilterValue', 1, { refers: { task: 7 }, before: value('Region ', 'NORTH') }),
    change('TaskFilterValue', 2, { refers: { task: 7 }, before: value('region', 'South') }),
    change('TaskFilterValue', 3, { refers: { task: 8 }, before: value('Region', 'West') }),
    change('Assignment', 4, { refers: { owner: 9, resource: 5 } }),
    change('Appointment', 9, { refers: { task: 7 } }),
    change('Task', 7, { refers: { job: 3, calendar: null } }),
    change('Job', 3, { refers: {} }),
    change('Resource', 6, { action: 'updated' }),
  ];
  const facts = [...visibleByOf(changes)].map(([{ entity, recordId }, text]) => [entity, recordId, JSON.parse(text)]);
  expect(facts.slice(4)).toEqual([
    ['Appointment', 9, { refers: { task: 7 }, resources: [5] }],
    ['Task', 7, { refers: { job: 3, calendar: null }, values: { region: ['north', 'south'] } }],
    ['Job', 3, { refers: {}, tasks: [7] }],
  ]);
  expect(facts).toHaveLength(7);
});

test('a write that deletes nothing keeps nothing', () => {
  expect(visibleByOf([change('Task', 1, { action: 'created' })]).size).toBe(0);
});
