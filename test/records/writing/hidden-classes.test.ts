import { setFlagsFromString } from 'node:v8';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Call } from '../../../src/records/writing/call.ts';
import { parseCalls } from '../../../src/records/writing/parse-calls.ts';
import { withColumns, withMissing } from '../../../src/records/writing/reshape.ts';
import { sent } from './batches.ts';
import { parseContext } from './parse-context.ts';

/** Whether V8 finds the properties of both by one hidden class. */
let haveSameClass: (a: object, b: object) => boolean;
beforeAll(() => {
  setFlagsFromString('--allow-natives-syntax');
  haveSameClass = new Function('a', 'b', 'return %HaveSameMap(a, b)') as typeof haveSameClass;
  setFlagsFromString('--no-allow-natives-syntax');
});

const appointment = (n: number) =>
  sent('mboc_upsertAppointment', {
    SourceApp: 'ERP',
    SourceType: 'S',
    JobNo: `J${n}`,
    TaskNo: 'T',
    ResourceNo: `R${n}`,
    Start: '2026-04-01T08:00:00',
    End: '2026-04-01T09:00:00',
  });

async function allAlike(what: (call: Call) => object): Promise<boolean> {
  const { calls } = await parseCalls(
    Array.from({ length: 50 }, (_, n) => appointment(n)),
    parseContext,
  );
  expect(calls).toHaveLength(50);
  // What V8 does once may differ from what it does again.
  for (const call of calls) what(call);
  const [first, ...others] = calls.map(what) as [object, ...object[]];
  return others.every((each) => haveSameClass(first, each));
}

describe('all calls of a form have the same hidden class', () => {
  test('which differs where properties do', () => {
    expect(haveSameClass({ a: 1 }, { a: 2 })).toBe(true);
    expect(haveSameClass({ a: 1 }, { b: 1 })).toBe(false);
  });

  test('when they are read', async () => {
    expect(await allAlike((call) => call)).toBe(true);
    expect(await allAlike((call) => call.options)).toBe(true);
  });

  test('with further columns, and with what is held of their task', async () => {
    expect(await allAlike((call) => withColumns(call, { appointmentNo: `N${call.index}` }, call.key))).toBe(true);
    expect(await allAlike((call) => withMissing(call, { task: call.index }, { body: 'x' }))).toBe(true);
  });
});
