import { importCall } from '../../packages/client/src/index.ts';

/** The books of the ERP: who can work, and what is ordered. A real one has tables for this. */

export const SOURCE = { SourceApp: 'ERP', SourceType: 'SERVICE' };

interface Engineer {
  readonly no: string;
  readonly name: string;
}
export interface Order {
  readonly no: string;
  readonly description: string;
  readonly city: string;
  /** No work and no hours are booked on a closed order. */
  isClosed: boolean;
  readonly lines: readonly { readonly no: string; readonly description: string; readonly hours: number }[];
}

const engineers: readonly Engineer[] = [
  { no: 'ANNA', name: 'Anna Peeters' },
  { no: 'BOB', name: 'Bob Jansen' },
];

export const orders: readonly Order[] = [
  {
    no: 'SO-1',
    description: 'Pump maintenance',
    city: 'Ghent',
    isClosed: false,
    lines: [
      { no: '10', description: 'Replace the seal', hours: 2 },
      { no: '20', description: 'Test run', hours: 1 },
    ],
  },
  {
    no: 'SO-2',
    description: 'Boiler inspection',
    city: 'Bruges',
    isClosed: true,
    lines: [{ no: '10', description: 'Inspect the boiler', hours: 3 }],
  },
];

/** The same calls every night: what has not changed since is `unchanged` and writes nothing. */
export const masterData = () => [
  ...engineers.map(({ no, name }) => importCall('mboc_upsertResource', { ResourceNo: no, ResourceName: name })),
  ...orders.flatMap((order) => orderCalls(order)),
];

export const orderCalls = ({ no, description, city, lines }: Order) => [
  importCall('mboc_upsertJob', { ...SOURCE, JobNo: no, ShortDescription: description, SiteCity: city }),
  ...lines.map((line) =>
    importCall('mboc_upsertTask', {
      ...SOURCE,
      JobNo: no,
      TaskNo: line.no,
      ShortDescription: line.description,
      DurationInSeconds: line.hours * 3600,
    }),
  ),
];
