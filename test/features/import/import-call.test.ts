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

  test('name unknown properties once, and only the first of many', () => {
    const remarks = (body: unknown) => callsIn(body).map(({ remark }) => remark);
    const shape = 'a call has StoredProcedureName, ParameterNames and ParameterValues.';
    expect(remarks([call(['A'], [1]), call(['A'], [1], { Id: 1 }), call(['A'], [1], { Id: 2 })])).toEqual([
      undefined,
      `Unknown property "Id" was ignored: ${shape}`,
      undefined,
    ]);
    expect(remarks([{ StoredProcedureName: 'mboc_upsertJob', Parameters: { A: 1 }, Note: '' }])).toEqual([
      `Unknown properties "Parameters", "Note" were ignored: ${shape}`,
    ]);
    expect(remarks(call([], [], { Note: '' }))).toEqual([
      `The body is a single call. Send an array of calls. Unknown property "Note" was ignored: ${shape}`,
    ]);
    const many = Array.from({ length: 1000 }, (_, i) => call([], [], { [`x${i}${'y'.repeat(1000)}`]: 1 }));
    const said = remarks(many).filter((remark) => remark !== undefined);
    expect(said).toHaveLength(5);
    expect(said.join('').length).toBeLessThan(1000);
    expect(remarks([{}, call([], []), { storedprocedurename: 'mboc_upsertJob' }])).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('spell the names of their properties in any case', () => {
    const lower = { storedprocedurename: 'mboc_upsertJob', parameternames: ['A'], parametervalues: [1] };
    const [first, second] = callsIn([lower, structuredClone(lower)]);
    expect(second).toEqual(first);
    expect(second).toMatchObject({ procedure: 'mboc_upsertJob', names: ['A'], values: [1] });
  });
});
