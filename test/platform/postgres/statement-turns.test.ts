import fc from 'fast-check';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { Database } from '../../../src/platform/postgres/database.ts';
import { databaseUrl } from '../../support/global-setup.ts';

const sent: string[] = [];
const db = new Database({
  connection: databaseUrl(inject('server'), inject('tables')),
  connections: 2,
  onStatement: (text) => sent.push(text),
});
afterAll(() => db.close());

const rolledBack = <T>(value: T) => ({ commit: false, value });

describe('the statements of a transaction', () => {
  test('are sent when they are asked for, if none is on its way', () =>
    db.transaction(async (tx) => {
      sent.length = 0;
      const answer = tx.query<{ n: number }>('select 1 as n');
      expect(sent).toEqual(['select 1 as n']);
      expect(await answer).toEqual([{ n: 1 }]);
      const next = tx.query<{ n: number }>('select 2 as n');
      expect(sent).toHaveLength(2);
      expect(await next).toEqual([{ n: 2 }]);
      return rolledBack(undefined);
    }));

  test('run one after the other, in the order in which they were asked for', () =>
    db.transaction(async (tx) => {
      sent.length = 0;
      const answers = [1, 2, 3].map((n) => tx.query<{ n: number }>(`select ${n} as n`));
      expect(sent).toHaveLength(1);
      expect(await Promise.all(answers)).toEqual([[{ n: 1 }], [{ n: 2 }], [{ n: 3 }]]);
      expect(sent).toEqual([1, 2, 3].map((n) => `select ${n} as n`));
      return rolledBack(undefined);
    }));

  test('come to an end behind one that failed', async () => {
    const answers = await db.transaction(async (tx) =>
      rolledBack(await Promise.allSettled([tx.query('select 1 / 0'), tx.query('select 1'), tx.query('select 2')])),
    );
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(await db.query('select 3 as n')).toEqual([{ n: 3 }]);
  });

  test('leave the process although they are larger than the buffers of a socket', () =>
    db.transaction(async (tx) => {
      const text = 'x'.repeat(8_000_000);
      const answer = tx.query<{ length: number }>('select length($1::text) as length', [text]);
      await tx.sent();
      expect(await answer).toEqual([{ length: text.length }]);
      await tx.sent();
      return rolledBack(undefined);
    }));

  test('that fail do not keep those waiting who want them sent', () =>
    db.transaction(async (tx) => {
      const answer = tx.query('select length($1::text) / 0', ['x'.repeat(8_000_000)]);
      answer.catch(() => {});
      await tx.sent();
      await expect(answer).rejects.toThrow('division by zero');
      return rolledBack(undefined);
    }));
});

test('lists of texts arrive as they are', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('', 'null', 'NULL', '"', '\\', '{a,"b"}', ' ')),
      ),
      async (list) => {
        const stored = list.map((text) => text.replaceAll('\0', ''));
        const [row] = await db.query<{ list: string }>('select to_json($1::text[])::text as list', [stored]);
        expect(JSON.parse(row?.list ?? '')).toEqual(stored);
      },
    ),
  ));
