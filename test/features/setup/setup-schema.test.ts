import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Deps } from '../../../src/deps.ts';
import { readPackage } from '../../../src/features/setup/read-package.ts';
import { setupPackageSchema } from '../../../src/features/setup/setup-package-schema.ts';
import { refuseWrongValues } from '../../../src/features/setup/write-package.ts';
import type { Caller } from '../../../src/platform/caller.ts';

/** Reading a package touches nothing outside: no service is needed for it. */
const deps = { now: () => new Date(0), sealer: { seal: (plain: string) => plain } } as unknown as Deps;
const caller = { timeZone: 'UTC', modules: [], scopes: ['admin'], sourceApps: null } as unknown as Caller;

const ajv = new Ajv2020({ strict: false, allErrors: false });
let holds: (value: unknown) => boolean;
beforeAll(() => {
  const validate = ajv.compile(setupPackageSchema());
  holds = (value) => validate(value) === true;
});

async function isTaken(value: unknown): Promise<boolean> {
  try {
    await refuseWrongValues(deps, caller, readPackage(value).content);
    return true;
  } catch (error) {
    if ((error as Error).name !== 'Refusal') throw error;
    return false;
  }
}

/** Values as they should be, and now and then one that is not. */
const junk = fc.constantFrom<unknown>(null, 5, true, '', ' ', 'x'.repeat(600), [], [''], [5], {}, 'nobody');
const maybe = <T>(good: fc.Arbitrary<T>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 30, arbitrary: good as fc.Arbitrary<unknown> }, { weight: 1, arbitrary: junk });
const word = fc.stringMatching(/^[A-Za-z][A-Za-z ]{0,8}[a-z]$/);
const email = word.map((name) => `${name.replaceAll(' ', '.')}@example.com`);
const record = (fields: Record<string, fc.Arbitrary<unknown>>, needed: string) =>
  maybe(
    fc.record(Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, maybe(value)])), {
      requiredKeys: [needed],
    }),
  );
const unlike = <T>(one: fc.Arbitrary<T>, key: string) =>
  fc.uniqueArray(one, {
    maxLength: 3,
    selector: (each) =>
      String((each as Record<string, unknown> | null)?.[key])
        .trimEnd()
        .toLowerCase(),
  });
const words = fc.uniqueArray(word, { maxLength: 3, selector: (each) => each.trimEnd().toLowerCase() });
const json = fc.jsonValue({ maxDepth: 2, stringUnit: 'grapheme-ascii' });
const layout = record(
  {
    code: word,
    name: word,
    kind: fc.constantFrom('board', 'List', 'Map'),
    content: fc.dictionary(word, json, { maxKeys: 3 }),
  },
  'code',
);
// One default at most: that two are too many is no matter of a schema.
const profile = record({ code: word, name: word, default: fc.constant(false), layouts: words }, 'code');
const user = record(
  {
    email,
    displayName: word,
    roles: fc.uniqueArray(fc.constantFrom('admin', 'planner', 'viewer')),
    language: fc.constantFrom('nl', 'en-GB'),
    timeZone: fc.constantFrom('Europe/Brussels', 'UTC'),
    enabled: fc.boolean(),
    categories: words,
    profiles: words,
    filterValues: fc.uniqueArray(fc.record({ group: word, value: word }), {
      maxLength: 2,
      selector: ({ group, value }) => `${group.trimEnd()}/${value.trimEnd()}`.toLowerCase(),
    }),
  },
  'email',
);
const values = fc.dictionary(
  word.map((name) => name.toLowerCase().trimEnd()),
  json,
  { maxKeys: 3 },
);
const head = {
  owner: maybe(email),
  notificationEmail: maybe(email),
  name: maybe(word),
  version: maybe(fc.constant('1')),
};
const plain = fc.record(
  {
    ...head,
    layouts: maybe(unlike(layout, 'code')),
    profiles: maybe(unlike(profile, 'code')),
    users: maybe(unlike(user, 'email')),
    configuration: maybe(values),
  },
  { requiredKeys: [] },
);
const typed = (type: string, each: fc.Arbitrary<unknown>) =>
  each.map((value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? { type, ...value } : value,
  );
const bundle = fc.record(
  {
    ...head,
    type: fc.constant('bundle'),
    documents: maybe(
      fc
        .tuple(
          unlike(typed('layout', layout), 'code'),
          unlike(typed('profile', profile), 'code'),
          unlike(typed('user', user), 'email'),
          fc.option(
            values.map((each) => ({ type: 'configuration', values: each })),
            { nil: undefined },
          ),
        )
        .map((parts) => parts.flat().filter((part) => part !== undefined)),
    ),
  },
  { requiredKeys: ['type'] },
);

describe('the published schema and the service agree', () => {
  test.each([
    ['the plain form', plain],
    ['the bundle form', bundle],
  ])('on %s, right or wrong', async (_title, form) => {
    const seen = { taken: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(form as fc.Arbitrary<unknown>, async (value) => {
        // Which zones there are is no matter of a schema.
        fc.pre(!/"timeZone":"(nobody| )"/.test(JSON.stringify(value)));
        const taken = await isTaken(value);
        seen[taken ? 'taken' : 'refused']++;
        expect(holds(value), `${JSON.stringify(value)}\n${ajv.errorsText()}`).toBe(taken);
      }),
      { numRuns: 600 },
    );
    expect(seen.taken).toBeGreaterThan(20);
    expect(seen.refused).toBeGreaterThan(20);
  });

  test.each([[], null, 'text', 5, {}, { type: 'bundle' }, { owner: 'a@b' }, { profiles: [{ code: 'P' }] }])(
    'on %j',
    async (value) => {
      expect(holds(value)).toBe(false);
      expect(await isTaken(value)).toBe(false);
    },
  );
});
