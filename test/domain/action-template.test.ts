import { expect, test } from 'vitest';
import { fillTemplate } from '../../src/domain/action-template.ts';
import { scriptScheme } from '../../src/domain/values/script-uri.ts';

const values = new Map([
  ['jobno', 'J 1/2&x=y'],
  ['job.description', 'Zoë?'],
  ['url', 'javascript:alert(1)'],
  ['empty', ''],
  ['lone', '\ud800'],
]);
const filled = (template: string) => fillTemplate(template, values)?.address;

test('values are encoded, however the placeholder is spelled', () => {
  expect(filled('https://erp.example/{jobNo}?d={job.description}')).toBe(
    'https://erp.example/J%201%2F2%26x%3Dy?d=Zo%C3%AB%3F',
  );
  expect(filled('dynamicsnav://nav/run?filter=No:#JOBNO#')).toBe('dynamicsnav://nav/run?filter=No:J%201%2F2%26x%3Dy');
  expect(filled('https://erp.example/{lone}')).toBe('https://erp.example/%EF%BF%BD');
});

test('unknown placeholders stay and are named; a fragment is none', () => {
  expect(fillTemplate('https://erp.example/{0}/{nothing}#map=17/1/2', values)).toEqual({
    address: 'https://erp.example/{0}/{nothing}#map=17/1/2',
    unknown: ['nothing'],
  });
});

test('a value cannot become the scheme, and what is left of a template cannot either', () => {
  expect(filled('{url}')).toBe('javascript%3Aalert(1)');
  expect(filled('java{empty}script:alert(1)')).toBeUndefined();
  expect(filled('java#empty#script:alert(1)')).toBeUndefined();
});

test('such templates are refused when they are stored', () => {
  expect(scriptScheme('java{empty}script:alert(1)')).toBe('javascript');
  expect(scriptScheme('java#EMPTY#script:alert(1)')).toBe('javascript');
  expect(scriptScheme('https://erp.example/#JOBNO#')).toBeUndefined();
});
