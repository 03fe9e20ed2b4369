import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Call, namingValue } from '../../../src/records/writing/call.ts';
import { parseLate, Unreadable } from '../../../src/records/writing/late-calls.ts';
import { parseCalls } from '../../../src/records/writing/parse-calls.ts';
import { recordKey } from '../../../src/records/writing/record-key.ts';
import type { ParseContext, SentCall } from '../../../src/records/writing/sent-call.ts';
import { parseContext } from './parse-context.ts';

const context: ParseContext = { ...parseContext, backOffice: { byDefault: true, mayClaim: false } };

const NAMES = [
  'SourceApp',
  'SourceType',
  'JobNo',
  'TaskNo',
  'StartDate',
  'Subject',
  'Nonsense',
  'SentFromBackOffice',
  'FreeDecimal1',
];
const row = (i: number): unknown[] => [
  'ERP',
  'S',
  `J${i % 7}`,
  `T${i}`,
  '2026-03-29T02:30:00',
  `Unit ${i}`,
  'x',
  null,
  '1.5',
];
const batch = (rows: readonly unknown[][], names = NAMES, procedure = 'mboc_upsertTask'): SentCall[] =>
  rows.map((values) => ({ procedure, names, values }));
const rows = (count = 200): unknown[][] => Array.from({ length: count }, (_, i) => row(i));

const plain = ({ index, shape, values, options, key, identity, shownKey, referred }: Call) => ({
  ...{
    index,
    values,
    options,
    key,
    identity,
    shownKey,
    referred,
    columns: shape.columns.map(({ property }) => property),
  },
});

/** Values that are noted, that are as usual, and that mean nothing. */
const value = fc.constantFrom('2026-03-29T09:00:00', '20260329', '2026-03-29T09:00:00.1234567', '', null);
const text = fc.constantFrom('Pump', '', null, 'x'.repeat(300), 5);
const decimal = fc.constantFrom('1,5', '2.25', '7', null);
const claim = fc.constantFrom(null, 'true', '0');

describe('calls that are read late', () => {
  test('become what they become when they are read at once, with the same warnings, in whatever order they are read', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(value, text, claim, decimal), { minLength: 1, maxLength: 60 }),
        fc.array(fc.nat({ max: 199 }), { maxLength: 20 }),
        async (drawn, first) => {
          const sent = batch(
            rows().map((values, i) => {
              const [start, subject, back, free] = drawn[i % drawn.length]!;
              return [...values.slice(0, 4), start, subject, 'x', back, free];
            }),
          );
          const whole = await parseCalls(sent, context);
          const late = await parseLate(sent, context);
          if (!late) throw new Error('not read late');
          for (const index of first) void late.calls[index]!.values;
          late.finish?.();
          late.finish?.();
          expect(late.calls.map(plain)).toEqual(whole.calls.map(plain));
          const sorted = (warnings: readonly { index: number }[]) => [...warnings].sort((a, b) => a.index - b.index);
          expect(sorted(late.warnings)).toEqual(sorted(whole.warnings));
        },
      ),
      { numRuns: 100 },
    );
  });

  test('are read once', async () => {
    const late = await parseLate(batch(rows()), context);
    const [call] = late?.calls ?? [];
    expect(call?.values).toHaveLength(7);
    expect(call?.values).toBe(call?.values);
  });

  test('have the values that name records, which are read at once', async () => {
    const names = ['SourceApp', 'SourceType', 'BackofficeID', 'ResourceNo', 'JobNo', 'TaskNo', 'Date'];
    const sent = Array.from({ length: 200 }, (_, i) => ['ERP', 'S', `B${i}`, 'R', 'J', `T${i}`, 'never']);
    const late = await parseLate(batch(sent, names, 'mboc_upsertTimeEntry'), {
      ...context,
      modules: ['timeRegistration'],
    });
    const call = late?.calls[3] as Call;
    expect(names.slice(0, 6).map((_, i) => call.naming?.[i])).toEqual(sent[3]?.slice(0, 6));
    expect(namingValue(call, 'backofficeID')).toBe('B3');
    expect(call.owner).toBe(`backofficeID:${recordKey(['ERP', 'S', 'B3'])}`);
    expect(() => call.values).toThrow(Unreadable);
  });

  test('throw if a value is wrong, when it is read', async () => {
    const wrong = rows().with(150, row(150).with(4, 'tomorrow'));
    const late = await parseLate(batch(wrong), context);
    expect(late?.calls[149]?.values[4]).toBe('2026-03-29T01:30:00.000Z');
    expect(() => late?.calls[150]?.values).toThrow(Unreadable);
    expect(() => late?.finish?.()).toThrow(Unreadable);
  });

  test.each<readonly [string, readonly SentCall[]]>([
    ['few', batch(rows(199))],
    ['of two forms', batch(rows()).with(99, { procedure: 'mboc_upsertTask', names: [...NAMES], values: row(99) })],
    ['of two procedures', batch(rows()).with(99, { procedure: 'mboc_upsertJob', names: NAMES, values: row(99) })],
    ['of which one has too few values', batch(rows().with(99, row(99).slice(1)))],
    ['of which one has a key that is wrong', batch(rows().with(99, row(99).with(3, 'a\tb')))],
    ['of which one names no key', batch(rows().with(99, row(99).with(3, '')))],
    ['that expect a version', batch(rows()).map((call) => ({ ...call, expected: 1 }))],
    ['of which one has a remark', batch(rows()).with(99, { ...batch([row(99)])[0]!, remark: 'odd' })],
    [
      'that delete',
      batch(
        rows().map((values) => values.slice(0, 4)),
        NAMES.slice(0, 4),
        'mboc_deleteTask',
      ),
    ],
    [
      'of parts that wait for their record',
      batch(
        rows().map((values) => [...values.slice(0, 4), 'https://x']),
        [...NAMES.slice(0, 4), 'Url'],
        'mboc_upsertTaskUrl',
      ),
    ],
    [
      'of records that others are made with',
      batch(
        Array.from({ length: 200 }, (_, i) => [`R${i}`, 'Technician']),
        ['ResourceNo', 'ResourceType'],
        'mboc_upsertResource',
      ),
    ],
    ['of a procedure that does not exist', batch(rows(), NAMES, 'mboc_upsertNothing')],
  ])('are not those %s', async (_, sent) => {
    expect(await parseLate(sent, context)).toBeUndefined();
  });

  test.each<readonly [string, Partial<ParseContext>]>([
    ['may not send them', { permissions: [] }],
    ['belongs to another source system', { sourceApps: ['crm'] }],
    ['asked for strict handling', { strict: true }],
  ])('are not those of a caller who %s', async (_, more) => {
    expect(await parseLate(batch(rows()), { ...context, ...more })).toBeUndefined();
  });
});
