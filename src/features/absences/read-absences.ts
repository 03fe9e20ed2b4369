import { type AbsenceKind, type AbsenceStatus, APPROVED, REQUESTED } from '../../domain/absence.ts';
import { refuse } from '../../domain/errors.ts';
import { foldKey, foldKeyPart } from '../../domain/natural-key.ts';
import { resourceInReach } from '../../domain/own-time.ts';
import { type AbsentDays, absentInterval, workingDaysOf } from '../../domain/time/absent-time.ts';
import { formatInstant } from '../../domain/time/zone.ts';
import { storable } from '../../domain/values/parse.ts';
import type { Caller } from '../../platform/caller.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { model as modelNamed } from '../../records/derive/model.ts';
import { folded } from '../../records/derive/statements.ts';
import type { RecordList } from '../../records/reading/list-records.ts';
import { present } from '../../records/reading/present.ts';
import { withinVisibility } from '../../records/reading/visibility.ts';
import {
  type Condition,
  countRecords,
  listRecords,
  type ListQuery as RecordQuery,
  type StoredRecord,
  streamRecords,
} from '../../records/storage/record-reads.ts';
import { clocksOf, type ServiceClock } from '../calendars/resource-clocks.ts';
import { bookingsOf, mayName } from '../planning/booking-store.ts';
import type { ListQuery, OverviewQuery } from './contract.ts';
import { type OverviewResource, overviewResources } from './overview-store.ts';

type Shown = Record<string, unknown>;
type Clocks = ReadonlyMap<number, ServiceClock>;

const RESOURCE = 'select %s from resource r where r.tenant_id = t.tenant_id and r.id = t.resource_id';
const ofResource = (column: string): string => `(${RESOURCE.replace('%s', column)})`;
const further = {
  resourceId: 't.resource_id',
  resourceName: ofResource('coalesce(r.display_name, r.resource_name, r.resource_no)'),
  teamCode: ofResource('r.team_code'),
  teamName: ofResource('r.team_name'),
};

/** GET /absence, in portions: the list may be as long as the history of the tenant. */
export async function absencesIn(deps: HasDatabase, caller: Caller, query: ListQuery): Promise<RecordList> {
  const listing = listingOf(caller, query);
  const model = modelNamed('Absence');
  const total = await countRecords(deps.db, caller.tenantId, model, listing);
  async function* portions(): AsyncGenerator<Shown[]> {
    for await (const records of streamRecords(deps.db, caller.tenantId, model, listing)) {
      const clocks = await clocksOfAbsences(deps, caller, records);
      yield records.map((record) => show(caller, record, clocks));
    }
  }
  return { total, portions: portions() };
}

/** GET /absence/{externalId} */
export async function absenceNamed(deps: HasDatabase, caller: Caller, externalId: string): Promise<Shown> {
  const record = await findAbsence(deps, caller, externalId);
  return show(caller, record, await clocksOfAbsences(deps, caller, [record]));
}

const clocksOfAbsences = (deps: HasDatabase, caller: Caller, records: readonly StoredRecord[]): Promise<Clocks> =>
  clocksOf(deps.db, caller, [...new Set(records.map((record) => record['resourceId'] as number))]);

async function findAbsence(deps: HasDatabase, caller: Caller, externalId: string): Promise<StoredRecord> {
  const [found] = storable(externalId)
    ? []
    : await listRecords(
        deps.db,
        caller.tenantId,
        modelNamed('Absence'),
        listingOf(caller, {}, [{ property: 'externalId', operator: 'key', value: foldKey([externalId]) }]),
        1,
        0,
      );
  if (!found) throw refuse('APP001', `There is no Absence ${externalId.slice(0, 100)}.`);
  return found;
}

function listingOf(
  caller: Caller,
  { start, end, resourceNo, team, status, kind, changedSince }: Partial<ListQuery>,
  named: readonly Condition[] = [],
): RecordQuery {
  const own = resourceInReach(caller, resourceNo);
  const sent = [
    { property: 'endDate', operator: '>=', value: start },
    { property: 'startDate', operator: '<', value: end },
    { property: 'resourceNo', operator: '==', value: own },
    { property: 'status', operator: '==', value: status },
    { property: 'kind', operator: '==', value: kind },
    {
      property: 'updatedAt',
      operator: '>=',
      value: changedSince === undefined ? undefined : new Date(changedSince).toISOString(),
    },
  ] as const;
  const conditions = [...named, ...sent.filter(({ value }) => value !== undefined)];
  return {
    conditions,
    orders: [
      { property: 'startDate', direction: 'asc' },
      { property: 'resourceNo', direction: 'asc' },
    ],
    ...withinVisibility(caller, 'Absence', (bind) => ofTeamAndSource(caller, team, bind)),
    further,
  };
}

/** The team asked for, and the resources of the source systems that the credential is limited to. */
function ofTeamAndSource(caller: Caller, team: string | undefined, bind: (value: unknown) => string): string {
  const parts = ['true'];
  if (team !== undefined) {
    const value = bind(foldKeyPart(team));
    parts.push(`${value} in (${folded('r.team_code')}, ${folded('r.team_name')})`);
  }
  if (caller.sourceApps)
    parts.push(`(r.source_app is null or lower(r.source_app) = any(${bind(caller.sourceApps)}::text[]))`);
  return `exists (${RESOURCE.replace('%s', '1')} and ${parts.join(' and ')})`;
}

const daysOf = (record: StoredRecord): AbsentDays => ({
  startDate: String(record['startDate']),
  endDate: String(record['endDate']),
  startPart: Number(record['startPart']),
  endPart: Number(record['endPart']),
});

function show(caller: Caller, record: StoredRecord, clocks: Clocks): Shown {
  const days = daysOf(record);
  const clock = clocks.get(record['resourceId'] as number);
  const { resourceName, teamCode, teamName } = record;
  return {
    ...present(modelNamed('Absence'), record, caller),
    resourceName,
    teamCode,
    teamName,
    days: clock ? workingDaysOf(clock.zone, days, clock.rosteredIn, { first: days.startDate, last: days.endDate }) : 0,
  };
}

const MOST_APPOINTMENTS = 200;

/** GET /absence/{externalId}/appointments: what is planned on the absent days, to those who decide. */
export async function appointmentsWithin(deps: HasDatabase, caller: Caller, externalId: string): Promise<Shown[]> {
  const record = await findAbsence(deps, caller, externalId);
  const id = record['resourceId'] as number;
  const clock = (await clocksOf(deps.db, caller, [id])).get(id);
  if (!clock) return [];
  const window = absentInterval(clock.zone, daysOf(record), clock.rosteredIn);
  const bookings = await bookingsOf(deps.db, caller.tenantId, [id], window, caller);
  return bookings.slice(0, MOST_APPOINTMENTS).map((booking) => {
    const named = mayName(caller, booking);
    return {
      appointmentId: named ? booking.appointmentId : null,
      appointmentNo: named ? booking.appointmentNo : null,
      subject: named ? booking.subject : null,
      start: formatInstant(clock.zone, booking.start),
      end: formatInstant(clock.zone, booking.end),
    };
  });
}

const KIND_NAMES: Readonly<Record<AbsenceKind, keyof Counts>> = {
  0: 'vacation',
  1: 'sickness',
  2: 'training',
  3: 'other',
};
interface Counts {
  vacation: number;
  sickness: number;
  training: number;
  other: number;
}

async function recordsOf(deps: HasDatabase, caller: Caller, query: Partial<ListQuery>): Promise<StoredRecord[]> {
  const found: StoredRecord[] = [];
  const listing = listingOf(caller, query);
  for await (const records of streamRecords(deps.db, caller.tenantId, modelNamed('Absence'), listing))
    found.push(...records);
  return found;
}

/** GET /absence/overview */
export async function overviewOf(deps: HasDatabase, caller: Caller, query: OverviewQuery): Promise<Shown> {
  const { year, team } = query;
  const resourceNo = resourceInReach(caller, query.resourceNo);
  const { total, resources } = await overviewResources(deps.db, caller, { team, resourceNo });
  const within = { first: `${year}-01-01`, last: `${year}-12-31` };
  const records = await recordsOf(deps, caller, { start: within.first, end: `${year + 1}-01-01`, team, resourceNo });
  const clocks = await clocksOf(
    deps.db,
    caller,
    resources.map(({ id }) => id),
  );
  const byResource = new Map<number, StoredRecord[]>(resources.map(({ id }) => [id, []]));
  for (const record of records) byResource.get(record['resourceId'] as number)?.push(record);
  return {
    year,
    total,
    resources: resources.map((resource) => {
      const own = byResource.get(resource.id) ?? [];
      return {
        ...shownResource(resource),
        ...countsOf(own, clocks.get(resource.id), within),
        absences: own.map((record) => show(caller, record, clocks)),
      };
    }),
  };
}

const shownResource = ({ id: _id, ...resource }: OverviewResource): Shown => ({ ...resource });

function countsOf(
  records: readonly StoredRecord[],
  clock: ServiceClock | undefined,
  within: { readonly first: string; readonly last: string },
): { readonly approved: Counts; readonly requested: Counts } {
  const none = (): Counts => ({ vacation: 0, sickness: 0, training: 0, other: 0 });
  const [approved, requested] = [none(), none()];
  for (const record of clock ? records : []) {
    const status = record['status'] as AbsenceStatus;
    const counts = status === APPROVED ? approved : status === REQUESTED ? requested : undefined;
    if (!counts || !clock) continue;
    counts[KIND_NAMES[record['kind'] as AbsenceKind]] += workingDaysOf(
      clock.zone,
      daysOf(record),
      clock.rosteredIn,
      within,
    );
  }
  return { approved, requested };
}
