import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { passwordWeakness } from '../../src/domain/password-policy.ts';

const words = readFileSync(new URL('../../assets/common-passwords.txt', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n');
const common = new Set(words);
const of = (password: string, email = 'anna.peeters@example.com') => passwordWeakness(password, email, common);

test('the shipped list has the 10,000 most common passwords, all in lower case', () => {
  expect(common.size).toBeGreaterThanOrEqual(10_000);
  expect(words.slice(0, 4)).toEqual(['123456', 'password', '12345678', 'qwerty']);
  expect(words.filter((word) => word !== word.toLowerCase())).toEqual([]);
});

describe('a password is accepted', () => {
  test.each([
    'correct horse battery',
    'tRf8-kkQ2-mm4Z',
    'zwaluw fietst naar Gent',
    'aB3$ kd9!xQ2m',
    'anna83 was hier in mei',
    'пароль для Анны',
  ])('%s', (password) => {
    expect(of(password)).toBeUndefined();
  });

  test('almost always when it was generated', () => {
    const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_';
    const generated = fc
      .array(fc.constantFrom(...letters), { minLength: 16, maxLength: 24 })
      .map((chars) => chars.join(''))
      .filter((text) => new Set(text).size > 6);
    fc.assert(
      fc.property(generated, (password) => of(password) === undefined),
      { numRuns: 2000, seed: 7 },
    );
  });
});

describe('a password is refused', () => {
  test.each(['', 'short', 'elevenchars', '😀'.repeat(11)])('when it is too short: %s', (password) => {
    expect(of(password)).toBe('must have at least 12 characters.');
  });

  test.each([
    'anna.peeters@example.com',
    'ANNA.Peeters@Example.com',
    'x-anna.peeters@example.com-x',
    'Anna.Peeters2026',
    'my anna.peeters pw',
  ])('when it has the address in it: %s', (password) => {
    expect(of(password)).toMatch(/e-mail address/);
  });

  test.each([
    'password1234',
    'Password1234',
    'PASSWORD2026!',
    'p@ssw0rd1234',
    '1234password',
    'password123456',
    'password12345678',
    'iloveyou2026',
    'qwertyuiop12',
    'qwertyqwerty',
    'dragondragon',
    'Monkey-Dragon',
    'qwertypassword',
    '123456789012',
    'abcdefghijklm',
    'zyxwvutsrqpo',
    'aaaaaaaaaaaaaaa',
    'abababababab',
    'P@ssw0rdP@ssw0rd',
    'ｐａｓｓｗｏｒｄ１２３４',
  ])('when it is common or a simple variation: %s', (password) => {
    expect(of(password)).toMatch(/too common/);
  });

  test('whenever it is on the list itself, in any case', () => {
    for (const word of words.filter(({ length }) => length >= 12)) {
      expect(of(word), word).toMatch(/too common/);
      expect(of(word.toUpperCase()), word).toMatch(/too common/);
    }
  });
});

test('a short first part of the address does not count: it is in a password by chance', () => {
  expect(of('correct horse battery', 'cor@example.com')).toBeUndefined();
  expect(of('correct horse battery', 'cor')).toBeUndefined();
});

test('the longest password that is accepted is judged quickly', () => {
  const start = performance.now();
  for (const password of ['a1'.repeat(512), 'password'.repeat(128), '1'.repeat(1024), `${'x1'.repeat(500)}!`])
    of(password);
  expect(performance.now() - start).toBeLessThan(250);
});
