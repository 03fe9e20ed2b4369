import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { permissions as ofService } from '../../src/domain/permissions.ts';
import { describeService } from '../../tools/openapi.ts';
import { areas } from '../../web/src/administration/access/permission-texts.ts';
import { type ControlName, controls, needsOfControl } from '../../web/src/session/controls.ts';
import { type PageName, pages } from '../../web/src/session/page-needs.ts';
import { type Needs, permissions } from '../../web/src/session/permission.ts';

const WEB = fileURLToPath(new URL('../../web/src/', import.meta.url));
const sources = new Map(
  readdirSync(WEB, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => [name.split(path.sep).join('/'), readFileSync(path.join(WEB, name), 'utf8')]),
);

/** The routes that the application calls, as its sources write them. */
const called = new Set(
  [...sources.values()].flatMap((text) => [
    ...[...text.matchAll(/\.(get|post|put|patch|delete)\(\s*'(\/[^']+)'/g)].map(
      ([, verb = '', url]) => `${verb.toUpperCase()} ${url}`,
    ),
    ...[...text.matchAll(/\b(?:listed|tableOf)\(\s*'(\/[^']+)'/g)].map(([, url]) => `GET ${url}`),
  ]),
);

/** What the service asks for each route, under the name that its description gives. */
const accessOf = new Map<string, readonly string[]>();
beforeAll(() =>
  describeService(({ method, url, config = {} }) => {
    const access: unknown = config.access;
    for (const each of [method].flat())
      accessOf.set(`${each} ${url.replace(/:(\w+)/g, '{$1}')}`, [access].flat() as readonly string[]);
  }),
);

interface Entry {
  readonly name: string;
  readonly needs: Needs;
  readonly calls: readonly string[];
}
const entries: readonly Entry[] = [
  ...(Object.keys(pages) as PageName[]).map((name) => ({ name, needs: pages[name].needs, calls: pages[name].calls })),
  ...(Object.keys(controls) as ControlName[]).map((name) => ({
    name,
    needs: needsOfControl(name),
    calls: controls[name].calls,
  })),
];

/** A caller who meets the needs is let in by the route: one of the needs has no permission that the route would refuse. */
const isLetIn = (needs: Needs, access: readonly string[]): boolean =>
  needs.some((each) => [each].flat().every((permission) => access.includes(permission)));

describe('controls of the pages', () => {
  test('know exactly the permissions of the service', () => {
    expect(permissions).toEqual(ofService);
  });

  test('every permission is explained once in the roles editor', () => {
    expect(Object.values(areas).flat().toSorted()).toEqual([...permissions].sort());
  });

  test('call only routes that accept what they need', () => {
    const wrong = entries.flatMap(({ name, needs, calls }) =>
      calls
        .filter((call) => !isLetIn(needs, accessOf.get(call) ?? []))
        .map(
          (call) => `${name} calls ${call}, which needs ${accessOf.get(call)?.join(' or ') ?? 'a route that exists'}`,
        ),
    );
    expect(wrong).toEqual([]);
  });

  test('cover every route that the application calls, but those open to everybody', () => {
    const listed = new Set(entries.flatMap(({ calls }) => calls));
    const isOpen = (call: string): boolean => /^(public|anyone)$/.test(accessOf.get(call)?.join() ?? '');
    expect([...called].filter((call) => !accessOf.has(call))).toEqual([]);
    expect([...called].filter((call) => !isOpen(call) && !listed.has(call))).toEqual([]);
    expect([...listed].filter((call) => !called.has(call))).toEqual([]);
    expect(called.size).toBeGreaterThan(120);
  });

  test('are each shown by a component', () => {
    const texts = [...sources].filter(([name]) => !name.startsWith('session/')).map(([, text]) => text);
    const isUsed = (name: string): boolean =>
      texts.some((text) => text.includes(`'${name}'`) || text.includes(`"${name}"`)) ||
      (name.startsWith('menu.') && texts.some((text) => new RegExp(`item\\('${name.slice(5)}'`).test(text)));
    expect(Object.keys(controls).filter((name) => !isUsed(name))).toEqual([]);
  });

  test('and nothing else on the pages looks at scopes or names of roles', () => {
    const looking = [...sources].filter(
      ([name, text]) => !name.startsWith('administration/access/') && /\.scopes\b|user\.roles\b|'admin'/.test(text),
    );
    expect(looking.map(([name]) => name)).toEqual([]);
  });
});
