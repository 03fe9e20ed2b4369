import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  cachedIn,
  draftHeader,
  draftIn,
  draftOf,
  isDraftRoute,
  keepActionIn,
  setOpenDraft,
} from '../../../web/src/api/draft.ts';
import { controls } from '../../../web/src/session/controls.ts';
import { ONLY_IN_PLAN } from '../../../web/src/session/may.ts';

interface Operation {
  readonly parameters?: readonly { readonly name?: string; readonly in?: string }[];
}
const { paths } = JSON.parse(readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8')) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};
const routes = Object.entries(paths).flatMap(([path, operations]) =>
  Object.entries(operations).map(([verb, { parameters = [] }]) => ({
    ...{ verb, path },
    describesDraft: parameters.some(({ name, in: where }) => name === 'x-draft' && where === 'header'),
  })),
);

test('exactly the routes whose description has the header are called with it', () => {
  const wrong = routes.filter(({ verb, path, describesDraft }) => isDraftRoute(verb, path) !== describesDraft);
  expect(wrong).toEqual([]);
  expect(routes.filter(({ describesDraft }) => describesDraft).length).toBeGreaterThan(60);
});

test('controls that are left in a draft change nothing but the draft, views and containers that an action names', () => {
  const names = Object.keys(controls) as (keyof typeof controls)[];
  const left = names.filter((name) => controls[name].page === 'planning' && !ONLY_IN_PLAN.test(name));
  const calls = left.flatMap((name) => controls[name].calls.map((call) => [name, call] as const));
  const changing = calls.filter(([, call]) => {
    const [verb = '', path = ''] = call.split(' ');
    return verb !== 'GET' && !isDraftRoute(verb.toLowerCase(), path) && !path.startsWith('/drafts');
  });
  const wrong = changing.filter(([name, call]) => !name.startsWith('views.') && call !== 'POST /container');
  // Undo and redo are disabled, see test/web/drafts/drafts.test.ts.
  expect(wrong.map(([name]) => name)).toEqual(['planning.undo', 'planning.redo']);
});

test('an action stays where it began, and sends nothing that a draft cannot hold', () => {
  setOpenDraft(3);
  keepActionIn(3, 'in the draft');
  keepActionIn(undefined, 'in the plan');
  setOpenDraft(4);
  expect(draftHeader('post', '/appointment', 'in the draft')).toEqual({ 'x-draft': '3' });
  expect(draftHeader('post', '/appointment', 'in the plan')).toEqual({});
  expect(draftHeader('get', '/board', undefined)).toEqual({ 'x-draft': '4' });
  expect(draftHeader('post', '/container', 'in the draft')).toBeUndefined();
  expect(draftHeader('post', '/container', 'in the plan')).toEqual({});
  expect(draftHeader('get', '/changes/own', 'in the draft')).toEqual({});
  expect(draftHeader('post', '/drafts/{id}/publish', 'of the draft bar')).toEqual({});
  expect([draftOf('in the plan'), draftOf('in the draft'), draftOf(undefined)]).toEqual([undefined, 3, 4]);
  expect([cachedIn('tasks'), cachedIn('session')]).toEqual(['draft 4 ', '']);
  setOpenDraft(undefined);
  expect(cachedIn('tasks')).toBe('');
  expect(draftHeader('get', '/board', undefined)).toEqual({});
});

test('the address names a draft by its number', () => {
  expect(draftIn({ draft: 12 })).toBe(12);
  for (const draft of [undefined, 0, -1, 1.5, '12', 'all', true, null]) expect(draftIn({ draft })).toBeUndefined();
});
