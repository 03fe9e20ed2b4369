import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nearestName } from '../../../src/domain/nearest-name.ts';
import { type Infer, type Kind, type Reading, refined } from '../../../src/platform/contract/kind.ts';
import { object, openObject, orEmpty, readBody, required, withDefault } from '../../../src/platform/contract/object.ts';
import {
  boolean,
  duration,
  instant,
  integer,
  number,
  text,
  texts,
  timeZone,
  word,
} from '../../../src/platform/contract/values.ts';

const body = object({
  name: required(text(10)),
  count: withDefault(integer(0, 5), 3, 3),
  tags: withDefault(texts(2), []),
  options: orEmpty(object({ mode: word('fast', 'slow'), at: instant(), length: duration(), zone: timeZone() })),
  exact: boolean(),
});

const reading = (): Reading => ({ zone: 'Europe/Brussels', warnings: [] });
const read = (sent: unknown, into = reading()): Infer<typeof body> => readBody(body, sent, into);
const refusal = (sent: unknown): object | undefined => {
  try {
    read(sent);
    return undefined;
  } catch (error) {
    return (error as { problem: object }).problem;
  }
};

describe('a body', () => {
  test('is read with its defaults', () => {
    expect(read({ name: 'pump' })).toEqual({
      name: 'pump',
      count: 3,
      tags: [],
      options: { mode: undefined, at: undefined, length: undefined, zone: undefined },
      exact: undefined,
    });
  });

  test('may spell names in any case, send numbers as texts, one value for a list, and null for nothing', () => {
    const into = reading();
    expect(read({ NAME: ' pump ', Count: '4', TAGS: 'a', options: { MODE: 'FAST' }, exact: null }, into)).toMatchObject(
      { name: 'pump', count: 4, tags: ['a'], options: { mode: 'fast' }, exact: undefined },
    );
    expect(into.warnings).toEqual([]);
  });

  test('has its times in the zone of the reading, in epoch ms', () => {
    const sent = { name: 'a', options: { at: '2026-06-01T10:00', length: 'PT1H30M', zone: 'europe/rome' } };
    expect(read(sent).options).toMatchObject({
      at: Date.parse('2026-06-01T08:00:00Z'),
      length: 5_400_000,
      zone: 'Europe/Rome',
    });
  });

  test.each<[string, unknown, object]>([
    ['no object', [], { code: 'REQ007', message: 'The body must be an object.' }],
    ['no body', undefined, { code: 'REQ007' }],
    ['a required value is missing', {}, { code: 'REQ015', parameter: 'name', message: 'name: a value is required.' }],
    ['a required value is blank', { name: ' ' }, { code: 'REQ015', parameter: 'name' }],
    ['a text is too long', { name: 'x'.repeat(11) }, { code: 'REQ013', parameter: 'name' }],
    ['a text cannot be stored', { name: 'a\u0000' }, { code: 'REQ016', parameter: 'name' }],
    ['a text is an object', { name: {} }, { code: 'REQ014', parameter: 'name' }],
    ['a number is out of bounds', { name: 'a', count: 6 }, { code: 'REQ014', parameter: 'count' }],
    ['a number is none', { name: 'a', count: 'six' }, { code: 'REQ014', parameter: 'count' }],
    ['a list is too long', { name: 'a', tags: ['a', 'b', 'c'] }, { code: 'REQ013', parameter: 'tags' }],
    ['an entry is empty', { name: 'a', tags: ['a', ''] }, { code: 'REQ015', parameter: 'tags[1]' }],
    ['a word is unknown', { name: 'a', options: { mode: 'x' } }, { code: 'REQ014', parameter: 'options.mode' }],
    ['a nested object is none', { name: 'a', options: 1 }, { code: 'REQ007', parameter: 'options' }],
    ['a time is none', { name: 'a', options: { at: 'soon' } }, { code: 'REQ014', parameter: 'options.at' }],
    ['a duration is 0', { name: 'a', options: { length: 'PT0S' } }, { code: 'REQ014', parameter: 'options.length' }],
    ['a zone is unknown', { name: 'a', options: { zone: 'Mars' } }, { code: 'REQ014', parameter: 'options.zone' }],
    ['a flag is a text', { name: 'a', exact: 'yes' }, { code: 'REQ014', parameter: 'exact' }],
  ])('is refused with code and position when %s', (_what, sent, wanted) => {
    expect(refusal(sent)).toMatchObject(wanted);
  });

  test('warns of unknown names, with the nearest known one', () => {
    const into = reading();
    read({ name: 'a', cuont: 1, colour: 2, options: { mod: 'fast' } }, into);
    expect(into.warnings).toEqual([
      { parameter: 'cuont', message: 'Unknown property cuont was ignored. Did you mean count?' },
      { parameter: 'colour', message: 'Unknown property colour was ignored.' },
      { parameter: 'options.mod', message: 'Unknown property options.mod was ignored. Did you mean mode?' },
    ]);
  });

  test('with many unknown names has a bounded number of warnings, which counts the others', () => {
    const into = reading();
    read({ name: 'a', ...Object.fromEntries(Array.from({ length: 50_000 }, (_, i) => [`unknown${i}`, 1])) }, into);
    expect(into.warnings).toHaveLength(21);
    expect(into.warnings.at(-1)?.message).toBe('49980 more unknown properties were ignored.');
  });

  test('that is open keeps further properties as they were sent', () => {
    const open = openObject({ token: required(text()) });
    const into = reading();
    expect(readBody(open, { Token: 't', Subject: 5 }, into)).toEqual({ token: 't', further: { Subject: 5 } });
    expect(into.warnings).toEqual([]);
  });

  test('is described with types, defaults and what is required', () => {
    expect(body.schema).toMatchObject({
      type: 'object',
      properties: {
        name: { type: 'string' },
        count: { type: 'integer', default: 3 },
        tags: { type: 'array', items: { type: 'string' } },
        options: { type: 'object', properties: { mode: { type: 'string' } } },
        exact: { type: 'boolean' },
      },
      required: ['name'],
    });
  });

  test('whatever is sent is read or refused, never a failure of ours', () => {
    const names = fc.constantFrom('name', 'count', 'tags', 'options', 'exact', 'mode', 'at', 'length', 'zone', 'x');
    const value = fc.letrec((tie) => ({
      any: fc.oneof({ depthSize: 'small' }, fc.jsonValue(), fc.dictionary(names, tie('any'))),
    })).any;
    fc.assert(
      fc.property(value, (sent) => {
        const refused = refusal(sent);
        if (refused) expect(refused).toHaveProperty('code');
      }),
    );
  });

  test('a refined kind sees only values that were sent', () => {
    const even: Kind<number> = refined(number(), (value, position) => {
      if (value % 2 !== 0) throw position.refuse('REQ014', 'must be even.');
      return value;
    });
    const pair = object({ even });
    expect(readBody(pair, { even: '' }, reading())).toEqual({ even: undefined });
    expect(() => readBody(pair, { even: 1 }, reading())).toThrow('even: must be even.');
  });
});

describe('the nearest name', () => {
  test.each([
    ['dration', 'duration'],
    ['DURATOIN', 'duration'],
    ['durations', 'duration'],
    ['limt', 'limit'],
    ['subject', undefined],
    ['x', undefined],
    ['d'.repeat(100_000), undefined],
  ])('of %.20s is %s', (sent, wanted) => {
    expect(nearestName(sent, ['duration', 'limit', 'timeZone'])).toBe(wanted);
  });

  test('of a known name is itself', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 60 }), (name) => {
        expect(nearestName(name, [name])).toBe(name);
      }),
    );
  });
});
