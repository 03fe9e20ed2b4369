import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { Database } from '../../../src/platform/postgres/database.ts';
import { BreakingProxy, isCommit, type Moment, sends } from '../../support/breaking-proxy.ts';

let direct: Database;
let proxy: BreakingProxy;
let through: Database;

beforeAll(async () => {
  direct = new Database({ connection: inject('server'), connections: 1 });
  await direct.query('create table if not exists cut_here (word text)');
  proxy = await BreakingProxy.start(inject('server'));
  through = new Database({ connection: proxy.url, connections: 3 });
});

afterAll(async () => {
  await through.close();
  await proxy.stop();
  await direct.query('drop table cut_here');
  await direct.close();
});

beforeEach(async () => {
  proxy.clear();
  await direct.query('delete from cut_here');
});

const note = (word: string): Promise<string> =>
  through.transaction(async (tx) => {
    await tx.query('insert into cut_here values ($1)', [word]);
    return { commit: true, value: word };
  });
const stored = async (): Promise<string[]> =>
  (await direct.query<{ word: string }>('select word from cut_here')).map(({ word }) => word);

describe('a connection that is cut', () => {
  it.each<[Moment, string[]]>([
    ['before-forward', []],
    ['after-forward', ['kept']],
  ])('%s of a commit fails the transaction', async (moment, kept) => {
    proxy.cutOn(isCommit, moment);
    await expect(note('kept')).rejects.toThrow();
    expect(await stored()).toEqual(kept);
  });

  it('after the reply leaves the transaction as it is', async () => {
    proxy.cutOn(isCommit, 'after-reply');
    expect(await note('kept')).toBe('kept');
    expect(await stored()).toEqual(['kept']);
  });

  it('is only one connection for each time that a rule names', async () => {
    proxy.cutOn(sends('insert into cut_here'), 'before-forward', { times: 2 });
    const before = proxy.cuts;
    await expect(note('first')).rejects.toThrow();
    await expect(note('second')).rejects.toThrow();
    expect(await note('third')).toBe('third');
    expect(proxy.cuts - before).toBe(2);
  });

  it('may be every connection, and none comes back while the proxy refuses', async () => {
    await note('before');
    proxy.refuse(true);
    proxy.cutAll();
    await expect(through.query('select 1')).rejects.toThrow();
    expect(proxy.open).toBe(0);
    proxy.refuse(false);
    expect(await note('after')).toBe('after');
  });
});
