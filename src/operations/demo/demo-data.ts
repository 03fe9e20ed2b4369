import { type Chance, chanceFrom } from '../../domain/random.ts';
import { appointment } from '../../entities/appointment.ts';
import { calendar } from '../../entities/calendar.ts';
import { category, filterGroup, filterValue, pin, timeMarker } from '../../entities/classification.ts';
import { container } from '../../entities/container.ts';
import { job } from '../../entities/job.ts';
import type { Entity, Sent } from '../../entities/kit.ts';
import { resource } from '../../entities/resource.ts';
import { resourceCalendar, resourceCertificate, resourceFilterValue } from '../../entities/resource-parts.ts';
import { task } from '../../entities/task.ts';
import { taskContainer, taskFilterValue } from '../../entities/task-parts.ts';
import { timeEntry, timeSession } from '../../entities/time.ts';
import { fromObject } from '../writing/from-object.ts';
import type { SentCall } from '../writing/parse-calls.ts';
import { type Place, places } from './places.ts';

/** A service company for heating, cooling and pumps: two weeks of its life, the first of them worked. Seed and start decide everything. */
export interface DemoOptions {
  readonly seed: number;
  /** Monday of the first week, yyyy-MM-dd. */
  readonly start: string;
}

const ERP = { sourceApp: 'DEMO', sourceType: 'SERVICE' };
const RESOURCES = 25;
const JOBS = 120;
const WORKING_DAYS = 10;

const FIRST =
  'Anna,Ben,Chloé,David,Elise,Farid,Greet,Hugo,Ines,Jonas,Karen,Lars,Mila,Noah,Olivia,Pieter,Quinten,Rania,Stijn,Tine,Umar,Vera,Wout,Yara,Zeno'.split(
    ',',
  );
const LAST =
  'Peeters,Janssens,Maes,Dubois,Willems,Claes,Lambert,Goossens,Wouters,De Smet,Dumont,Hermans,Leroy,Martens,Simon,Vermeulen,Mertens,Laurent,Desmet,Aerts,Renard,Michiels,Pauwels,Thys,Noël'.split(
    ',',
  );
const CUSTOMERS =
  'Bakkerij De Korenaar,Hotel Astoria,Brouwerij Leie,Clinique Saint-Luc,Garage Vandamme,Zwembad Rozebroeken,Résidence Bellevue,Drukkerij Lannoo,Serres du Midi,School De Wijzer,Cinéma Palace,Fruitveiling Haspengouw'.split(
    ',',
  );
const SKILLS = ['HEATING', 'COOLING', 'PUMPS', 'ELECTRICITY', 'F-GAS'] as const;
const STREETS =
  'Kerkstraat,Stationsstraat,Rue de la Gare,Molenweg,Nieuwstraat,Avenue du Parc,Schoolstraat,Grote Markt'.split(',');
const WORK = [
  { skill: 'HEATING', what: 'Boiler maintenance', category: 'Maintenance', hours: 2 },
  { skill: 'HEATING', what: 'Replace burner', category: 'Repair', hours: 3 },
  { skill: 'COOLING', what: 'Cold room inspection', category: 'Inspection', hours: 1.5 },
  { skill: 'F-GAS', what: 'Refill refrigerant', category: 'Repair', hours: 2 },
  { skill: 'PUMPS', what: 'Replace pump', category: 'Repair', hours: 4 },
  { skill: 'PUMPS', what: 'Install pressure set', category: 'Installation', hours: 6 },
  { skill: 'ELECTRICITY', what: 'Renew switchboard', category: 'Installation', hours: 5 },
] as const;

/** A call whose record is held against its declaration; options of the call may stand beside the columns. */
const upsert = <E extends Entity>(entity: E, record: Sent<E> & Readonly<Record<string, unknown>>): SentCall =>
  fromObject(entity.procedures.upsert[0] ?? '', record);

export function demoCalls({ seed, start }: DemoOptions): SentCall[] {
  const chance = chanceFrom(seed);
  const days = workingDays(start);
  const people = makePeople(chance);
  const orders = makeOrders(chance, days);
  const visits = planVisits(chance, people, orders, days);
  return [
    ...classification(),
    ...calendars(start),
    ...people.flatMap(personCalls(start)),
    ...orders.flatMap(orderCalls),
    ...visits.flatMap((visit) => visitCalls(visit)),
    ...visits
      .filter((visit) => days.indexOf(visit.day) < WORKING_DAYS / 2)
      .flatMap((visit) => timeCalls(chance, visit)),
  ];
}

const dayAfter = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

const workingDays = (start: string): string[] =>
  Array.from({ length: 14 }, (_, i) => i)
    .filter((i) => i % 7 < 5)
    .map((i) => dayAfter(start, i));

const classification = (): SentCall[] => [
  ...(
    [
      ['Maintenance', '#2f9e44'],
      ['Repair', '#e03131'],
      ['Inspection', '#1971c2'],
      ['Installation', '#9c36b5'],
    ] as const
  ).map(([name, color]) => upsert(category, { name, displayName: name, color })),
  upsert(timeMarker, { name: 'Confirmed', color: '#2b8a3e' }),
  upsert(timeMarker, { name: 'Waiting for parts', color: '#f08c00' }),
  upsert(pin, { name: 'Customer', color: '#1971c2' }),
  upsert(pin, { name: 'Home', color: '#495057' }),
  upsert(filterGroup, { name: 'Skill', columnNo: 1 }),
  upsert(filterGroup, { name: 'Region', columnNo: 2, dataFilter: true }),
  ...SKILLS.map((value) => upsert(filterValue, { group: 'Skill', value })),
  ...[...new Set(places.map(({ region }) => region))].map((value) => upsert(filterValue, { group: 'Region', value })),
  upsert(container, { name: 'Hospital project' }),
];

const calendars = (start: string): SentCall[] => [
  upsert(calendar, {
    code: 'FIELD',
    name: 'Field service',
    hoursPerDay: 8,
    businessHours: [
      { start: '08:00', end: '12:00' },
      { start: '12:30', end: '16:30' },
    ],
    weekend: [6, 7],
    holidays: [
      { date: `${start.slice(0, 4)}-12-25`, name: 'Christmas', yearly: true },
      { date: `${start.slice(0, 4)}-01-01`, name: 'New Year', yearly: true },
    ],
  }),
  upsert(calendar, {
    code: 'EARLY',
    name: 'Early shift',
    parentCode: 'FIELD',
    hoursPerDay: 8,
    businessHours: [{ start: '06:00', end: '14:00' }],
  }),
  upsert(calendar, {
    code: 'FOUR_DAYS',
    name: 'Four days a week',
    parentCode: 'FIELD',
    overrides: [{ weekday: 3, hours: [] }],
  }),
];

interface Person {
  readonly no: string;
  readonly name: string;
  readonly home: Place;
  readonly street: string;
  readonly skills: readonly string[];
  readonly calendar: string;
}

const makePeople = (chance: Chance): Person[] =>
  Array.from({ length: RESOURCES }, (_, i) => ({
    no: `T${String(i + 1).padStart(2, '0')}`,
    name: `${FIRST[i]} ${LAST[(i * 7) % LAST.length]}`,
    home: places[i % places.length] as Place,
    street: `${chance.pick(STREETS)} ${chance.whole(1, 120)}`,
    skills: chance.some(SKILLS, chance.whole(2, 4)),
    calendar: i % 8 === 3 ? 'EARLY' : i % 8 === 6 ? 'FOUR_DAYS' : 'FIELD',
  }));

const personCalls =
  (start: string) =>
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
    upsert(resourceCalendar, {
      code: `${person.no}-${start}`,
      resourceNo: person.no,
      calendarCode: person.calendar,
      startDate: `${start.slice(0, 4)}-01-01`,
      endDate: `${Number(start.slice(0, 4)) + 2}-01-01`,
    }),
    ...(person.skills.includes('F-GAS')
      ? [
          upsert(resourceCertificate, {
            resourceNo: person.no,
            no: 'F-GAS',
            score: 'passed',
            validUntil: dayAfter(start, 400),
          }),
        ]
      : []),
  ];

interface Order {
  readonly no: string;
  readonly customer: string;
  readonly site: Place;
  readonly street: string;
  readonly work: (typeof WORK)[number];
  readonly due: string;
  readonly urgent: boolean;
}

const makeOrders = (chance: Chance, days: readonly string[]): Order[] =>
  Array.from({ length: JOBS }, (_, i) => ({
    no: `SO${String(1001 + i)}`,
    customer: chance.pick(CUSTOMERS),
    site: chance.pick(places),
    street: `${chance.pick(STREETS)} ${chance.whole(1, 200)}`,
    work: chance.pick(WORK),
    due: chance.pick(days),
    urgent: chance.next() < 0.15,
  }));

const taskOf = (order: Order) => ({ ...ERP, jobNo: order.no, taskNo: '10' });

const orderCalls = (order: Order): SentCall[] => [
  upsert(job, {
    ...ERP,
    jobNo: order.no,
    shortDescription: `${order.work.what}`,
    description: `${order.work.what} for ${order.customer}`,
    customerName: order.customer,
    siteName: order.customer,
    siteAddress: `${order.street}, ${order.site.postcode} ${order.site.city}`,
    sitePostcode: order.site.postcode,
    siteCity: order.site.city,
    siteCountry: 'BE',
    siteRegion: order.site.region,
    siteAddressGeoLat: order.site.latitude,
    siteAddressGeoLong: order.site.longitude,
    pin: 'Customer',
  }),
  upsert(task, {
    ...taskOf(order),
    shortDescription: order.work.what,
    subject: `${order.work.what}, ${order.customer}`,
    category: order.work.category,
    importance: order.urgent ? 1 : 0,
    durationInSeconds: order.work.hours * 3600,
    requiredTotalDurationInSeconds: order.work.hours * 3600,
    requiredNoResources: 1,
    requestedEndDate: `${order.due}T17:00`,
    ...(order.work.skill === 'F-GAS' ? { certificateNo: 'F-GAS' } : {}),
  }),
  fromObject('mboc_ClearTaskFilterValue', taskOf(order)),
  upsert(taskFilterValue, { ...taskOf(order), filterGroup: 'Skill', filterValue: order.work.skill }),
  ...(order.customer === 'Clinique Saint-Luc'
    ? [upsert(taskContainer, { ...taskOf(order), name: 'Hospital project' })]
    : []),
];

interface Visit {
  readonly order: Order;
  readonly person: Person;
  readonly day: string;
  /** Minutes after midnight. */
  readonly from: number;
  readonly till: number;
  readonly guid: string;
}

/** Each order on a person who can do it, in the next free hours of a day; some stay open, as in life. */
function planVisits(
  chance: Chance,
  people: readonly Person[],
  orders: readonly Order[],
  days: readonly string[],
): Visit[] {
  const busyTill = new Map<string, number>();
  const visits: Visit[] = [];
  for (const order of orders) {
    const guid = guidFrom(chance);
    if (chance.next() < 0.12) continue;
    const able = people.filter((person) => person.skills.includes(order.work.skill));
    const near = [...able].sort((a, b) => distance(a.home, order.site) - distance(b.home, order.site)).slice(0, 6);
    const tries = [...days].sort((a, b) => (a === order.due ? -1 : b === order.due ? 1 : 0));
    const found = tries
      .flatMap((day) => near.map((person) => ({ day, person })))
      .find(
        ({ day, person }) =>
          worksOn(person, day) && from(busyTill, person, day) + order.work.hours * 60 <= endOf(person),
      );
    if (!found) continue;
    const start = from(busyTill, found.person, found.day);
    const till = start + order.work.hours * 60;
    busyTill.set(`${found.person.no}|${found.day}`, till + 30);
    visits.push({ order, ...found, from: start, till, guid });
  }
  return visits;
}

const isEarly = (person: Person): boolean => person.calendar === 'EARLY';
const endOf = (person: Person): number => (isEarly(person) ? 14 * 60 : 16.5 * 60);
const from = (busyTill: ReadonlyMap<string, number>, person: Person, day: string): number =>
  busyTill.get(`${person.no}|${day}`) ?? (isEarly(person) ? 6 * 60 : 8 * 60);
const worksOn = (person: Person, day: string): boolean =>
  person.calendar !== 'FOUR_DAYS' || new Date(`${day}T00:00:00Z`).getUTCDay() !== 3;
const distance = (a: Place, b: Place): number =>
  Math.hypot(a.latitude - b.latitude, (a.longitude - b.longitude) * 0.63);

const guidFrom = (chance: Chance): string =>
  'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replace(/x/g, () => chance.whole(0, 15).toString(16));

const clock = (day: string, minutes: number): string =>
  `${day}T${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(Math.floor(minutes % 60)).padStart(2, '0')}`;

const visitCalls = ({ order, person, day, from: start, till, guid }: Visit): SentCall[] => [
  upsert(appointment, {
    appointmentGuid: guid,
    ...taskOf(order),
    resourceNo: person.no,
    start: clock(day, start),
    end: clock(day, till),
    timeMarker: order.urgent ? 'Confirmed' : null,
  }),
];

/** What happened on the day: travel, work a little shorter or longer than planned, and the claim of it. */
function timeCalls(chance: Chance, { order, person, day, from: start, till, guid }: Visit): SentCall[] {
  const travel = chance.whole(10, 25);
  const late = chance.whole(-20, 25);
  const worked = Math.max(15, till - start + late);
  const session = (externalId: string, type: number, begin: number, end: number): SentCall =>
    upsert(timeSession, {
      ...taskOf(order),
      resourceNo: person.no,
      externalId,
      startedAt: clock(day, begin),
      stoppedAt: clock(day, end),
      type,
    });
  return [
    session(`${guid}-travel`, 1, start - travel, start),
    session(`${guid}-work`, 0, start, start + worked),
    upsert(timeEntry, {
      ...taskOf(order),
      backofficeID: `DEMO-${order.no}`,
      resourceNo: person.no,
      date: day,
      durationInSeconds: worked * 60,
      description: order.work.what,
      isBillable: true,
    }),
  ];
}
