import { aCall, request } from '../../test/process/process.ts';

const SOURCE = { sourceApp: 'SOAK', sourceType: 'S' } as const;
export const TASK = { ...SOURCE, jobNo: 'PLAN', taskNo: 'T1' } as const;
export const RESOURCES = ['R1', 'R2', 'R3', 'R4', 'R5', 'R6'] as const;

/** Far enough in the future that every slot is still to come. */
const WINDOW = { startDate: '2030-01-07', endDate: '2030-03-01' } as const;

/** Resources that work around the clock, and a task to book for. */
export async function preparePlan(address: string, key: string): Promise<void> {
  const { status, body } = await request(address, key, '/import', [
    aCall('mboc_upsertCalendar', {
      CalendarCode: 'always',
      Name: 'Always',
      Default: true,
      BusinessHours: JSON.stringify([{ start: '00:00', end: '24:00' }]),
      Weekend: '[]',
    }),
    ...RESOURCES.map((ResourceNo) => aCall('mboc_upsertResource', { ResourceNo, DisplayName: ResourceNo })),
    aCall('mboc_upsertJob', { ...SOURCE, JobNo: TASK.jobNo, ShortDescription: 'To be planned' }),
    aCall('mboc_upsertTask', { ...SOURCE, JobNo: TASK.jobNo, TaskNo: TASK.taskNo, ShortDescription: 'Visit' }),
  ]);
  if (status !== 200) throw new Error(`the plan was refused: ${JSON.stringify(body)}`);
}

export interface Slot {
  readonly start: string;
  readonly end: string;
  readonly resourceNo: string;
  readonly token: string;
}

/** Free slots of one day. */
export async function slotsOn(address: string, key: string, date: string, limit = 200): Promise<Slot[]> {
  const next = new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10);
  const asked = { startDate: date, endDate: next, duration: 'PT30M', options: { limit, granularity: 'PT30M' } };
  const { status, body } = await request(address, key, '/recommendation', { ...asked, ...TASK });
  if (status !== 200) throw new Error(`/recommendation answered ${status}: ${JSON.stringify(body)}`);
  return body.slots;
}

/** The day that a round books on, so that rounds do not take each other's slots. */
export const dayOf = (round: number): string =>
  new Date(Date.parse(WINDOW.startDate) + (round % 50) * 86_400_000).toISOString().slice(0, 10);

export interface Appointment {
  readonly appointmentGuid: string;
  readonly resources?: readonly { readonly resourceNo: string }[];
  readonly start: string;
  readonly end: string;
}

export async function appointments(address: string, key: string): Promise<Appointment[]> {
  const { status, body } = await request(
    address,
    key,
    `/appointment?startDate=${WINDOW.startDate}&endDate=${WINDOW.endDate}`,
  );
  if (status !== 200) throw new Error(`/appointment answered ${status}: ${JSON.stringify(body)}`);
  return body;
}
