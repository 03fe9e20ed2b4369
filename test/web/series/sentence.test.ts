import { describe, expect, test } from 'vitest';
import { type Rule, readRule, ruleText } from '../../../web/src/series/rule.ts';
import { sentenceOf } from '../../../web/src/series/sentence.ts';

const weekly: Rule = {
  every: 2,
  unit: 'week',
  weekdays: [4, 1],
  on: { day: 15 },
  month: 3,
  end: { until: '2027-03-01' },
};
const said = (more: Partial<Rule>): string[] =>
  (['en', 'nl', 'de', 'fr'] as const).map((language) => sentenceOf({ ...weekly, ...more }, language));

describe('a rule as a sentence, in four languages', () => {
  test.each<[Partial<Rule>, string[]]>([
    [
      {},
      [
        'Every second week on Monday and Thursday, until 1 March 2027',
        'Om de 2 weken op maandag en donderdag, tot en met 1 maart 2027',
        'Alle 2 Wochen am Montag und Donnerstag, bis zum 1. März 2027',
        'Toutes les 2 semaines le lundi et le jeudi, jusqu’au 1er mars 2027',
      ],
    ],
    [
      { every: 1, weekdays: [1, 2, 3, 4, 5], end: { count: 12 } },
      [
        'Every week from Monday to Friday, 12 times',
        'Elke week van maandag tot en met vrijdag, 12 keer',
        'Jede Woche von Montag bis Freitag, 12-mal',
        'Toutes les semaines du lundi au vendredi, 12 fois',
      ],
    ],
    [
      { every: 3, unit: 'day' },
      [
        'Every 3 days, until 1 March 2027',
        'Om de 3 dagen, tot en met 1 maart 2027',
        'Alle 3 Tage, bis zum 1. März 2027',
        'Tous les 3 jours, jusqu’au 1er mars 2027',
      ],
    ],
    [
      { every: 1, unit: 'month', on: { nth: 2, weekday: 2 }, end: { count: 1 } },
      [
        'Every month on the second Tuesday, once',
        'Elke maand op de tweede dinsdag, 1 keer',
        'Jeden Monat am zweiten Dienstag, 1-mal',
        'Tous les mois le deuxième mardi du mois, 1 fois',
      ],
    ],
    [
      { every: 1, unit: 'month', on: { day: -1 }, end: { count: 6 } },
      [
        'Every month on the last day, 6 times',
        'Elke maand op de laatste dag, 6 keer',
        'Jeden Monat am letzten Tag, 6-mal',
        'Tous les mois le dernier jour du mois, 6 fois',
      ],
    ],
    [
      { every: 1, unit: 'year', on: { day: 1 }, month: 4, end: { count: 5 } },
      [
        'Every year on 1 April, 5 times',
        'Elk jaar op 1 april, 5 keer',
        'Jedes Jahr am 1. April, 5-mal',
        'Tous les ans le 1er avril, 5 fois',
      ],
    ],
    [
      { every: 2, unit: 'year', on: { nth: -1, weekday: 5 }, month: 10, end: { count: 5 } },
      [
        'Every second year on the last Friday of October, 5 times',
        'Om de 2 jaar op de laatste vrijdag van oktober, 5 keer',
        'Alle 2 Jahre am letzten Freitag im Oktober, 5-mal',
        'Tous les 2 ans le dernier vendredi d’octobre, 5 fois',
      ],
    ],
  ])('%o', (more, expected) => {
    expect(said(more)).toEqual(expected);
  });
});

describe('a rule as text', () => {
  test('is what RFC 5545 writes, the last day aside', () => {
    expect(ruleText(weekly)).toBe('FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH');
    expect(ruleText({ ...weekly, every: 1, unit: 'year', on: { nth: -1, weekday: 5 }, end: { count: 3 } })).toBe(
      'FREQ=YEARLY;BYMONTH=3;BYDAY=-1FR;COUNT=3',
    );
  });

  test.each<Partial<Rule>>([
    {},
    { every: 1, unit: 'day', weekdays: [] },
    { unit: 'month', weekdays: [], on: { nth: 3, weekday: 7 } },
    { unit: 'year', weekdays: [], on: { day: 31 }, month: 12, end: { count: 4 } },
  ])('is read back as it was: %o', (more) => {
    const rule = { ...weekly, ...more };
    const read = readRule(ruleText(rule), '2026-10-12', '2027-03-01');
    expect(read && ruleText(read)).toBe(ruleText(rule));
    expect(read && sentenceOf(read, 'en')).toBe(sentenceOf(rule, 'en'));
  });

  test('leaves to the day it starts on what it does not say', () => {
    const read = (text: string) => sentenceOf(readRule(text, '2026-10-12', '2027-03-01')!, 'en');
    expect(read('weekly')).toBe('Every week on Monday, until 1 March 2027');
    expect(read('RRULE:FREQ=MONTHLY;UNTIL=20270115T000000Z')).toBe('Every month on day 12, until 15 January 2027');
    expect(read('FREQ=YEARLY')).toBe('Every year on 12 October, until 1 March 2027');
  });

  test.each([
    'FREQ=HOURLY',
    'FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-1',
    'FREQ=YEARLY;BYDAY=20MO',
    'FREQ=DAILY;BYDAY=MO',
    'x',
  ])('that says more than a sentence can is left alone: %s', (text) => {
    expect(readRule(text, '2026-10-12', '2027-03-01')).toBeUndefined();
  });
});
