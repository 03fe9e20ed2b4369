import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import JSON5 from 'json5';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { setupPackageSchema } from '../../../../src/features/setup/setup-package-schema.ts';
import { checkPackage } from '../../../../web/src/administration/setup/check-package.ts';
import { checkValue, type PackageSchema } from '../../../../web/src/administration/setup/schema-check.ts';
import { starterPackage } from '../../../../web/src/administration/setup/starter-package.ts';

const schema = setupPackageSchema() as PackageSchema;
const validate = new Ajv2020({ strict: false }).compile(setupPackageSchema());
const isRight = (value: unknown): boolean => checkValue(schema, value).every(({ isWarning }) => isWarning);

const junk = fc.constantFrom<unknown>(
  null,
  5,
  1.5,
  true,
  '',
  ' ',
  'x'.repeat(600),
  [],
  [''],
  [5],
  ['A', 'A'],
  {},
  'board',
);
const maybe = (good: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 20, arbitrary: good }, { weight: 1, arbitrary: junk });
const word = fc.stringMatching(/^[A-Z]{1,6}$/);
const email = word.map((name) => `${name}@example.com`);
const codes = fc.uniqueArray(word, { maxLength: 3 });
const fields = {
  layout: { code: word, name: word, kind: fc.constantFrom('board', 'map'), content: fc.constant({ a: 1 }) },
  profile: { code: word, name: word, default: fc.boolean(), layouts: codes },
  user: {
    email,
    displayName: word,
    roles: codes,
    enabled: fc.boolean(),
    filterValues: fc.array(fc.record({ group: maybe(word), value: maybe(word) }), { maxLength: 2 }),
  },
};
const record = (of: Record<string, fc.Arbitrary<unknown>>, more: Record<string, fc.Arbitrary<unknown>> = {}) =>
  maybe(
    fc.record(Object.fromEntries(Object.entries({ ...of, ...more }).map(([name, value]) => [name, maybe(value)])), {
      requiredKeys: [],
    }),
  );
const list = (of: fc.Arbitrary<unknown>) => maybe(fc.array(of, { maxLength: 3 }));
const plain = record({
  owner: email,
  name: word,
  layouts: list(record(fields.layout)),
  profiles: list(record(fields.profile)),
  users: list(record(fields.user)),
  configuration: fc.dictionary(fc.constantFrom('a', ' ', 'x'.repeat(101)), fc.jsonValue(), { maxKeys: 2 }),
});
const bundle = record({
  type: fc.constant('bundle'),
  owner: email,
  documents: list(
    fc.oneof(
      record(fields.profile, { type: fc.constant('profile') }),
      record(fields.user, { type: fc.constant('user') }),
      record({ type: fc.constant('configuration'), key: word, value: fc.jsonValue() }),
    ),
  ),
});

describe('the check of a package', () => {
  test('accepts what the published schema accepts, and nothing else', () => {
    const seen = { right: 0, wrong: 0 };
    fc.assert(
      fc.property(fc.oneof(plain, bundle), (value) => {
        const expected = validate(value) === true;
        seen[expected ? 'right' : 'wrong']++;
        expect([isRight(value), value]).toEqual([expected, value]);
      }),
      { numRuns: 3000 },
    );
    expect(Math.min(seen.right, seen.wrong)).toBeGreaterThan(50);
  });

  test('knows all keywords of the published schema', () => {
    const known =
      /^(\$schema|title|description|type|enum|const|pattern|maxLength|minItems|uniqueItems|items|contains|properties|required|propertyNames|oneOf|if|then|else)$/;
    const unknown: string[] = [];
    const walk = (node: unknown, isNames = false): void => {
      if (typeof node !== 'object' || node === null) return;
      for (const [name, child] of Object.entries(node)) {
        if (!isNames && !Array.isArray(node) && !known.test(name)) unknown.push(name);
        if (name !== 'enum' && name !== 'const') walk(child, !isNames && name === 'properties');
      }
    };
    walk(schema);
    expect(unknown).toEqual([]);
  });

  const shown = async (content: string, format: 'json' | 'yaml') =>
    (await checkPackage({ content, format }, schema)).map(({ line, column, path, code, detail }) =>
      `${line}:${column} ${path.join('.')} ${code} ${detail}`.trim(),
    );

  test('names line, column and path in JSON5, past comments, quotes and escapes', async () => {
    const text = `// a package
{
  Owner: "anna@example.com", /* names match without case */ 'odd"': 'a\\'b, {',
  profiles: [
    { code: 'A', "layouts": ['W', 'W'] },
    { name: 5 },
  ],
  layouts: [{ code: 'W', kind: 'bord' }],
}`;
    expect(await shown(text, 'json')).toEqual([
      '3:61 odd" unknown odd"',
      '5:35 profiles.0.layouts.1 twice',
      '6:5 profiles.1 missing code',
      '6:7 profiles.1.name type string',
      expect.stringMatching(/^8:26 layouts\.0\.kind choice board, /i),
    ]);
  });

  test('names line, column and path in YAML', async () => {
    const text = `owner: nobody
profiles:
  - code: A
users:
  - email: anna@example.com
    enabled: sometimes
`;
    expect(await shown(text, 'yaml')).toEqual(['1:8 owner email', '6:14 users.0.enabled type boolean']);
  });

  test('says where a text is malformed', async () => {
    expect(await shown('{\n  owner: 1,,\n}', 'json')).toEqual(['2:12  syntax JSON, JSON5']);
    expect((await shown('owner: [1\nprofiles: x', 'yaml'))[0]).toMatch(/^2:\d+ +syntax YAML$/);
    expect(await shown('  ', 'json')).toEqual([]);
    expect(await shown('[1]', 'json')).toEqual(['1:1  type object']);
  });

  test('offers the types of a bundle when a document has none of them, and the fields of the one that is meant', async () => {
    const documents = (...of: object[]) =>
      JSON.stringify({ type: 'bundle', owner: 'a@b.c', documents: [{ type: 'profile', code: 'P' }, ...of] });
    expect(await shown(documents({ type: 'profil' }), 'json')).toEqual([
      expect.stringMatching(/documents\.1\.type choice layout, profile, role, user, configuration$/),
    ]);
    expect(await shown(documents({ type: 'user' }), 'json')).toEqual([
      expect.stringMatching(/documents\.1 missing email$/),
    ]);
  });

  test('finds nothing wrong with the starter example, in both formats, which are the same', async () => {
    const comment = 'A comment';
    const comments = {
      about: comment,
      owner: comment,
      layouts: comment,
      profiles: comment,
      users: comment,
      configuration: comment,
    };
    const [json, yaml] = (['json', 'yaml'] as const).map((format) =>
      starterPackage(format, "o'hara@example.com", comments),
    );
    expect(await shown(json ?? '', 'json')).toEqual([]);
    expect(await shown(yaml ?? '', 'yaml')).toEqual([]);
    expect(parse(yaml ?? '')).toEqual(JSON5.parse(json ?? ''));
    expect(validate(parse(yaml ?? ''))).toBe(true);
  });
});
