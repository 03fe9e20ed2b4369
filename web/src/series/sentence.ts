import { monthName, weekdayName } from '../dates/names.ts';
import type { Language } from '../i18n/language.ts';
import { plural } from '../i18n/plural.ts';
import type { DayOfMonth, Rule } from './rule.ts';

/** A rule in words: "Every second week on Monday and Thursday, until 1 March 2027". */
export function sentenceOf(rule: Rule, language: Language): string {
  const speech = grammars[language];
  return `${speech.every(rule)}${speech.on(rule)}, ${
    'count' in rule.end ? speech.times(rule.end.count) : speech.until(rule.end.until)
  }`;
}

interface Grammar {
  every(rule: Rule): string;
  /** With a leading space, or empty. */
  on(rule: Rule): string;
  times(count: number): string;
  until(date: string): string;
}

const listOf = (locale: string, names: readonly string[]): string =>
  new Intl.ListFormat(locale, { type: 'conjunction' }).format(names);
const inOrder = ({ weekdays }: Rule): number[] => [...weekdays].sort((a, b) => a - b);
const isMondayToFriday = (rule: Rule): boolean => inOrder(rule).join() === '1,2,3,4,5';
const parts = (date: string): readonly [number, number, string] => [
  Number(date.slice(8, 10)),
  Number(date.slice(5, 7)),
  date.slice(0, 4),
];
/** First, second, third, fourth, fifth, and for -1 the last. */
const nthIn = (names: readonly string[], nth: number): string => names.at(nth === -1 ? -1 : nth - 1) ?? String(nth);

const english: Grammar = {
  every({ every, unit }) {
    if (every === 1) return `Every ${unit}`;
    return every === 2 ? `Every second ${unit}` : `Every ${every} ${unit}s`;
  },
  on(rule) {
    const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'last'];
    const day = (on: DayOfMonth): string => {
      if ('nth' in on) return `on the ${nthIn(ordinals, on.nth)} ${weekdayName('en-GB', on.weekday)}`;
      return on.day === -1 ? 'on the last day' : `on day ${on.day}`;
    };
    const month = monthName('en-GB', rule.month);
    switch (rule.unit) {
      case 'day':
        return '';
      case 'week':
        return isMondayToFriday(rule)
          ? ' from Monday to Friday'
          : ` on ${listOf(
              'en-GB',
              inOrder(rule).map((each) => weekdayName('en-GB', each)),
            )}`;
      case 'month':
        return ` ${day(rule.on)}`;
      case 'year':
        return 'day' in rule.on && rule.on.day > 0 ? ` on ${rule.on.day} ${month}` : ` ${day(rule.on)} of ${month}`;
    }
  },
  times: (count) => plural.en(count, 'once', '# times'),
  until(date) {
    const [day, month, year] = parts(date);
    return `until ${day} ${monthName('en-GB', month)} ${year}`;
  },
};

const dutch: Grammar = {
  every({ every, unit }) {
    const one = { day: 'Elke dag', week: 'Elke week', month: 'Elke maand', year: 'Elk jaar' };
    const many = { day: 'dagen', week: 'weken', month: 'maanden', year: 'jaar' };
    return every === 1 ? one[unit] : `Om de ${every} ${many[unit]}`;
  },
  on(rule) {
    const ordinals = ['eerste', 'tweede', 'derde', 'vierde', 'vijfde', 'laatste'];
    const day = (on: DayOfMonth): string => {
      if ('nth' in on) return `op de ${nthIn(ordinals, on.nth)} ${weekdayName('nl', on.weekday)}`;
      return on.day === -1 ? 'op de laatste dag' : `op dag ${on.day}`;
    };
    const month = monthName('nl', rule.month);
    switch (rule.unit) {
      case 'day':
        return '';
      case 'week':
        return isMondayToFriday(rule)
          ? ' van maandag tot en met vrijdag'
          : ` op ${listOf(
              'nl',
              inOrder(rule).map((each) => weekdayName('nl', each)),
            )}`;
      case 'month':
        return ` ${day(rule.on)}`;
      case 'year':
        return 'day' in rule.on && rule.on.day > 0 ? ` op ${rule.on.day} ${month}` : ` ${day(rule.on)} van ${month}`;
    }
  },
  times: (count) => `${count} keer`,
  until(date) {
    const [day, month, year] = parts(date);
    return `tot en met ${day} ${monthName('nl', month)} ${year}`;
  },
};

const german: Grammar = {
  every({ every, unit }) {
    const one = { day: 'Jeden Tag', week: 'Jede Woche', month: 'Jeden Monat', year: 'Jedes Jahr' };
    const many = { day: 'Tage', week: 'Wochen', month: 'Monate', year: 'Jahre' };
    return every === 1 ? one[unit] : `Alle ${every} ${many[unit]}`;
  },
  on(rule) {
    const ordinals = ['ersten', 'zweiten', 'dritten', 'vierten', 'fünften', 'letzten'];
    const day = (on: DayOfMonth): string => {
      if ('nth' in on) return `am ${nthIn(ordinals, on.nth)} ${weekdayName('de', on.weekday)}`;
      return on.day === -1 ? 'am letzten Tag' : `am ${on.day}.`;
    };
    const month = monthName('de', rule.month);
    switch (rule.unit) {
      case 'day':
        return '';
      case 'week':
        return isMondayToFriday(rule)
          ? ' von Montag bis Freitag'
          : ` am ${listOf(
              'de',
              inOrder(rule).map((each) => weekdayName('de', each)),
            )}`;
      case 'month':
        return ` ${day(rule.on)}`;
      case 'year':
        return 'day' in rule.on && rule.on.day > 0 ? ` am ${rule.on.day}. ${month}` : ` ${day(rule.on)} im ${month}`;
    }
  },
  times: (count) => `${count}-mal`,
  until(date) {
    const [day, month, year] = parts(date);
    return `bis zum ${day}. ${monthName('de', month)} ${year}`;
  },
};

const french: Grammar = {
  every({ every, unit }) {
    const one = { day: 'Tous les jours', week: 'Toutes les semaines', month: 'Tous les mois', year: 'Tous les ans' };
    const many = { day: 'jours', week: 'semaines', month: 'mois', year: 'ans' };
    if (every === 1) return one[unit];
    return `${unit === 'week' ? 'Toutes' : 'Tous'} les ${every} ${many[unit]}`;
  },
  on(rule) {
    const ordinals = ['premier', 'deuxième', 'troisième', 'quatrième', 'cinquième', 'dernier'];
    const day = (on: DayOfMonth): string => {
      if ('nth' in on) return `le ${nthIn(ordinals, on.nth)} ${weekdayName('fr', on.weekday)}`;
      return on.day === -1 ? 'le dernier jour' : `le ${firstInFrench(on.day)}`;
    };
    const month = monthName('fr', rule.month);
    switch (rule.unit) {
      case 'day':
        return '';
      case 'week':
        return isMondayToFriday(rule)
          ? ' du lundi au vendredi'
          : ` ${listOf(
              'fr',
              inOrder(rule).map((each) => `le ${weekdayName('fr', each)}`),
            )}`;
      case 'month':
        return ` ${day(rule.on)}${'day' in rule.on && rule.on.day > 0 ? '' : ' du mois'}`;
      case 'year':
        return 'day' in rule.on && rule.on.day > 0
          ? ` le ${firstInFrench(rule.on.day)} ${month}`
          : ` ${day(rule.on)} ${/^[aeiouh]/.test(month) ? `d’${month}` : `de ${month}`}`;
    }
  },
  times: (count) => `${count} fois`,
  until(date) {
    const [day, month, year] = parts(date);
    return `jusqu’au ${firstInFrench(day)} ${monthName('fr', month)} ${year}`;
  },
};

const firstInFrench = (day: number): string => (day === 1 ? '1er' : String(day));

const grammars: Readonly<Record<Language, Grammar>> = { en: english, nl: dutch, de: german, fr: french };
