import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  Invalid,
  isWire,
  keyable,
  parseBoolean,
  parseChoice,
  parseCoordinate,
  parseDecimal,
  parseGuid,
  parseInteger,
  parseText,
  parseTexts,
  storable,
  type Wire,
} from '../../../src/domain/values/parse.ts';

const refused = (code: string) => expect.objectContaining({ code }) as unknown;
const isInvalid = (value: unknown): boolean => value instanceof Invalid;
const INT: readonly [number, number] = [-2147483648, 2147483647];
const SAFE: readonly [number, number] = [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];

describe('an Invalid', () => {
  test('says at which parameter it happened, and what was sent, shortened', () => {
    const invalid = parseInteger('x'.repeat(500), INT) as Invalid;
    expect(invalid.at('Index')).toMatchObject({ code: 'REQ014', parameter: 'Index' });
    expect(invalid.at('Index').message).toMatch(/^Index: "xxx.*… is not a whole number$/);
    expect(invalid.message.length).toBeLessThan(100);
  });
});

describe('decimals', () => {
  test.each([
    ['0', 0],
    ['5', 5],
    ['+5', 5],
    ['-5', -5],
    ['.5', 0.5],
    ['-.5', -0.5],
    ['5.', 5],
    ['007.50', 7.5],
    [' 1.25 ', 1.25],
    [12.5, 12.5],
    [-0, 0],
    [1e-7, 1e-7],
    [-2.5e-7, -2.5e-7],
    ['999999999999.999999', Number('999999999999.999999')],
    ['-999999999999.999999', Number('-999999999999.999999')],
    ['000000000000000000001', 1],
  ])('%j is a number', (sent, number) => {
    const text = parseDecimal(sent);
    expect(text).toEqual(expect.any(String));
    expect(text).not.toMatch(/e/i);
    expect(Number(text)).toBeCloseTo(number, 6);
  });

  test('18 digits keep every one of them, which a double would not', () => {
    expect(parseDecimal('123456789012.123456')).toBe('123456789012.123456');
  });

  test.each([
    'abc',
    '.',
    '+',
    '-',
    '1 000',
    '1e5',
    '0x10',
    '--1',
    '1.2.3',
    'NaN',
    'Infinity',
    ' ',
    '１',
    true,
    Number.NaN,
    Number.POSITIVE_INFINITY,
  ])('%j is no number', (sent) => {
    expect(parseDecimal(sent)).toEqual(refused('REQ014'));
  });

  test.each([
    ['1,5', '1.5'],
    ['-0,25', '-0.25'],
    [',5', '.5'],
    ['1,234', '1.234'],
    [' 12,50 ', '12.50'],
  ])('%j has a decimal comma: it is %s, with a note', (sent, number) => {
    const notes: string[] = [];
    expect(parseDecimal(sent, ({ message }) => notes.push(message))).toBe(number);
    expect(notes).toEqual([`the comma of ${sent.trim()} was read as a decimal point: ${number}.`]);
  });

  test.each(['1,234.5', '1.234,5', '1,234,567', '1 234,5'])('%j is ambiguous, and refused with the reason', (sent) => {
    expect(parseDecimal(sent)).toMatchObject({ code: 'REQ014', message: expect.stringContaining('thousands') });
  });

  test.each(['1000000000000', '-1000000000000', 1e12, 1e21, '1000000000000.0'])(
    '%j has too many digits before the point',
    (sent) => {
      expect(parseDecimal(sent)).toEqual(refused('REQ014'));
    },
  );

  test('a fraction that would round up to a thirteenth digit is refused, or cut, but never more than decimal(18,6) holds', () => {
    for (const sent of ['999999999999.9999999', '-999999999999.9999995']) {
      const text = parseDecimal(sent);
      if (!isInvalid(text)) expect(String(text)).toMatch(/^-?\d{1,12}\.\d{1,6}$/);
    }
  });

  test('any number of at most 12 + 6 digits comes through as it is', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^-?\d{1,12}\.\d{1,6}$/), (sent) => {
        expect(parseDecimal(sent)).toBe(sent);
      }),
    );
  });

  test('any JSON number that fits is written as plain digits of the same value, to the sixth digit', () => {
    fc.assert(
      fc.property(fc.double({ min: -999_999_999_999, max: 999_999_999_999, noNaN: true }), (sent) => {
        const text = parseDecimal(sent) as string;
        expect(text).toMatch(/^-?\d+(\.\d+)?$/);
        // Half of the sixth digit, and what the two numbers themselves are off for having 53 bits.
        const room = 5.000001e-7 + 2 * Number.EPSILON * Math.abs(sent);
        expect(Math.abs(Number(text) - sent)).toBeLessThanOrEqual(room);
      }),
      { numRuns: 1000, examples: [[899705414.0277925]] },
    );
  });
});

describe('coordinates', () => {
  test.each([
    ['50.8503', 50.8503],
    ['50,8503', 50.8503],
    [50.8503, 50.8503],
    ['-90', -90],
    ['90', 90],
    ['.5', 0.5],
    [1e-7, 1e-7],
  ])('%j is a latitude', (sent, degrees) => {
    expect(parseCoordinate(sent, [-90, 90])).toBe(degrees);
  });
  test.each(['90.0001', -91, 'north', '50,85,1', true])('%j is none', (sent) => {
    expect(parseCoordinate(sent, [-90, 90])).toEqual(refused('REQ014'));
  });
});

describe('whole numbers', () => {
  test.each([
    ['0', 0],
    ['-0', 0],
    ['+5', 5],
    ['  42 ', 42],
    ['007', 7],
    ['5.0', 5],
    ['5.000', 5],
    [5, 5],
    [1e3, 1000],
    ['2147483647', 2147483647],
    ['-2147483648', -2147483648],
  ])('%j is %d', (sent, number) => {
    expect(parseInteger(sent, INT)).toBe(number);
  });

  test.each([
    '5.5',
    '.5',
    '5.',
    '1e3',
    'five',
    '2147483648',
    '-2147483649',
    0.1,
    true,
    '99999999999999999999',
    ' ',
    '0x1F',
    Number.POSITIVE_INFINITY,
  ])('%j is refused', (sent) => {
    expect(parseInteger(sent, INT)).toEqual(refused('REQ014'));
  });

  test('a number that a double cannot hold is refused, not changed', () => {
    expect(parseInteger('9007199254740991', SAFE)).toBe(9007199254740991);
    expect(parseInteger('9007199254740993', SAFE)).toEqual(refused('REQ014'));
  });

  test('every whole number comes through, as a number and as text', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (n) => {
        expect(parseInteger(n, SAFE)).toBe(n);
        expect(parseInteger(String(n), SAFE)).toBe(n);
      }),
    );
  });
});

describe('booleans', () => {
  test.each(['true', 'True', 'TRUE', '1', ' true ', 1, true])('%j is true', (sent) => {
    expect(parseBoolean(sent)).toBe(true);
  });
  test.each(['false', 'False', '0', 0, false])('%j is false', (sent) => {
    expect(parseBoolean(sent)).toBe(false);
  });
  test.each([
    ['Yes', true],
    ['yes', true],
    ['No', false],
    [' NO ', false],
  ])('%j is %s, with a note', (sent, stored) => {
    const notes: string[] = [];
    expect(parseBoolean(sent, ({ message }) => notes.push(message))).toBe(stored);
    expect(notes).toEqual([`${sent.trim()} was read as ${stored}.`]);
  });
  test.each(['ja', 'y', '2', '-1', 2, 'on', ' '])('%j is neither', (sent) => {
    expect(parseBoolean(sent)).toEqual(refused('REQ014'));
  });
});

describe('GUIDs', () => {
  const plain = '6f9619ff-8b86-d011-b42d-00c04fc964ff';
  test.each([plain, plain.toUpperCase(), `{${plain}}`, plain.replaceAll('-', ''), ` ${plain} `])(
    '%j is read',
    (sent) => {
      expect(parseGuid(sent)).toBe(plain);
    },
  );
  test.each(['00000000-0000-0000-0000-000000000000', '{00000000-0000-0000-0000-000000000000}', '0'.repeat(32)])(
    '%s, which .NET writes for none, is none',
    (sent) => {
      expect(parseGuid(sent)).toBeNull();
    },
  );
  test.each(['6f9619ff', plain.slice(1), `${plain}0`, plain.replace('f', 'g'), 'none', 0, true])(
    '%j is no GUID',
    (sent) => {
      expect(parseGuid(sent)).toEqual(refused('REQ014'));
    },
  );
  test('any GUID comes back in lower case with dashes', () => {
    fc.assert(
      fc.property(fc.uuid(), (guid) => {
        expect(parseGuid(guid.toUpperCase().replaceAll('-', ''))).toBe(guid.toLowerCase());
      }),
    );
  });
});

describe('choices', () => {
  const importance = { 0: 'Normal', 1: 'High', 2: 'Low' };
  test.each([
    ['0', 0],
    [0, 0],
    ['2', 2],
    [1, 1],
    ['high', 1],
    [' Low ', 2],
  ])('%j is %d', (sent, choice) => {
    expect(parseChoice(sent, importance)).toBe(choice);
  });
  test.each(['3', -1, 'urgent', true, 'constructor', '__proto__', '1.5'])(
    '%j is refused with the list of what there is',
    (sent) => {
      expect(parseChoice(sent, importance)).toEqual(refused('REQ014'));
      expect((parseChoice(sent, importance) as Invalid).message).toContain('0 Normal, 1 High, 2 Low');
    },
  );
});

describe('texts', () => {
  test('a text comes through as it is, a number and a boolean as their text', () => {
    expect(parseText(' Ghent ', 50)).toBe(' Ghent ');
    expect(parseText(4711, 50)).toBe('4711');
    expect(parseText(true, 50)).toBe('true');
  });

  test('an empty text is no value', () => {
    expect(parseText('', 50)).toBeNull();
    expect(parseText(null, 50)).toBeNull();
  });

  test('a text that is too long is refused, never cut; length is counted as nvarchar counts it', () => {
    expect(parseText('x'.repeat(50), 50)).toBe('x'.repeat(50));
    expect(parseText('x'.repeat(51), 50)).toEqual(refused('REQ013'));
    expect(parseText('😀'.repeat(25), 50)).toBe('😀'.repeat(25));
    expect(parseText(`${'😀'.repeat(25)}x`, 50)).toEqual(refused('REQ013'));
    expect(parseText('x'.repeat(100_000), undefined)).toHaveLength(100_000);
  });

  test.each([
    ['a NUL', 'a\0b'],
    ['half a pair at the end', 'a\ud83d'],
    ['half a pair at the start', '\ude00a'],
    ['a pair in the wrong order', '\ude00\ud83d'],
  ])('a text with %s cannot be stored', (_what, sent) => {
    expect(storable(sent)).toEqual(refused('REQ016'));
    expect(parseText(sent, 50)).toEqual(refused('REQ016'));
    expect(parseTexts([sent], 50)).toEqual(refused('REQ016'));
  });

  test('whatever is well-formed and has no NUL is stored as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), (sent) => {
        fc.pre(!sent.includes('\0'));
        expect(parseText(sent, undefined)).toBe(sent);
      }),
      { numRuns: 500 },
    );
  });

  test('a key holds no control characters, other texts may', () => {
    expect(parseText('line 1\nline 2', 50)).toBe('line 1\nline 2');
    for (const bad of ['J\n1', 'J\t1', 'J\u001f1', 'J\u00001']) expect(keyable(bad)).toEqual(refused('REQ016'));
    for (const good of ['J 1', 'Jérôme', '作業-1', '😀']) expect(keyable(good)).toBeUndefined();
  });
});

describe('lists of texts', () => {
  test('come as a JSON list or joined with semicolons; blanks around and empty ones do not count', () => {
    expect(parseTexts('I;U; D ;', 10)).toEqual(['I', 'U', 'D']);
    expect(parseTexts(['I', ' U ', '', null, 7], 10)).toEqual(['I', 'U', '7']);
    expect(parseTexts(';', 10)).toEqual([]);
    expect(parseTexts([], 10)).toEqual([]);
    expect(parseTexts('', 10)).toBeNull();
    expect(parseTexts(null, 10)).toBeNull();
  });
  test('each text has its own limit', () => {
    expect(parseTexts('1234567890;1234567890', 10)).toHaveLength(2);
    expect(parseTexts('12345678901', 10)).toEqual(refused('REQ013'));
  });
  test('a list of lists is refused', () => {
    expect(parseTexts([['I']], 10)).toEqual(refused('REQ014'));
    expect(parseTexts([{}], 10)).toEqual(refused('REQ014'));
  });
});

describe('all kinds', () => {
  const parsers: Readonly<Record<string, (value: Wire) => unknown>> = {
    decimal: parseDecimal,
    coordinate: (value) => parseCoordinate(value, [-180, 180]),
    integer: (value) => parseInteger(value, SAFE),
    boolean: parseBoolean,
    guid: parseGuid,
    choice: (value) => parseChoice(value, { 1: 'GET' }),
    text: (value) => parseText(value, 10),
    texts: (value) => parseTexts(value, 10),
  };

  test.each(Object.entries(parsers))('%s: null and the empty string are no value', (_kind, parse) => {
    expect(parse(null)).toBeNull();
    expect(parse('')).toBeNull();
  });

  test.each(Object.entries(parsers))('%s: nothing that JSON can hold makes it throw', (_kind, parse) => {
    const wire = fc.oneof(fc.string({ unit: 'binary' }), fc.double(), fc.boolean(), fc.constant(null));
    fc.assert(
      fc.property(wire, (value) => {
        parse(value);
      }),
      { numRuns: 500 },
    );
  });

  test('only texts, numbers, booleans and null are single values', () => {
    for (const value of ['', 0, false, null]) expect(isWire(value)).toBe(true);
    for (const value of [undefined, [], {}, 1n]) expect(isWire(value)).toBe(false);
  });
});

test('a number of plain digits is read as one that is looked at closely, as with a blank before it', () => {
  const digits = fc.string({ unit: fc.constantFrom('0', '1', '9', '.', '-', '+', ','), maxLength: 15 });
  const comparable = (value: unknown): unknown => (value instanceof Invalid ? value.code : value);
  fc.assert(
    fc.property(digits, fc.constantFrom(INT, SAFE, [0, 5] as const), (text, bounds) => {
      if (text === '') return;
      expect(comparable(parseInteger(text, bounds))).toBe(comparable(parseInteger(` ${text}`, bounds)));
      expect(comparable(parseDecimal(text))).toBe(comparable(parseDecimal(` ${text}`)));
    }),
    { numRuns: 1000 },
  );
});
