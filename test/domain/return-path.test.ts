import { expect, test } from 'vitest';
import { returnPath } from '../../src/domain/return-path.ts';

test.each([
  ['/app/planning', '/app/planning'],
  ['/app/map?job=J1&x=%2F%2F#day', '/app/map?job=J1&x=%2F%2F#day'],
  ['/app/', '/app/'],
  [undefined, '/app/'],
  ['', '/app/'],
  ['app/planning', '/app/'],
  ['/application', '/app/'],
  ['/app/../import', '/app/'],
  ['/app/%2e%2e/import', '/app/'],
  ['/app/sign-in/acme?sso=failed', '/app/'],
  ['//evil.example/app/', '/app/'],
  ['/\\evil.example/app/', '/app/'],
  ['/\t/evil.example', '/app/'],
  ['/app/\\\\evil.example', '/app/'],
  ['https://evil.example/app/', '/app/'],
  ['http://application.invalid/app/', '/app/'],
  ['javascript:alert(1)', '/app/'],
])('%s leads to %s', (sent, path) => {
  expect(returnPath(sent)).toBe(path);
});
