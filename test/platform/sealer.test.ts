import { expect, test } from 'vitest';
import { makeSealer } from '../../src/platform/sealer.ts';

const secret = (text: string) => new TextEncoder().encode(text.padEnd(32, '.'));
const [old, current] = [makeSealer(secret('old')), makeSealer(secret('new'))];

test('what was sealed with the previous secret opens while the secret is replaced, and is sealed with the new one', () => {
  const both = makeSealer(secret('new'), secret('old'));
  expect(both.open(old.seal('hush'))).toBe('hush');
  expect(both.open(current.seal('hush'))).toBe('hush');
  expect(both.seal('hush')).toBe(current.seal('hush'));
});

test('what was sealed with neither does not open', () => {
  const both = makeSealer(secret('new'), secret('old'));
  expect(() => both.open(makeSealer(secret('other')).seal('hush'))).toThrow();
  expect(() => current.open(old.seal('hush'))).toThrow();
});
