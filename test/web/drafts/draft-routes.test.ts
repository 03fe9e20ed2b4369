import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { momentIn, setOpenMoment } from '../../../web/src/api/as-of.ts';
import {
  cachedIn,
  draftHeader,
  draftIn,
  draftOf,
  isDraftRoute,
  keepActionIn,
  momentOf,
  setOpenDraft,
} from '../../../web/src/api/draft.ts';
import { controls } from '../../../web/src/session/controls.ts';
import { may, ONLY_IN_PLAN } from '../../../web/src/session/may.ts';

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
    describesMoment: parameters.some(({ name, in: where }) => name === 'asOf' && where === 'query'),
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

afterEach(() => {
  setOpenDraft(undefined);
  setOpenMoment(undefined);
});

const NOON = '2026-11-17T12:00:00Z';

test('exactly the reads whose description has the moment are called with it', () => {
  setOpenMoment(NOON);
  const reads = routes.filter(({ verb }) => verb === 'get');
  const wrong = reads.filter(
    ({ verb, path, describesMoment }) => (momentOf(verb, path, undefined) === NOON) !== describesMoment,
  );
  expect(wrong).toEqual([]);
  expect(reads.filter(({ describesMoment }) => describesMoment).length).toBeGreaterThan(20);
});

test('requests for the plan carry the moment that the board shows, but not actions that began in the present', () => {
  keepActionIn(undefined, 'begun in the present');
  expect(momentOf('get', '/board', undefined)).toBeUndefined();
  expect(cachedIn('tasks')).toBe('');
  setOpenMoment(NOON);
  expect(momentOf('get', '/board', undefined)).toBe(NOON);
  // The service refuses it.
  expect(momentOf('post', '/appointment', 'of the past')).toBe(NOON);
  expect(momentOf('post', '/appointment', 'begun in the present')).toBeUndefined();
  for (const path of ['/session', '/changes/kept', '/changes/difference', '/drafts'])
    expect([path, momentOf('get', path, undefined)]).toEqual([path, undefined]);
  expect([cachedIn('tasks'), cachedIn('session')]).toEqual([`draft ${NOON} `, '']);
});

test('while the board shows the past, it has no control but those of views', () => {
  const names = Object.keys(controls) as (keyof typeof controls)[];
  const user = { permissions: ['records.read', 'plan.write', 'records.import', 'settings.manage', 'time.write'] };
  const shown = () => new Set(names.filter((name) => may({ user } as never, name)));
  const inPlan = shown();
  setOpenMoment(NOON);
  const inPast = shown();
  const gone = [...inPlan].filter((name) => !inPast.has(name));
  const ofBoard = [...inPlan].filter((name) => controls[name].page === 'planning');
  expect(gone.toSorted()).toEqual(ofBoard.filter((name) => !name.startsWith('views.')).toSorted());
  expect(gone).toContain('planning.drag');
  expect(inPast.size).toBeGreaterThan(4);
});

test('the address names a moment, unless it names a draft', () => {
  for (const asOf of [NOON, '2026-11-17T10:00', '2026-11-17T10:00+01:00']) expect(momentIn({ asOf })).toBe(asOf);
  for (const asOf of [undefined, '', 'yesterday', 12, true, null]) expect(momentIn({ asOf })).toBeUndefined();
  expect(momentIn({ asOf: NOON, draft: 3 })).toBeUndefined();
});

test('the address names a draft by its number', () => {
  expect(draftIn({ draft: 12 })).toBe(12);
  for (const draft of [undefined, 0, -1, 1.5, '12', 'all', true, null]) expect(draftIn({ draft })).toBeUndefined();
});
