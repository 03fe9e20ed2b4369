import fc from 'fast-check';
import Fastify, { type RouteOptions } from 'fastify';
import { describe, expect, test } from 'vitest';
import { nearestName } from '../../../src/domain/nearest-name.ts';
import { dryRunQuery } from '../../../src/platform/contract/dry-run.ts';
import { described, type Infer, type Kind, type Reading, refined, shown } from '../../../src/platform/contract/kind.ts';
import {
  object,
  openObject,
  openQuery,
  orEmpty,
  query,
  readWhole,
  required,
  withDefault,
} from '../../../src/platform/contract/object.ts';
import { optionalPaging, optionalRowsOf, paging, rowsOf } from '../../../src/platform/contract/paging.ts';
import { publicContract, servePublic } from '../../../src/platform/contract/route.ts';
import {
  date,
  dayOrInstant,
  duration,
  instant,
  inZone,
  timeZone,
  unzonedMoment,
} from '../../../src/platform/contract/times.ts';
import {
  between,
  boolean,
  choice,
  choices,
  commaTexts,
  exactText,
  flag,
  integer,
  number,
  oneOrMany,
  repeatedTexts,
  text,
  texts,
  word,
} from '../../../src/platform/contract/values.ts';
import { describesWarnings, withWarnings } from '../../../src/platform/contract/warnings.ts';
import { inWindow } from '../../../src/platform/contract/window.ts';

const body = object({
  name: required(text(10)),
  count: withDefault(integer(0, 5), 3, 3),
  tags: withDefault(texts(2), []),
  options: orEmpty(object({ mode: word('fast', 'slow'), at: instant(), length: duration(), zone: timeZone() })),
  exact: boolean(),
});

const reading = (): Reading => ({ zone: 'Europe/Brussels', warnings: [] });
const read = (sent: unknown, into = reading()): Infer<typeof body> => readWhole(body, sent, into);
const refusal = (sent: unknown): object | undefined => {
  try {
    read(sent);
    return undefined;
  } catch (error) {
    return (error as { detail: object }).detail;
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
    ['a flag is a text', { name: 'a', exact: 'perhaps' }, { code: 'REQ014', parameter: 'exact' }],
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
    expect(readWhole(open, { Token: 't', Subject: 5 }, into)).toEqual({ token: 't', further: { Subject: 5 } });
    expect(into.warnings).toEqual([]);
  });

  test('may be one object or a list of them; positions name the entry of a longer list', () => {
    const many = oneOrMany(object({ name: required(text(10)) }), 3);
    expect(readWhole(many, { name: 'a' }, reading())).toEqual([{ name: 'a' }]);
    expect(readWhole(many, [{ name: 'a' }, { Name: 'b' }], reading())).toEqual([{ name: 'a' }, { name: 'b' }]);
    expect(() => readWhole(many, [{}], reading())).toThrow('name: a value is required.');
    expect(() => readWhole(many, [{ name: 'a' }, {}], reading())).toThrow('[1].name: a value is required.');
    expect(() => readWhole(many, [{ name: 'a' }, null], reading())).toThrow('[1]: must be an object.');
    expect(() => readWhole(many, 'a', reading())).toThrow('The body must be an object.');
    expect(() => readWhole(many, [1, 2, 3, 4], reading())).toThrow('The body must have at most 3 entries.');
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
    expect(readWhole(pair, { even: '' }, reading())).toEqual({ even: undefined });
    expect(() => readWhole(pair, { even: 1 }, reading())).toThrow('even: must be even.');
  });
});

describe('a query', () => {
  const asked = query({
    status: choice(['open', 'done']),
    dryRun: withDefault(flag(), false),
    names: withDefault(commaTexts(3), []),
    sizes: choices(['small', 'medium', 'large']),
    from: dayOrInstant('start'),
    to: dayOrInstant('end'),
    on: date(),
    ...paging(10, 50),
  });
  const ask = (sent: object) => readWhole(asked, sent, { ...reading(), isQuery: true });

  test('is read with its defaults; unknown parameters are ignored', () => {
    expect(ask({ other: 'x' })).toEqual({
      status: undefined,
      dryRun: false,
      names: [],
      sizes: undefined,
      from: undefined,
      to: undefined,
      on: undefined,
      page: 1,
      limit: 10,
    });
  });

  test('may repeat a list or separate it by commas, and has flags without a value', () => {
    expect(ask({ names: ['a', 'b,c'], DryRun: '', STATUS: 'Done', sizes: 'LARGE,small' })).toMatchObject({
      names: ['a', 'b', 'c'],
      sizes: ['small', 'large'],
      dryRun: true,
      status: 'done',
    });
  });

  test('may repeat a list that the API description shows as a text', () => {
    const sourceApp = described(shown(repeatedTexts(), { type: 'string' }), 'Source systems.');
    const own = query({ sourceApp, upper: refined(commaTexts(), (names) => names.map((name) => name.toUpperCase())) });
    const sent = { sourceApp: ['a,b', '', ' c '], upper: ['a', 'b'] };
    expect(readWhole(own, sent, reading())).toEqual({ sourceApp: ['a,b', 'c'], upper: ['A', 'B'] });
    expect(readWhole(own, { sourceApp: '' }, reading()).sourceApp).toEqual([]);
  });

  test('has dates from their first moment to the first one after them, also where the clock changes', () => {
    const night = ask({ from: '2026-03-29', to: '2026-03-29', on: '2026-03-29' });
    expect(night.from).toBe(Date.parse('2026-03-28T23:00Z'));
    expect(night.to).toBe(Date.parse('2026-03-29T22:00Z'));
    expect(night.on).toBe('2026-03-29');
    expect(ask({ to: '2026-03-29T10:00' }).to).toBe(Date.parse('2026-03-29T08:00Z'));
  });

  test.each<[object, string]>([
    [{ status: 'x' }, 'status: must be one of open, done.'],
    [{ status: ['open', 'done'] }, 'status: was sent 2 times; send it once.'],
    [{ limit: '51' }, 'limit: must be a whole number from 1 to 50.'],
    [{ page: '0' }, 'page: must be a whole number from 1 to 1000000000.'],
    [{ sizes: 'small,huge' }, 'sizes: must be one of small, medium, large.'],
    [{ names: 'a,b,c,d' }, 'names: must have at most 3 entries.'],
    [{ dryRun: 'perhaps' }, 'dryRun: must be true or false.'],
    [{ from: '2026-02-30' }, 'from: '],
    [{ on: 'today' }, 'on: '],
  ])('%j is refused with REQ008', (sent, message) => {
    const thrown = (() => {
      try {
        return ask(sent);
      } catch (error) {
        return error as { detail: { code: string; message: string } };
      }
    })();
    expect(thrown).toHaveProperty('detail.code', 'REQ008');
    expect(thrown).toHaveProperty('detail.message', expect.stringContaining(message));
  });

  test('that is open returns its further parameters', () => {
    expect(readWhole(openQuery({ at: text() }), { At: 'x', city: 'Gent' }, reading())).toEqual({
      at: 'x',
      further: { city: 'Gent' },
    });
  });

  test('has rows from its page', () => {
    expect(rowsOf(ask({ page: '3', limit: '20' }))).toEqual({ limit: 20, offset: 40 });
  });
});

describe('a list that is sent as a whole unless a page is asked for', () => {
  const list = query(optionalPaging(50));
  const rows = (sent: object) => optionalRowsOf(readWhole(list, sent, { ...reading(), isQuery: true }));

  test('has rows from its page and limit', () => {
    expect(rows({})).toEqual({ limit: undefined, offset: 0 });
    expect(rows({ page: '3' })).toEqual({ limit: 100, offset: 200 });
    expect(rows({ limit: '0' })).toEqual({ limit: 0, offset: 0 });
    expect(rows({ limit: '5', page: '2' })).toEqual({ limit: 5, offset: 5 });
    expect(() => rows({ limit: '51' })).toThrow('limit: must be a whole number from 0 to 50.');
  });
});

describe('a window', () => {
  const days = inWindow(query({ start: required(date()), end: required(date()) }), 92);
  const moments = inWindow(query({ start: required(instant()), end: required(instant()) }), 1);
  const read = <T>(kind: Kind<T>, start: string, end: string) =>
    readWhole(kind, { start, end }, { ...reading(), isQuery: true });

  test('has dates, or instants', () => {
    expect(read(days, '2026-05-01', '2026-08-01')).toEqual({ start: '2026-05-01', end: '2026-08-01' });
    expect(read(moments, '2026-05-01', '2026-05-02T00:00')).toEqual({
      start: Date.parse('2026-04-30T22:00Z'),
      end: Date.parse('2026-05-01T22:00Z'),
    });
  });

  test('may have an hour more where the clock is put back', () => {
    expect(() => read(moments, '2026-10-25', '2026-10-26')).not.toThrow();
  });

  test.each([
    ['2026-05-01', '2026-05-01', 'end: must be after start.'],
    ['2026-05-02', '2026-05-01', 'end: must be after start.'],
    ['2026-05-01', '2026-08-02', 'end: the window may have at most 92 days.'],
    ['2026-02-30', '2026-08-02', 'start: '],
    ['', '2026-08-02', 'start: a value is required.'],
  ])('from %s to %s is refused', (start, end, message) => {
    expect(() => read(days, start, end)).toThrow(message);
  });

  test('in a zone that is known later is read in it; what is no time is refused at once', () => {
    const at = readWhole(query({ at: required(inZone(instant())) }), { at: '2026-06-01T10:00' }, reading()).at;
    expect(at('Asia/Tokyo')).toBe(Date.parse('2026-06-01T01:00Z'));
    expect(at('Europe/Rome')).toBe(Date.parse('2026-06-01T08:00Z'));
    expect(() => readWhole(query({ at: inZone(instant()) }), { at: 'soon' }, reading())).toThrow('at: ');
  });
});

describe('values', () => {
  const one = <T>(kind: Kind<T>, value: unknown): T | undefined =>
    readWhole(object({ value: kind }), { value }, reading()).value;

  test('a password keeps its blanks; an empty one counts as not sent', () => {
    expect(one(exactText(10), ' a ')).toBe(' a ');
    expect(one(exactText(10), '')).toBeUndefined();
    expect(() => one(exactText(10), 5)).toThrow('value: must be a text.');
  });

  test('the blanks around a text do not count towards its length', () => {
    expect(one(text(3), '  abc\n')).toBe('abc');
    expect(() => one(text(3), 'abcd')).toThrow('value: must have at most 3 characters.');
  });

  test('texts separated by commas are texts', () => {
    expect(one(commaTexts(), ['a,b', 5])).toEqual(['a', 'b', '5']);
    expect(() => one(commaTexts(), [{}])).toThrow('value: must be a text.');
  });

  test.each([
    [true, true],
    ['TRUE', true],
    [1, true],
    ['0', false],
    ['', undefined],
  ])('%j is %s', (sent, wanted) => {
    expect(one(boolean(), sent)).toBe(wanted);
  });
});

describe('numbers and times', () => {
  const one = <T>(kind: Kind<T>, value: unknown): T | undefined =>
    readWhole(object({ value: kind }), { value }, reading()).value;

  test('a number between two others includes them', () => {
    expect([0.5, '1', ''].map((sent) => one(between(0.5, 1), sent))).toEqual([0.5, 1, undefined]);
    expect(() => one(between(0.5, 1), 0.4)).toThrow('value: must be from 0.5 to 1.');
    expect(() => one(between(0.5, 1), 'x')).toThrow('value: must be a number.');
  });

  test('a moment whose zone is known later is a date, a wall clock or an instant', () => {
    expect(one(unzonedMoment(), '2026-06-01')).toEqual({ date: '2026-06-01' });
    expect(one(unzonedMoment(), '2026-06-01 10:00')).toEqual({ unzoned: '2026-06-01T10:00:00.000' });
    expect(one(unzonedMoment(), '2026-06-01T10:00+02:00')).toEqual({ unzoned: '2026-06-01T08:00:00.000Z' });
    expect(() => one(unzonedMoment(), '2026-02-30')).toThrow('value: ');
  });

  test.each(['0001-01-01', '0001-01-01T00:00:00Z', '1753-01-01', '00010101'])('%s is an open end: not sent', (sent) => {
    for (const own of [instant(), date(), dayOrInstant('end'), unzonedMoment()])
      expect(one<unknown>(own, sent)).toBeUndefined();
  });

  test.each([
    [duration(), '01:30:00', 5_400_000, 'value: 01:30:00 was read as the time span 01:30:00.'],
    [duration(), '1.00:00:00', 86_400_000, 'value: 1.00:00:00 was read as the time span 1.00:00:00.'],
    [duration(), '36000000000', 3_600_000, 'value: 36000000000 was read as the time span 01:00:00.'],
    [between(0, 10), '1,5', 1.5, 'value: the comma of 1,5 was read as a decimal point: 1.5.'],
    [date(), '20260910', '2026-09-10', 'value: 20260910 was read as the date 2026-09-10.'],
    [boolean(), 'Yes', true, 'value: Yes was read as true.'],
    [
      timeZone(),
      'GMT Standard Time',
      'Europe/London',
      'value: the Windows time zone GMT Standard Time was stored as Europe/London.',
    ],
  ] as const)('a value that is not as documented is read with a warning: %#', (own, sent, read, message) => {
    const warnings: { parameter: string; message: string }[] = [];
    const whole = object({ value: own as Kind<unknown> });
    expect(readWhole(whole, { value: sent }, { ...reading(), warnings })).toEqual({ value: read });
    expect(warnings).toEqual([{ parameter: 'value', message }]);
  });

  test.each([
    [duration(), '60', 'is not a duration'],
    [duration(), '3600000', 'is not a duration'],
    [between(0, 10_000), '1,234.5', 'thousands'],
    [date(), '20260230', 'is not a date'],
  ] as const)('what may mean something else is refused: %#', (own, sent, message) => {
    expect(() => one<unknown>(own as Kind<unknown>, sent)).toThrow(message);
  });

  test('a dry run is asked for with or without a value', () => {
    const ask = (sent: object) => readWhole(dryRunQuery, sent, { ...reading(), isQuery: true }).dryRun;
    expect([{}, { dryRun: '' }, { DRYRUN: 'true' }, { dryRun: '0' }].map(ask)).toEqual([false, true, true, false]);
    expect(() => ask({ dryRun: 'perhaps' })).toThrow('dryRun: must be true or false.');
  });
});

describe('warnings', () => {
  const warnings = [{ parameter: 'a', message: 'Unknown property a was ignored.' }];

  test('are added to those of the response, as objects or as texts', () => {
    expect(withWarnings({ n: 1 }, warnings)).toEqual({ n: 1, warnings });
    expect(withWarnings({ warnings: ['own'] }, warnings, true)).toEqual({ warnings: ['own', warnings[0]?.message] });
    expect(withWarnings({ n: 1 }, [])).toEqual({ n: 1 });
    expect(withWarnings([1], warnings)).toEqual([1]);
  });

  test('are in the API description of responses with properties', () => {
    const own = { properties: { warnings: { type: 'array' } } };
    const described = describesWarnings({ 200: { properties: { n: {} } }, 201: { $ref: 'Job#' }, 202: own });
    expect(described[200]).toHaveProperty('properties.warnings.items.required', ['parameter', 'message']);
    expect(described[201]).toEqual({ $ref: 'Job#' });
    expect(described[202]).toBe(own);
  });
});

describe('a route', () => {
  const declared = { method: 'GET', path: '/x', access: 'public', tags: ['X'], summary: 'X', response: {} } as const;
  const added = (more: object): RouteOptions | undefined => {
    const app = Fastify();
    const routes: RouteOptions[] = [];
    app.addHook('onRoute', (route) => void routes.push(route));
    servePublic(app, publicContract({ ...declared, ...more }), () => 'x');
    return routes.find(({ method }) => method === 'GET');
  };

  test('is described by its contract, or left out of the API description', () => {
    expect(added({})).toMatchObject({
      config: { access: 'public', contract: true },
      schema: { tags: ['X'], summary: 'X', response: { '4xx': {} } },
    });
    expect(added({ hide: true })).toMatchObject({ config: { contract: true } });
    expect(added({ hide: true })?.schema).toEqual({ hide: true });
  });

  test('may refuse an empty body with a message of its own', async () => {
    const app = Fastify();
    const more = {
      hide: true,
      method: 'POST',
      body: object({ name: text() }),
      emptyBody: 'The body is empty: send a name.',
    } as const;
    servePublic(app, publicContract({ ...declared, ...more }), ({ body }) => body.name);
    expect((await app.inject({ method: 'POST', url: '/x' })).json().message).toBe('The body is empty: send a name.');
    expect((await app.inject({ method: 'POST', url: '/x', payload: { name: 'a' } })).body).toBe('a');
  });

  test('may have a log level of its own', () => {
    expect(added({ logLevel: 'warn' })?.logLevel).toBe('warn');
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
