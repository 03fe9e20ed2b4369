import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RouteOptions } from 'fastify';
import { beforeAll, describe, expect, test } from 'vitest';
import { describeService } from '../tools/openapi.ts';

/**
 * Every route with its scope, its contract, a test that calls it and a page that mentions it. Routes of records follow from declarations, so one
 * rule holds for all of them: test/records/contract.test.ts calls them all, and docs/reference/entities.md describes them.
 */
interface Route {
  readonly name: string;
  readonly method: string;
  readonly url: string;
  readonly config: NonNullable<RouteOptions['config']>;
}

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const read = (folder: string, ending: string): string[] =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending) && file !== 'routes.test.ts')
    .map((file) => readFileSync(path.join(ROOT, folder, file), 'utf8'));

const tests = read('test', '.ts');
const pages = read('docs', '.md').filter((text) => !text.startsWith('<!-- GENERATED'));

/** What serves files, and pages for people: static files, the web application, the API reference. */
const FILES = /^\/(?:\*|app(?:\/|$)|assets\/|docs(?:\/|$)|$)/;

/** How tests and pages write a path: with any value where the route has a name. */
const written = (url: string): string =>
  url
    .split('/')
    .map((part) => (part.startsWith(':') ? '(?:\\$?\\{[^}]*\\}|:\\w+|[^/\\s\'"`?]+)' : part.replace(/[.+*]/g, '\\$&')))
    .join('/');

/** The call of a client, or of fetch: the method stands before the path. */
const called = ({ method, url }: Route): RegExp => {
  const verb = method === 'DELETE' ? 'del(?:ete)?' : method;
  return new RegExp(`\\b${verb}\\b[^;]{0,200}?${written(url)}(?![\\w/-])`, 'i');
};

const mentioned = ({ url }: Route): RegExp => new RegExp(`${written(url)}(?![\\w/-])`, 'i');

const routes: Route[] = [];
beforeAll(async () => {
  await describeService(({ method, url, config = {} }) => {
    for (const each of [method].flat())
      if (each !== 'HEAD' && each !== 'OPTIONS' && !FILES.test(url))
        routes.push({ name: `${each} ${url}`, method: each, url, config });
  });
});

const declared = (): Route[] => routes.filter(({ config }) => !config.records);
const without = (condition: (route: Route) => boolean): string[] =>
  declared()
    .filter((route) => !condition(route))
    .map(({ name }) => name);

describe('every route', () => {
  test('is found', () => {
    expect(routes.length).toBeGreaterThan(250);
    expect(declared().length).toBeGreaterThan(90);
    expect(new Set(routes.map(({ name }) => name)).size).toBe(routes.length);
  });

  test('declares who may call it', () => {
    expect(routes.filter(({ config }) => config.access === undefined).map(({ name }) => name)).toEqual([]);
  });

  test('has a contract, or follows from the declaration of an entity', () => {
    expect(without(({ config }) => config.contract === true)).toEqual([]);
  });

  test('is called by a test', () => {
    expect(without((route) => tests.some((text) => called(route).test(text)))).toEqual([]);
  });

  test('is mentioned on a page of the documentation', () => {
    expect(without((route) => pages.some((text) => mentioned(route).test(text)))).toEqual([]);
  });
});
