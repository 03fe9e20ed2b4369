import type { Chance } from '../../domain/random.ts';
import { calendar } from '../../records/entities/calendar.ts';
import { resource } from '../../records/entities/resource.ts';
import { resourceCalendar, resourceCertificate, resourceFilterValue } from '../../records/entities/resource-parts.ts';
import { fromObject } from '../../records/writing/from-object.ts';
import type { SentCall } from '../../records/writing/sent-call.ts';
import { holidayOf, SKILLS } from './company.ts';
import { dayAfter, ERP, STREETS, upsert } from './kit.ts';
import { type Place, places } from './places.ts';

const RESOURCES = 25;
const FIRST =
  'Anna,Ben,Chloé,David,Elise,Farid,Greet,Hugo,Ines,Jonas,Karen,Lars,Mila,Noah,Olivia,Pieter,Quinten,Rania,Stijn,Tine,Umar,Vera,Wout,Yara,Zeno'.split(
    ',',
  );
const LAST =
  'Peeters,Janssens,Maes,Dubois,Willems,Claes,Lambert,Goossens,Wouters,De Smet,Dumont,Hermans,Leroy,Martens,Simon,Vermeulen,Mertens,Laurent,Desmet,Aerts,Renard,Michiels,Pauwels,Thys,Noël'.split(
    ',',
  );

export interface Person {
  readonly no: string;
  readonly name: string;
  readonly home: Place;
  readonly street: string;
  readonly skills: readonly string[];
  readonly calendar: string;
  readonly away?: Absence;
}

/** Days without work, counted from the first day of the demo. */
interface Absence {
  readonly name: string;
  readonly days: readonly number[];
}

/** By the place of the person in the list. */
const ABSENCES: ReadonlyMap<number, Absence> = new Map([
  [4, { name: 'Vacation', days: [7, 8, 9, 10, 11] }],
  [9, { name: 'Training', days: [2] }],
  [15, { name: 'Sick', days: [8, 9] }],
]);

export const makePeople = (chance: Chance): Person[] =>
  Array.from({ length: RESOURCES }, (_, i) => {
    const home = places[i % places.length] as Place;
    const away = ABSENCES.get(i);
    return {
      no: numberOf(i),
      name: `${FIRST[i]} ${LAST[(i * 7) % LAST.length]}`,
      home,
      street: `${chance.pick(STREETS)} ${chance.whole(1, 120)}`,
      skills: chance.some(SKILLS, chance.whole(2, 4)),
      calendar: i % 8 === 3 ? 'EARLY' : i % 8 === 6 ? 'FOUR_DAYS' : home.region === 'EAST' ? 'EAST' : 'FIELD',
      ...(away ? { away } : {}),
    };
  });

const isEarly = (person: Person): boolean => person.calendar === 'EARLY';
/** Minutes after midnight. */
export const beginOf = (person: Person): number => (isEarly(person) ? 6 * 60 : 8 * 60);
export const endOf = (person: Person): number => (isEarly(person) ? 14 * 60 : 16.5 * 60);
export function worksOn({ calendar, away }: Person, day: string, start: string): boolean {
  if (away?.days.some((after) => dayAfter(start, after) === day)) return false;
  if (calendar === 'FOUR_DAYS') return new Date(`${day}T00:00:00Z`).getUTCDay() !== 3;
  return calendar !== 'EAST' || day !== holidayOf(start);
}

const ownCalendar = (no: string): string => `DEMO-${no}`;
/** The calendars of those who are away. */
export const ownCalendars = (): string[] => [...ABSENCES.keys()].map((i) => ownCalendar(numberOf(i)));
const numberOf = (i: number): string => `T${String(i + 1).padStart(2, '0')}`;

/** A person with skills, calendar and certificate; `lapsed` names whose certificate ends between the two weeks. */
export const personCalls =
  (start: string, lapsed: string | undefined) =>
  (person: Person): SentCall[] => [
    upsert(resource, {
      resourceNo: person.no,
      ...ERP,
      resourceType: 'Technician',
      resourceName: person.name,
      displayName: person.name,
      department: 'Field service',
      email: `${person.no.toLowerCase()}@demo.example`,
      homeAddress: `${person.street}, ${person.home.postcode} ${person.home.city}`,
      homePostcode: person.home.postcode,
      homeCity: person.home.city,
      homeCountry: 'BE',
      homeAddressGeoLat: person.home.latitude,
      homeAddressGeoLong: person.home.longitude,
      teamCode: person.home.region,
      teamName: `Team ${person.home.region.toLowerCase()}`,
      pin: 'Home',
    }),
    fromObject('mboc_ClearResourceFilterValue', { resourceNo: person.no }),
    ...person.skills.map((filterValue) =>
      upsert(resourceFilterValue, { resourceNo: person.no, filterGroup: 'Skill', filterValue }),
    ),
    upsert(resourceFilterValue, {
      resourceNo: person.no,
      filterGroup: 'Region',
      filterValue: person.home.region,
    }),
    ...(person.away
      ? [
          upsert(calendar, {
            code: ownCalendar(person.no),
            name: person.name,
            parentCode: person.calendar,
            holidays: person.away.days.map((after) => ({
              date: dayAfter(start, after),
              name: person.away?.name ?? '',
            })),
          }),
        ]
      : []),
    upsert(resourceCalendar, {
      code: `${person.no}-${start}`,
      resourceNo: person.no,
      calendarCode: person.away ? ownCalendar(person.no) : person.calendar,
      startDate: `${start.slice(0, 4)}-01-01`,
      endDate: `${Number(start.slice(0, 4)) + 2}-01-01`,
    }),
    ...(person.skills.includes('F-GAS')
      ? [
          upsert(resourceCertificate, {
            resourceNo: person.no,
            no: 'F-GAS',
            score: 'passed',
            validUntil: dayAfter(start, person.no === lapsed ? 6 : 400),
          }),
        ]
      : []),
  ];
