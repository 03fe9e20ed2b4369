import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, Record<string, string>>;
const record = readFileSync('docs/decisions/0061-pin-exactly-what-a-range-would-break.md', 'utf8');

/** Package and version of each row of the table under a heading. */
const rowsUnder = (heading: string): Record<string, string> => {
  const section = record.split(`### ${heading}\n`)[1]?.split(/^#/m)[0] ?? '';
  return Object.fromEntries(
    [...section.matchAll(/^\| `([^`]+)` \| (\S+) \|/gm)].map(([, name, version]) => [name, version]),
  );
};

const isExact = (version: string): boolean => /^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version);

describe('the decision record on pins', () => {
  test('lists every exact version of package.json, and no other', () => {
    const direct = ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((kind) =>
      Object.entries(manifest[kind] ?? {}),
    );
    expect(rowsUnder('Exact versions')).toEqual(Object.fromEntries(direct.filter(([, version]) => isExact(version))));
  });

  test('lists every override of package.json, and no other', () => {
    expect(rowsUnder('Overrides')).toEqual(manifest['overrides']);
  });
});

describe('package-lock.json', () => {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { version?: string; resolved?: string }>;
  };

  test('names no registry', () => {
    expect(Object.values(lock.packages).filter(({ resolved }) => resolved !== undefined)).toEqual([]);
  });

  test('has the exact versions and overrides of package.json', () => {
    for (const [name, version] of Object.entries({ ...rowsUnder('Exact versions'), ...rowsUnder('Overrides') }))
      if (isExact(version)) expect([name, lock.packages[`node_modules/${name}`]?.version]).toEqual([name, version]);
  });
});
