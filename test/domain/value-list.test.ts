import { expect, test } from 'vitest';
import { ValueList } from '../../src/domain/value-list.ts';

test('filter values are listed once, in any spelling, and records refer to them by index', () => {
  const values = new ValueList();
  const has = values.indexes([
    { owner: 1, group: 'Skill', value: 'Heating' },
    { owner: 1, group: 'Skill', value: 'Gas' },
    { owner: 2, group: 'skill', value: 'HEATING' },
  ]);
  const requires = values.indexes([{ owner: 1, group: 'Tool', value: 'Crane' }]);
  expect([...has]).toEqual([
    [1, [0, 1]],
    [2, [0]],
  ]);
  expect([...requires]).toEqual([[1, [2]]]);
  expect(values.list.map(({ value }) => value)).toEqual(['Heating', 'Gas', 'Crane']);
});
