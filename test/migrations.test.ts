import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { contractSteps } from '../tools/contract-steps.ts';

const folder = fileURLToPath(new URL('../db/migrations/', import.meta.url));
const { version } = JSON.parse(readFileSync(fileURLToPath(new URL('../package.json', import.meta.url)), 'utf8')) as {
  version: string;
};

/** Those before it are from the time before the first release, when all nodes were stopped for an upgrade. */
const FIRST_UNDER_THE_RULE = '0068';
const files = readdirSync(folder).filter((name) => name.endsWith('.sql'));
const newFiles = files.filter((name) => name >= FIRST_UNDER_THE_RULE);
const read = (name: string): string => readFileSync(path.join(folder, name), 'utf8');

/** A file that removes something says since which released version nothing uses it: `-- Unused since 0.2.0: …`. */
const unusedSince = (name: string): string | undefined => /^-- Unused since (\d+\.\d+\.\d+): \S/.exec(read(name))?.[1];
const isOlder = (a: string, b: string): boolean => a.localeCompare(b, 'en', { numeric: true }) < 0;

describe('migrations', () => {
  test('have names in the order in which they are applied, and a number that no other has', () => {
    expect(files.filter((name) => !/^\d{4}-[a-z0-9-]+(?:\.contract)?\.sql$/.test(name))).toEqual([]);
    const numbers = files.map((name) => name.slice(0, 4));
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  test('remove nothing that the previous version uses, unless their name ends with .contract.sql', () => {
    const refused = newFiles
      .filter((name) => !name.endsWith('.contract.sql'))
      .flatMap((name) => contractSteps(read(name)).map((step) => `${name} ${step}`));
    expect(refused, 'see docs/guides/operate/upgrade.md').toEqual([]);
  });

  test('that end with .contract.sql remove something, and say since which earlier release nothing uses it', () => {
    for (const name of files.filter((each) => each.endsWith('.contract.sql'))) {
      expect(contractSteps(read(name)), name).not.toEqual([]);
      const since = unusedSince(name);
      expect(since, `${name} begins with "-- Unused since <version>: …"`).toBeDefined();
      expect(isOlder(since ?? version, version), `${name}: ${since} must be a release before ${version}`).toBe(true);
    }
  });
});

describe('contractSteps', () => {
  test.each([
    ['drops a column', 'alter table job drop column short_description;'],
    ['drops a column', 'alter table if exists job drop column if exists "Note", add x int;'],
    ['drops:', 'drop table if exists job;'],
    ['drops:', 'drop index job_by_no;'],
    ['drops a constraint', 'alter table job drop constraint job_unique;'],
    ['renames', 'alter table job rename column a to b;'],
    ['renames', 'alter table job rename to work;'],
    ['renames', 'alter index a rename to b;'],
    ['changes the type of a column', 'alter table job alter column no type bigint;'],
    ['changes the type of a column', 'alter table job alter no set data type numeric(10, 2);'],
    ['refuses null in a column', 'alter table job alter column no set not null;'],
    ['drops a default', 'alter table job alter column no drop default;'],
    ['adds a column that must be given', 'alter table job add column no text not null;'],
    ['adds a column that must be given', 'alter table job add a int default 1, add b text not null;'],
    ['empties', 'truncate job;'],
  ])('finds a statement that %s', (what, sql) => {
    expect(contractSteps(`create table other (id int);\n${sql}`)).toEqual([expect.stringContaining(what)]);
  });

  test.each([
    'create table thing (id int not null, name text not null); alter table thing alter column name set not null;',
    'alter table job add column note text;',
    "alter table job add column note text not null default '', add column flag boolean not null default false;",
    'alter table job add column day date not null generated always as (begins::date) stored;',
    'alter table job alter column note drop not null;',
    'alter table job add constraint positive check (a > 0) not valid;',
    'create index if not exists job_by_note on job (tenant_id, note);',
    'drop trigger job_changed on job; create trigger job_changed after update on job execute function told();',
    'alter table job drop constraint positive; alter table job add constraint positive check (a >= 0);',
    "-- alter table job drop column note;\ninsert into x values ('drop table job;');",
    'create function f() returns void language plpgsql as $$ begin drop table t; end $$;',
  ])('accepts %s', (sql) => {
    expect(contractSteps(sql)).toEqual([]);
  });
});
