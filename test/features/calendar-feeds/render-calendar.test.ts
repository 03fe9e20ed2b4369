import fc from 'fast-check';
import ICAL from 'ical.js';
import { describe, expect, test } from 'vitest';
import type { CancelledEvent, PlannedEvent } from '../../../src/features/calendar-feeds/calendar-feed-store.ts';
import { type Calendar, renderCalendar as render } from '../../../src/features/calendar-feeds/render-calendar.ts';
import { runs } from '../../support/random-cases.ts';

const renderCalendar = (calendar: Calendar): string => [...render(calendar)].join('');

const at = (text: string): number => Date.parse(text);

const anEvent = (more: Partial<PlannedEvent> = {}): PlannedEvent => ({
  guid: '0f8fad5b-d9cb-469f-a165-70867728950e',
  version: 3,
  createdAt: at('2026-05-01T08:00:00Z'),
  updatedAt: at('2026-05-02T09:30:00Z'),
  start: at('2026-06-01T10:00:00Z'),
  end: at('2026-06-01T11:30:00Z'),
  isAllDay: false,
  subject: 'Replace pump',
  body: 'Bring seals',
  category: 'Repair',
  timeMarker: 'Urgent',
  uri: 'https://erp.example/orders/1?a=1',
  siteName: 'Harbour',
  siteAddress: null,
  siteStreet: 'Quay',
  siteStreetNo: '5',
  sitePostcode: '2000',
  siteCity: 'Antwerp',
  siteCountry: 'BE',
  latitude: 51.2,
  longitude: 4.4,
  ...more,
});
const aCancelled = (more: Partial<CancelledEvent> = {}): CancelledEvent => ({
  guid: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  version: 2,
  cancelledAt: at('2026-05-03T09:30:00Z'),
  start: at('2026-06-02T10:00:00Z'),
  end: at('2026-06-02T11:00:00Z'),
  isAllDay: false,
  subject: 'Was planned',
  ...more,
});
const aCalendar = (more: Partial<Calendar> = {}): Calendar => ({
  name: 'Anna',
  timeZone: 'Europe/Brussels',
  private: false,
  events: [anEvent()],
  cancelled: [],
  ...more,
});

const parse = (text: string) => new ICAL.Component(ICAL.parse(text));
/** By a parser of another make. */
function eventsIn(calendar: Calendar) {
  return parse(renderCalendar(calendar))
    .getAllSubcomponents('vevent')
    .map((component) => {
      const value = (name: string): unknown => component.getFirstPropertyValue(name);
      const time = (name: string) => value(name) as ICAL.Time | null;
      return {
        uid: value('uid'),
        sequence: value('sequence'),
        summary: value('summary'),
        description: value('description'),
        location: value('location'),
        url: value('url'),
        status: value('status'),
        class: value('class'),
        geo: value('geo'),
        categories: component.getFirstProperty('categories')?.getValues(),
        start: time('dtstart')?.toString(),
        end: time('dtend')?.toString(),
        isDate: time('dtstart')?.isDate,
        stamp: time('dtstamp')?.toString(),
        created: time('created')?.toString(),
        lastModified: time('last-modified')?.toString(),
      };
    });
}

describe('a calendar', () => {
  test('is read back with every field by a parser of another make', () => {
    expect(eventsIn(aCalendar())).toEqual([
      {
        uid: '0f8fad5b-d9cb-469f-a165-70867728950e@openslot',
        sequence: 3,
        summary: 'Replace pump',
        description: 'Bring seals',
        location: 'Harbour, Quay 5, 2000 Antwerp, BE',
        url: 'https://erp.example/orders/1?a=1',
        status: 'CONFIRMED',
        class: null,
        geo: [51.2, 4.4],
        categories: ['Repair', 'Urgent'],
        start: '2026-06-01T10:00:00Z',
        end: '2026-06-01T11:30:00Z',
        isDate: false,
        stamp: '2026-05-02T09:30:00Z',
        created: '2026-05-01T08:00:00Z',
        lastModified: '2026-05-02T09:30:00Z',
      },
    ]);
  });

  test('contains its name and how often to refresh', () => {
    const root = parse(renderCalendar(aCalendar({ name: 'Anna; Bob, & \\Co\nLtd' })));
    expect(
      String(root.getFirstPropertyValue('x-wr-calname'))
        .replace(/\\([;,\\])/g, '$1')
        .replace('\\n', '\n'),
    ).toBe('Anna; Bob, & \\Co\nLtd');
    expect(String(root.getFirstPropertyValue('refresh-interval'))).toBe('PT1H');
    expect(root.getFirstPropertyValue('method')).toBe('PUBLISH');
    expect(root.getFirstPropertyValue('version')).toBe('2.0');
  });

  test('without anything planned is still one', () => {
    expect(parse(renderCalendar(aCalendar({ events: [] }))).getAllSubcomponents()).toEqual([]);
  });

  test('that is private shows when and nothing else', () => {
    const calendar = aCalendar({ private: true, cancelled: [aCancelled()] });
    const text = renderCalendar(calendar);
    for (const word of [
      'pump',
      'seals',
      'Repair',
      'Urgent',
      'Quay',
      'Harbour',
      'erp.example',
      'planned',
      '51.2',
      'GEO',
    ])
      expect(text).not.toContain(word);
    expect(eventsIn(calendar)).toMatchObject([
      { summary: 'Busy', class: 'PRIVATE', start: '2026-06-01T10:00:00Z', end: '2026-06-01T11:30:00Z' },
      { summary: 'Busy', class: 'PRIVATE', status: 'CANCELLED' },
    ]);
  });

  test('cancels with a higher sequence than it showed', () => {
    expect(eventsIn(aCalendar({ events: [], cancelled: [aCancelled()] }))).toMatchObject([
      { status: 'CANCELLED', sequence: 3, summary: 'Was planned', lastModified: '2026-05-03T09:30:00Z' },
    ]);
  });

  test.each([
    [
      'one day',
      'Europe/Brussels',
      '2026-06-01T00:00:00+02:00',
      '2026-06-02T00:00:00+02:00',
      '2026-06-01',
      '2026-06-02',
    ],
    [
      'part of a day',
      'Europe/Brussels',
      '2026-06-01T08:00:00+02:00',
      '2026-06-01T17:00:00+02:00',
      '2026-06-01',
      '2026-06-02',
    ],
    [
      'days with a change of the clock',
      'Europe/Brussels',
      '2026-03-28T00:00:00+01:00',
      '2026-03-30T00:00:00+02:00',
      '2026-03-28',
      '2026-03-30',
    ],
    [
      'the day of 25 hours',
      'Europe/Brussels',
      '2026-10-25T00:00:00+02:00',
      '2026-10-26T00:00:00+01:00',
      '2026-10-25',
      '2026-10-26',
    ],
    [
      'a day far east',
      'Pacific/Auckland',
      '2026-06-01T00:00:00+12:00',
      '2026-06-02T00:00:00+12:00',
      '2026-06-01',
      '2026-06-02',
    ],
    [
      'a day far west',
      'Pacific/Honolulu',
      '2026-06-01T00:00:00-10:00',
      '2026-06-02T00:00:00-10:00',
      '2026-06-01',
      '2026-06-02',
    ],
  ])('writes %s as dates of the resource', (_what, timeZone, start, end, first, last) => {
    const events = [anEvent({ isAllDay: true, start: at(start), end: at(end) })];
    expect(eventsIn(aCalendar({ timeZone, events }))).toMatchObject([{ isDate: true, start: first, end: last }]);
  });

  test.each([
    ['ftp://host/x', null],
    ['javascript:alert(1)', null],
    ['not an address', null],
    ['https://host/a,b;c?d=e\\f', 'https://host/a%2Cb%3Bc?d=e%5Cf'],
  ])('links to %s as %s', (uri, url) => {
    expect(eventsIn(aCalendar({ events: [anEvent({ uri })] }))).toMatchObject([{ url }]);
  });

  const texts = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.string({ unit: 'grapheme', maxLength: 300 }),
    fc.constantFrom(
      '😀👩‍👩‍👧‍👦'.repeat(100),
      'שלום עולם، مرحبا'.repeat(50),
      'x'.repeat(10_000),
      'a\\nb\\,c;d:e"f\r\ng\rh\n\ti ',
      'BEGIN:VEVENT\r\nEND:VCALENDAR',
      '漢字'.repeat(500),
    ),
  );
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is left out
  const kept = (text: string) => text.replace(/\r\n?/g, '\n').replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '');

  test('keeps any text, and no line is longer than 75 bytes', () => {
    fc.assert(
      fc.property(texts, texts, texts, texts, texts, (subject, body, category, siteAddress, name) => {
        const calendar = aCalendar({
          name,
          events: [anEvent({ subject, body, category, timeMarker: null, siteName: null, siteAddress })],
        });
        const written = renderCalendar(calendar);
        for (const line of written.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
        expect(written).not.toMatch(/[^\r]\n|\r[^\n]/);
        expect(eventsIn(calendar)).toMatchObject([
          {
            summary: kept(subject),
            description: kept(body) === '' ? null : kept(body),
            location: kept(siteAddress) === '' ? null : kept(siteAddress),
            categories: kept(category) === '' ? undefined : [kept(category)],
          },
        ]);
      }),
      { numRuns: runs(100, 300) },
    );
  });

  test('is the same text for the same plan', () => {
    expect(renderCalendar(aCalendar())).toBe(renderCalendar(aCalendar()));
  });
});
