import { describe, expect, test } from 'vitest';
import { callsIn } from '../../../src/features/import/import-call.ts';

const call = (names: readonly unknown[], values: readonly unknown[], more: object = {}) => ({
  StoredProcedureName: 'mboc_upsertJob',
  ParameterNames: [...names],
  ParameterValues: values,
  ...more,
});

describe('the calls of a body', () => {
  test('have the names that were sent, whether or not the call before has the same', () => {
    const lists = [['A', 'B'], ['A', 'B'], ['B', 'A'], ['A'], [], [], ['A', 'B']];
    const calls = callsIn(lists.map((names) => call(names, names)));
    expect(calls.map(({ names }) => names)).toEqual(lists);
    expect(calls.map(({ values }) => values)).toEqual(lists);
  });

  test('share the list of the call before if it is the same, in the body too', () => {
    const body = [call(['A', 'B'], [1, 2]), call(['A', 'B'], [3, 4]), call(['A', 'C'], [5, 6])];
    const [first, second, third] = callsIn(body);
    expect(second?.names).toBe(first?.names);
    expect(body[1]?.ParameterNames).toBe(first?.names);
    expect(third?.names).not.toBe(first?.names);
    expect(body.map(({ ParameterNames }) => ParameterNames)).toEqual([
      ['A', 'B'],
      ['A', 'B'],
      ['A', 'C'],
    ]);
  });

  test('with names that are no texts are refused, also behind calls with the same number of them', () => {
    for (const wrong of [1, null, ['A'], { A: 1 }])
      expect(() => callsIn([call(['A'], [1]), call(['A'], [1]), call([wrong], [1])])).toThrow(
        'Call 2: ParameterNames must contain strings only.',
      );
  });

  test('spell the names of their properties in any case', () => {
    const lower = { storedprocedurename: 'mboc_upsertJob', parameternames: ['A'], parametervalues: [1] };
    const [first, second] = callsIn([lower, structuredClone(lower)]);
    expect(second).toEqual(first);
    expect(second).toMatchObject({ procedure: 'mboc_upsertJob', names: ['A'], values: [1] });
  });
});
