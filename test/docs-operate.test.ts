import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { databaseUrl } from './support/global-setup.ts';
import { adjusted, pageBlocks } from './support/page-blocks.ts';

/** The SQL of the guides for operators, executed, and the commands of the repository that pages name. */

const root = fileURLToPath(new URL('../', import.meta.url));
const read = (name: string): string => readFileSync(path.join(root, name), 'utf8');
const OPERATE = 'docs/guides/operate';
const LARGE_TENANTS = `${OPERATE}/large-tenants.md`;
const SCALE_OUT = `${OPERATE}/scale-out.md`;

const name = `${inject('databases')}docs_operate`;
const role = `${name}_role`;
const owned = `${name}_owned`;
const admin = new pg.Client(inject('server'));

beforeAll(async () => {
  await admin.connect();
});
afterAll(async () => {
  await admin.query(`drop database if exists ${owned}`);
  await admin.query(`drop role if exists ${role}`);
  await admin.end();
});

describe('SQL of the guides for operators', () => {
  test('is on one page, and nowhere else', () => {
    const withSql = readdirSync(path.join(root, OPERATE))
      .map((file) => `${OPERATE}/${file}`)
      .filter((page) => /^```sql$/m.test(read(page)));
    // That for PgBouncer is executed by test/process/pgbouncer.test.ts.
    expect(withSql).toEqual([SCALE_OUT]);
    expect(pageBlocks(SCALE_OUT, '# Scale out', 'sql')).toHaveLength(2);
  });

  test('scale-out.md: the role signs in, and the database is its own', async () => {
    const [sql = ''] = pageBlocks(SCALE_OUT, '### Patroni', 'sql');
    const own = adjusted(sql, {
      'role openslot login': `role ${role} login`,
      'database openslot owner openslot': `database ${owned} owner ${role}`,
    });
    // A database is made outside of a transaction: one statement at a time.
    for (const statement of own.split(';').filter((text) => text.trim() !== '')) await admin.query(statement);
    const url = new URL(databaseUrl(inject('server'), owned));
    url.username = role;
    url.password = 'password';
    const user = new pg.Client(url.href);
    await user.connect();
    const { rows } = await user.query<{ owner: string }>(
      'select pg_get_userbyid(datdba) as owner from pg_database where datname = current_database()',
    );
    await user.end();
    expect(rows).toEqual([{ owner: role }]);
  });
});

describe('commands of the repository', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Readonly<Record<string, string>> };
  const pages = ['README.md', 'CONTRIBUTING.md'].concat(
    readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.md'))
      .map((file) => `docs/${file}`),
  );
  const named = pages.flatMap((page) =>
    [...read(page).matchAll(/\bnpm run (?:-s )?([\w:-]*\w)(?: -- ([^`\n]+))?/g)].map(([, script = '', given = '']) => ({
      page,
      script,
      options: [...given.matchAll(/--([\w-]+)/g)].map(([, option = '']) => option),
    })),
  );

  test('that pages name with `npm run` are scripts of package.json', () => {
    const benchmarks = named.filter(({ script }) => script.startsWith('bench:'));
    expect(benchmarks.map(({ page }) => page)).toEqual(
      expect.arrayContaining([LARGE_TENANTS, `${OPERATE}/capacity.md`]),
    );
    expect(named.filter(({ script }) => !(script in scripts))).toEqual([]);
  });

  test('take the options that pages give to benchmarks', () => {
    const given = named.filter(({ script, options }) => script.startsWith('bench:') && options.length > 0);
    expect(given.map(({ script }) => script)).toContain('bench:scale');
    const unknown = given.flatMap(({ page, script, options }) => {
      const source = read(/\bbench\/\S+\.ts/.exec(scripts[script] ?? '')?.[0] ?? '');
      return options
        .filter((option) => !new RegExp(`^ +'?${option}'?: \\{ type: '`, 'm').test(source))
        .map((option) => `${page}: ${script} --${option}`);
    });
    expect(unknown).toEqual([]);
  });
});
