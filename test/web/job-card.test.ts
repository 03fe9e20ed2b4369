import { expect, test } from 'vitest';
import { changesOf, faultOf, inputValue, isComplete, typedSince } from '../../web/src/job-card/field-values.ts';
import { geoLink, mailLink, safeLink, streetMapLink, telLink } from '../../web/src/kit/safe-link.ts';
import { placeBeside } from '../../web/src/planning/job-card/place-beside.ts';

const field = (more: object) => ({
  ...{ code: 'F', caption: null, type: 0, choices: [], mandatory: false, readOnly: false, value: null },
  ...more,
});

test('a link that runs a script is not opened, however it is spelled; others are', () => {
  const base = 'https://plan.example';
  for (const uri of [
    'javascript:alert(1)',
    ' java\tscript:alert(1)',
    'JAVASCRIPT:x',
    'data:text/html,x',
    'vbscript:x',
    'file:///x',
  ])
    expect(safeLink(uri, base), uri).toBeUndefined();
  expect(safeLink('/x?a=1', base)).toBe('https://plan.example/x?a=1');
  expect(safeLink('dynamicsnav://nav/x', base)).toBe('dynamicsnav://nav/x');
  expect(safeLink('http://[', base)).toBeUndefined();
});

test('numbers to call and addresses to write to are encoded', () => {
  expect(telLink('+32 (0)9 123 45 67')).toBe('tel:+3291234567');
  expect(telLink('*21#')).toBe('tel:*21%23');
  expect(telLink('ask Ann')).toBeUndefined();
  expect(mailLink(' ann+x@example.com ')).toBe('mailto:ann%2Bx@example.com');
  expect(mailLink('ann@example.com?bcc=all@example.com')).toBeUndefined();
  expect(mailLink('ann')).toBeUndefined();
});

test('coordinates never use exponents', () => {
  expect(geoLink(0.0000001, -3.72)).toBe('geo:0,-3.72?q=0,-3.72');
  expect(streetMapLink(51.05, 3.72)).toBe('https://www.openstreetmap.org/?mlat=51.05&mlon=3.72#map=17/51.05/3.72');
});

test('the card opens where there is more room, within the page, and never over what it is about', () => {
  const page = { width: 1000, height: 800 };
  expect(placeBeside({ x: 500, top: 100, bottom: 130 }, page)).toEqual({ left: 460, top: 136, maxHeight: 656 });
  expect(placeBeside({ x: 990, top: 700, bottom: 730 }, page)).toEqual({ left: 652, bottom: 106, maxHeight: 686 });
  expect(placeBeside({ x: 0, top: 0, bottom: 10 }, page).left).toBe(8);
});

test('values are shown as their input takes them', () => {
  expect(inputValue(field({ type: 2, value: '2026-06-01T10:00' }))).toBe('2026-06-01');
  expect(inputValue(field({ type: 3, value: 'Yes' }))).toBe('true');
  expect(inputValue(field({ type: 3, value: '0' }))).toBe('false');
  expect(inputValue(field({ type: 4, choices: ['New'], value: 'NEW ' }))).toBe('New');
});

test('only values that differ are stored; an empty one is deleted, one of the back office never', () => {
  const fields = [
    field({ code: 'A', value: '1' }),
    field({ code: 'B', value: 'x' }),
    field({ code: 'C', readOnly: true }),
  ];
  expect(changesOf(fields, { A: '1', B: ' ', C: 'y' })).toEqual([{ fieldCode: 'B', fieldValue: null }]);
});

test('what is typed while values are saved stays', () => {
  expect(typedSince({ A: '120', B: '', C: 'new' }, { A: '120', B: '7' })).toEqual({ B: '', C: 'new' });
});

test('a mandatory value must be there, and a number must be one', () => {
  expect(faultOf(field({ mandatory: true }), ' ')).toBe('missing');
  expect(faultOf(field({ mandatory: true, readOnly: true }), '')).toBeUndefined();
  expect(faultOf(field({ type: 1 }), '1,5')).toBeUndefined();
  expect(faultOf(field({ type: 1 }), '12x')).toBe('number');
  expect(isComplete([field({ mandatory: true, value: 'x' })], {})).toBe(true);
  expect(isComplete([field({ mandatory: true, value: 'x' })], { F: '' })).toBe(false);
});
