import type { Chance } from '../../domain/random.ts';
import { job } from '../../records/entities/job.ts';
import { task } from '../../records/entities/task.ts';
import { taskContainer, taskFilterValue } from '../../records/entities/task-parts.ts';
import { fromObject } from '../../records/writing/from-object.ts';
import type { SentCall } from '../../records/writing/sent-call.ts';
import { PROJECT } from './company.ts';
import { dayAfter, ERP, STREETS, upsert } from './kit.ts';
import { type Place, places } from './places.ts';

const JOBS = 300;
const OPEN_SHARE = 0.07;
/** The working day on which the late order was due. */
const LATE_DAY = 3;
const HOSPITAL = 'Clinique Saint-Luc';
const CUSTOMERS =
  `Bakkerij De Korenaar,Hotel Astoria,Brouwerij Leie,${HOSPITAL},Garage Vandamme,Zwembad Rozebroeken,Résidence Bellevue,Drukkerij Lannoo,Serres du Midi,School De Wijzer,Cinéma Palace,Fruitveiling Haspengouw`.split(
    ',',
  );

interface Work {
  readonly skill: string;
  readonly what: string;
  readonly category: string;
  readonly hours: number;
  /** Days over which the hours are spread evenly. */
  readonly days: number;
  readonly people: number;
  /** Comes again and again, and is never done. */
  readonly isRound?: true;
}
const work = (skill: string, what: string, category: string, hours: number, days = 1): Work => ({
  skill,
  what,
  category,
  hours,
  days,
  people: 1,
});
const WORK: readonly Work[] = [
  work('HEATING', 'Boiler maintenance', 'Maintenance', 3),
  work('HEATING', 'Replace burner', 'Repair', 5),
  work('HEATING', 'No heating: boiler in fault', 'Emergency', 2),
  work('COOLING', 'Cold room inspection', 'Inspection', 2.5),
  work('COOLING', 'Chiller maintenance', 'Maintenance', 5.5),
  work('F-GAS', 'Refill refrigerant', 'Repair', 3),
  work('PUMPS', 'Replace pump', 'Repair', 6),
  work('PUMPS', 'Install pressure set', 'Installation', 21, 3),
  work('ELECTRICITY', 'Renew switchboard', 'Installation', 18, 3),
];
const ROUNDS: readonly Work[] = [
  { ...work('HEATING', 'Weekly boiler round', 'Round', 2), isRound: true },
  { ...work('PUMPS', 'Pumping stations, round', 'Round', 3), isRound: true },
];
const PROJECT_WORK: Work = { ...work('HEATING', 'Renew boiler room', 'Installation', 14, 2), people: 2 };

export interface Order {
  readonly no: string;
  readonly customer: string;
  readonly site: Place;
  readonly street: string;
  readonly work: Work;
  readonly due: string;
  readonly urgent: boolean;
  /** Nobody has planned it yet. */
  readonly open: boolean;
}

const near = (chance: Chance, value: number): number => Math.round((value + (chance.next() - 0.5) * 0.08) * 1e4) / 1e4;

/** First two rounds and a project of the hospital, then whatever customers call for. One is late: due last week, and nobody has planned it. */
export function makeOrders(chance: Chance, days: readonly string[]): Order[] {
  const fixed = [...ROUNDS, PROJECT_WORK];
  const last = days.at(-1) ?? '';
  // More is due later: what is due early fills the days before.
  const dueDays = [...days, ...days.slice(-3)];
  return Array.from({ length: JOBS }, (_, i) => {
    const drawn = chance.pick(WORK);
    const kind = fixed[i] ?? drawn;
    const isLate = i === fixed.length;
    const open = isLate || (chance.next() < OPEN_SHARE && i >= fixed.length);
    const customer = chance.pick(CUSTOMERS);
    const town = chance.pick(places);
    return {
      no: `SO${String(1001 + i)}`,
      customer: kind === PROJECT_WORK ? HOSPITAL : customer,
      site: { ...town, latitude: near(chance, town.latitude), longitude: near(chance, town.longitude) },
      street: `${chance.pick(STREETS)} ${chance.whole(1, 200)}`,
      work: kind,
      due: isLate ? (days[LATE_DAY] ?? '') : open ? dayAfter(last, chance.whole(0, 9)) : chance.pick(dueDays),
      urgent: chance.next() < 0.12 || kind.category === 'Emergency' || isLate,
      open,
    };
  });
}

export const taskOf = (order: Order) => ({ ...ERP, jobNo: order.no, taskNo: '10' });
/** Work without a customer, for hours that belong to no order. */
export const INTERNAL_TASK = { ...ERP, jobNo: 'INTERNAL', taskNo: '10' };
export const internalCalls = (): SentCall[] => [
  upsert(job, {
    ...ERP,
    jobNo: INTERNAL_TASK.jobNo,
    shortDescription: 'Internal',
    description: 'Travel, workshop and stock',
  }),
  upsert(task, {
    ...INTERNAL_TASK,
    shortDescription: 'Travel, workshop and stock',
    subject: 'Travel, workshop and stock',
    infiniteTask: true,
  }),
];
export const isOfProject = ({ customer, work: { isRound } }: Order): boolean => customer === HOSPITAL && !isRound;

export const orderCalls = (order: Order): SentCall[] => [
  upsert(job, {
    ...ERP,
    jobNo: order.no,
    shortDescription: order.work.what,
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
    durationInSeconds: (order.work.hours / order.work.days) * 3600,
    requiredNoResources: order.work.people,
    ...(order.work.isRound
      ? { infiniteTask: true }
      : {
          requiredTotalDurationInSeconds: order.work.hours * order.work.people * 3600,
          requestedEndDate: `${order.due}T17:00`,
        }),
    ...(order.work.skill === 'F-GAS' ? { certificateNo: 'F-GAS' } : {}),
  }),
  fromObject('mboc_ClearTaskFilterValue', taskOf(order)),
  upsert(taskFilterValue, { ...taskOf(order), filterGroup: 'Skill', filterValue: order.work.skill }),
  ...(isOfProject(order) ? [upsert(taskContainer, { ...taskOf(order), name: PROJECT })] : []),
];
