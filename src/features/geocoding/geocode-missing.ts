import type { GeocodeQuery } from '../../domain/geocoding.ts';
import { queriesOf, shownAddress } from '../../engine/geocoding/record-address.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import type { Change } from '../../records/storage/change.ts';
import { appendChanges, lastChange } from '../../records/storage/change-log.ts';
import { geocode } from './geocode.ts';
import {
  type AddressRow,
  addressesOf,
  dropResults,
  dueAgain,
  type GeocodeResult,
  moveOn,
  releaseTenant,
  storeResults,
  type TouchedRecord,
  takeTenant,
  touchedAfter,
} from './geocode-store.ts';
import type { GeocodeDeps } from './geocoding.ts';

/** Changes that are read, and records that are looked for again, in one round. */
const CHANGES_PER_ROUND = 1000;
const DUE_PER_ROUND = 200;
/** A round ends after this, with what it has done so far; a provider may answer once a second. */
const LONGEST_ROUND_MS = 20_000;
const LEASE_SECONDS = 30;
/** A makeshift answer, given while the provider was down, is looked for again after this. */
const MAKESHIFT_SECONDS = 3600;

export interface GeocodeRound {
  readonly found: number;
  readonly failed: number;
  /** Whether the log holds more, or something is due still. */
  readonly isDone: boolean;
}

const NOTHING: GeocodeRound = { found: 0, failed: 0, isDone: true };

/**
 * One round of the background geocoder for one tenant: reads the change log on from where it stopped, looks for the addresses of the jobs and
 * resources that changed, and stores what it found together with its new place in the log. Killed at any moment, it goes on as if nothing had
 * been; done twice, it finds nothing to do.
 */
export async function geocodeMissing(deps: GeocodeDeps, tenantId: number, signal: AbortSignal): Promise<GeocodeRound> {
  const seen = await takeTenant(deps.db, tenantId, LEASE_SECONDS);
  if (seen === undefined) return NOTHING;
  try {
    return await round(deps, tenantId, seen, signal);
  } catch (error) {
    await releaseTenant(deps.db, tenantId).catch(() => {});
    throw error;
  }
}

async function round(deps: GeocodeDeps, tenantId: number, seen: number, signal: AbortSignal): Promise<GeocodeRound> {
  // Read before the changes: what comes in between is left for the next round.
  const last = await lastChange(deps.db, tenantId);
  const touched = await touchedAfter(deps.db, tenantId, seen, CHANGES_PER_ROUND);
  const due = await dueAgain(deps.db, tenantId, DUE_PER_ROUND);
  const rows = await addressRows(deps, tenantId, [...touched, ...due]);
  const work = new Work(deps, rows, performance.now() + LONGEST_ROUND_MS, signal);
  let reached = seen;
  for (const record of [...touched, ...due]) {
    if (!(await work.do(record))) break;
    reached = record.no ?? reached;
  }
  // Changes of other records are passed over as well.
  const isAll = work.isComplete && touched.length < CHANGES_PER_ROUND;
  const to = isAll ? Math.max(last, reached) : reached;
  const { results, dropped, changes } = work;
  const stored = await deps.db.write(tenantId, async (tx) => {
    if (!(await moveOn(tx, tenantId, seen, to))) return { commit: false, value: false };
    await dropResults(tx, tenantId, dropped);
    await storeResults(tx, tenantId, results);
    if (changes.length > 0)
      await appendChanges(tx, tenantId, { actor: 'geocoder', origin: 'system', requestId: 'geocoder' }, changes);
    return { commit: true, value: true };
  });
  if (!stored) return NOTHING;
  const found = results.filter(({ latitude }) => latitude !== null).length;
  return { found, failed: results.length - found, isDone: isAll && due.length < DUE_PER_ROUND };
}

async function addressRows(
  deps: HasDatabase,
  tenantId: number,
  records: readonly TouchedRecord[],
): Promise<Map<string, AddressRow>> {
  const ids = (entity: TouchedRecord['entity']): number[] => [
    ...new Set(records.filter((each) => each.entity === entity).map(({ id }) => id)),
  ];
  const [jobs, resources] = await Promise.all([
    addressesOf(deps.db, tenantId, 'Job', ids('Job')),
    addressesOf(deps.db, tenantId, 'Resource', ids('Resource')),
  ]);
  return new Map([...jobs, ...resources].map((row) => [nameOf(row), row]));
}

const nameOf = ({ entity, id }: { readonly entity: string; readonly id: number }): string => `${entity} ${id}`;

/** Goes through the records of a round and collects what is to be written. */
class Work {
  readonly results: GeocodeResult[] = [];
  readonly dropped: TouchedRecord[] = [];
  readonly changes: Change[] = [];
  isComplete = true;
  readonly #deps: GeocodeDeps;
  readonly #rows: ReadonlyMap<string, AddressRow>;
  readonly #deadline: number;
  readonly #signal: AbortSignal;
  readonly #done = new Set<string>();

  constructor(deps: GeocodeDeps, rows: ReadonlyMap<string, AddressRow>, deadline: number, signal: AbortSignal) {
    this.#deps = deps;
    this.#rows = rows;
    this.#deadline = deadline;
    this.#signal = signal;
  }

  /** False when there is no time left for it. */
  async do(record: TouchedRecord): Promise<boolean> {
    const name = nameOf(record);
    if (this.#done.has(name)) return true;
    if (this.#signal.aborted || performance.now() > this.#deadline) {
      this.isComplete = false;
      return false;
    }
    this.#done.add(name);
    const row = this.#rows.get(name);
    if (!row || row.hasCoordinate || queriesOf(row).length === 0) {
      this.dropped.push(record);
      return true;
    }
    if (row.knownHash === row.hash && !row.isDue) return true;
    await this.#look(row);
    return true;
  }

  async #look(row: AddressRow): Promise<void> {
    const queries = queriesOf(row);
    let isMakeshift = false;
    for (const query of queries) {
      const answer = await geocode(this.#deps, query, this.#signal);
      isMakeshift ||= answer.isMakeshift;
      // A country is no place to send anybody to.
      if (!answer.located || answer.located.precision === 'country') continue;
      this.#note(row, query, answer.located, isMakeshift);
      return;
    }
    this.#note(row, queries[0] as GeocodeQuery, undefined, isMakeshift);
  }

  #note(
    row: AddressRow,
    query: GeocodeQuery,
    located:
      | {
          latitude: number;
          longitude: number;
          precision: GeocodeResult['precision'];
          source: string;
          confidence: number;
        }
      | undefined,
    isMakeshift: boolean,
  ): void {
    this.results.push({
      entity: row.entity,
      id: row.id,
      hash: row.hash,
      address: shownAddress(row),
      country: query.country ?? null,
      latitude: located?.latitude ?? null,
      longitude: located?.longitude ?? null,
      precision: located?.precision ?? null,
      source: located?.source ?? null,
      confidence: located?.confidence ?? null,
      retryInSeconds: isMakeshift ? MAKESHIFT_SECONDS : null,
    });
    // What was found for another address stopped counting when the address changed.
    const before = row.knownHash === row.hash ? pointOf(row.knownLatitude, row.knownLongitude) : null;
    const after = pointOf(located?.latitude ?? null, located?.longitude ?? null);
    if (JSON.stringify(before) === JSON.stringify(after)) return;
    // Readers of the log, the planning above all, hear of the place as of any other change. The record itself did not change: its version stays.
    this.changes.push({
      entity: row.entity,
      recordId: row.id,
      key: row.key,
      sourceApp: row.sourceApp,
      action: 'updated',
      version: row.version,
      fromBackOffice: false,
      before: JSON.stringify({ located: before }),
      after: JSON.stringify({ located: after }),
    });
  }
}

const pointOf = (latitude: number | null, longitude: number | null): object | null =>
  latitude === null || longitude === null ? null : { latitude, longitude };
