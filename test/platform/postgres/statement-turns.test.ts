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

  test('are with the server once that was waited for, also behind one that is not answered', () =>
    db.transaction(async (tx) => {
      sent.length = 0;
      const answers = ['select pg_sleep(0.05)', 'select 2 as n'].map((text) => tx.query(text));
      expect(sent).toHaveLength(1);
      await tx.sent();
      expect(sent).toHaveLength(2);
      await Promise.all(answers);
      return rolledBack(undefined);
    }));

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

describe('rows that follow a statement', () => {
  const twice = (rows: string) =>
    async function* portions(): AsyncGenerator<Buffer> {
      yield Buffer.from(rows);
      yield Buffer.from(rows);
    };
  async function* broken(): AsyncGenerator<Buffer> {
    yield Buffer.from('1\tone\n');
    throw new Error('the source is away');
  }
  const table = 'create temporary table copied (n integer primary key, name text) on commit drop';

  test('are sent when the last of them is, and know what the question returned', () =>
    db.transaction(async (tx) => {
      await tx.query(table);
      const text = 'x'.repeat(4_000_000);
      let left = 2;
      const answer = tx.copyUnlessTaken('select 6 * 7', 'copy copied from stdin', async function* (returned) {
        for (let n = 0; n < 2; n++) {
          left--;
          yield Buffer.from(`${n}\t${returned} ${text}\n`);
        }
      });
      const behind = tx.query<{ n: number; name: string }>('select n, left(name, 4) as name from copied order by n');
      await tx.sent();
      expect(left).toBe(0);
      expect(await answer).toBe(true);
      expect(await behind).toEqual([0, 1].map((n) => ({ n, name: '42 x' })));
      return rolledBack(undefined);
    }));

  test('are all undone if one is taken, and what was written before stays', () =>
    db.transaction(async (tx) => {
      await tx.query(table);
      await tx.query(`insert into copied values (1, 'before')`);
      const answer = tx.copyUnlessTaken('select 1', 'copy copied from stdin', twice('2\ttwice\n'));
      await tx.sent();
      expect(await answer).toBe(false);
      expect(await tx.query('select * from copied')).toEqual([{ n: 1, name: 'before' }]);
      return rolledBack(undefined);
    }));

  test.each([
    ['the question', 'select 1 / 0', 'copy copied from stdin', twice('')],
    ['the statement', 'select 1', 'copy nowhere from stdin', twice('')],
    ['a row', 'select 1', 'copy copied from stdin', twice('two\tn\n')],
    ['the source', 'select 1', 'copy copied from stdin', broken],
  ])('fail with %s, and the connection is used again', async (_, question, text, portions) => {
    await expect(
      db.transaction(async (tx) => {
        await tx.query(table);
        const answer = tx.copyUnlessTaken(question, text, portions);
        answer.catch(() => {});
        await tx.sent();
        return rolledBack(await answer);
      }),
    ).rejects.toThrow();
    const all = await Promise.all([1, 2, 3].map((n) => db.query<{ n: number }>(`select ${n} as n`)));
    expect(all.flat()).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  });
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
