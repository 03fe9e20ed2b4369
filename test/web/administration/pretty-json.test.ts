import fc from 'fast-check';
import { expect, test } from 'vitest';
import { prettyJson } from '../../../web/src/administration/log/pretty-json.ts';

test('what is laid out for people is the same JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
      expect(JSON.parse(prettyJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test('lists of names and values stand on one line, and calls on lines of their own', () => {
  const call = {
    StoredProcedureName: 'mboc_upsertJob',
    ParameterNames: ['A', 'B'],
    ParameterValues: ['x'.repeat(60), 1],
  };
  expect(prettyJson([call]).split('\n')).toEqual([
    '[',
    '  {',
    '    "StoredProcedureName": "mboc_upsertJob",',
    '    "ParameterNames": ["A","B"],',
    `    "ParameterValues": ["${'x'.repeat(60)}",1]`,
    '  }',
    ']',
  ]);
});
