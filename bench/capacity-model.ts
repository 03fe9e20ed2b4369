/** What one of each costs, as bench/capacity.ts measures it. */
export interface UnitCosts {
  /** Bytes on disk, indexes included. */
  readonly bytes: Readonly<Record<'tenant' | 'resource' | 'job' | 'task' | 'appointment' | 'change', number>>;
  /** Processor ms of service and database. */
  readonly cpuMs: Readonly<
    Record<
      'importedRecord' | 'boardAppointment' | 'board' | 'slotSearch' | 'changeRead',
      { readonly service: number; readonly database: number }
    >
  >;
}

/** How a tenant works. Every number is an assumption of the operator. */
export interface Usage {
  readonly tenants: number;
  readonly resources: number;
  /** Of a resource. */
  readonly appointmentsADay: number;
  readonly workingDaysAYear: number;
  /** Days of a year that the change log is kept. */
  readonly changesKeepDays: number;
  /** How often an appointment and its task are written: created, moved, finished. */
  readonly writesOfAnAppointment: number;
  /** Planners with an open board, of a tenant. */
  readonly planners: number;
  readonly boardReadsAnHour: number;
  /** Resources on such a board. */
  readonly resourcesOnABoard: number;
  readonly slotSearchesAnHour: number;
  /** Share of a day's work in its busiest hour. */
  readonly peak: number;
}

export const USAGE: Omit<Usage, 'tenants' | 'resources'> = {
  appointmentsADay: 4,
  workingDaysAYear: 220,
  changesKeepDays: 90,
  writesOfAnAppointment: 4,
  planners: 5,
  boardReadsAnHour: 12,
  resourcesOnABoard: 100,
  slotSearchesAnHour: 30,
  peak: 0.2,
};

export interface Need {
  /** Of appointments, tasks and jobs after a year, of the rest, and of the change log. */
  readonly gigabytes: { readonly records: number; readonly changes: number; readonly base: number };
  /** Processor cores in the busiest hour. */
  readonly cores: { readonly service: number; readonly database: number };
  readonly changesADay: number;
  readonly changesASecondAtPeak: number;
}

const HOUR_MS = 3_600_000;
const GB = 1e9;

/** A task for each appointment, a job for each five tasks. Planners, boards and searches grow with the resources of a tenant: they are for each 1,000. */
export function needOf(costs: UnitCosts, usage: Usage): Need {
  const { bytes, cpuMs } = costs;
  const resources = usage.tenants * usage.resources;
  const appointments = resources * usage.appointmentsADay;
  const yearly = appointments * usage.workingDaysAYear;
  const changesADay = appointments * usage.writesOfAnAppointment;
  const thousands = resources / 1000;
  const boards = thousands * usage.planners * usage.boardReadsAnHour;
  const searches = thousands * usage.slotSearchesAnHour;
  const onABoard = usage.resourcesOnABoard * usage.appointmentsADay * 5;
  const kept = changesADay * usage.changesKeepDays * (usage.workingDaysAYear / 365);
  const cores = (side: 'service' | 'database'): number =>
    (changesADay * usage.peak * (cpuMs.importedRecord[side] + cpuMs.changeRead[side]) +
      boards * (cpuMs.board[side] + onABoard * cpuMs.boardAppointment[side]) +
      searches * cpuMs.slotSearch[side]) /
    HOUR_MS;
  return {
    gigabytes: {
      base: (usage.tenants * bytes.tenant + resources * bytes.resource) / GB,
      records: (yearly * (bytes.appointment + bytes.task + bytes.job / 5)) / GB,
      changes: (kept * bytes.change) / GB,
    },
    cores: { service: cores('service'), database: cores('database') },
    changesADay,
    changesASecondAtPeak: (changesADay * usage.peak) / 3600,
  };
}
