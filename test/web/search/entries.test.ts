import { expect, test } from 'vitest';
import { matchedParts, wordsOf } from '../../../web/src/search/matched-parts.ts';
import { entriesOf, type SearchAnswer } from '../../../web/src/search/search-entries.ts';

const marked = (text: string, query: string): string =>
  matchedParts(text, wordsOf(query))
    .map(({ part, isMatch }) => (isMatch ? `[${part}]` : part))
    .join('');

test('searched words are marked in any case, the longest first, and signs are what they are', () => {
  expect(marked('Hotel Astoria, Gent', 'gent ASTORIA')).toBe('Hotel [Astoria], [Gent]');
  expect(marked('pumps and pump', 'pump pumps')).toBe('[pumps] and [pump]');
  expect(marked('100% (new)', '% (n')).toBe('100[%] [(n]ew)');
  expect(marked('nothing', '')).toBe('nothing');
  expect(matchedParts('', ['x'])).toEqual([]);
});

test('a query has at most six words', () => {
  expect(wordsOf('  a b  c d e f g ')).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
});

test('results lead to addresses in which values are encoded', () => {
  const names = { sourceApp: 'ERP', sourceType: 'S', jobNo: 'J&1', customerName: null, city: null };
  const answer: SearchAnswer = {
    appointments: [],
    jobs: [{ id: 1, ...names, description: 'Boiler', visit: { id: 7, start: '2026-06-01T09:00:00Z' } }],
    tasks: [{ id: 2, ...names, taskNo: '#2', description: 'Visit', visit: null }],
    customers: [{ customerNo: null, name: 'Astoria', jobs: 1 }],
    resources: [{ resourceNo: 'A B', name: 'Anna', teamName: 'North' }],
  };
  const texts = {
    ...{ appointments: 'A', jobs: 'J', tasks: 'T', customers: 'C', resources: 'R', notPlanned: 'not planned' },
    jobCount: (count: number) => `${count}`,
  };
  const groups = entriesOf(answer, {
    texts: texts as unknown as Parameters<typeof entriesOf>[1]['texts'],
    today: '2026-05-30',
    dateOf: (instant) => instant.slice(0, 10),
    whenOf: (instant) => instant.slice(11, 16),
  });
  expect(groups.map(({ name, entries: [first] }) => [name, first?.target])).toEqual([
    ['J', { type: 'address', address: '/planning?date=2026-06-01&mode=week&appointment=7' }],
    ['T', { type: 'address', address: '/planning?date=2026-05-30&mode=week&task=2&find=J%261+%232' }],
    ['R', { type: 'address', address: '/planning?resource=A+B' }],
    ['C', { type: 'query', query: 'Astoria' }],
  ]);
});
