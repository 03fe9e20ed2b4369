import type { Leg, Roads, RoadTable, Site, Trip } from '../../domain/travel.ts';

/** A pair takes some 200 bytes. */
const MOST_KEPT = 100_000;
/** Further than anybody drives to a job, and than public services answer for. */
const FURTHEST_KM = 300;
const KM_A_DEGREE = 111;

/** Five digits are a metre. */
const nameOf = ({ lat, lon }: Site): string => `${lat.toFixed(5)},${lon.toFixed(5)}`;
const nameOfTrip = ({ from, to }: Trip): string => `${nameOf(from)}>${nameOf(to)}`;

/**
 * Asks a service for roads in as few questions as it takes, and remembers what it said. A question has one site on one side: planning asks
 * from one job to many people, and a table of all with all would mostly hold ways that nobody drives. One that fails costs its own ways only.
 */
export class RoadLegs implements Roads {
  readonly #table: RoadTable;
  readonly #most: number;
  /** By name of the way, the least recently used first. Null: there is no way. */
  readonly #kept = new Map<string, Leg | null>();

  constructor(table: RoadTable, most = MOST_KEPT) {
    this.#table = table;
    this.#most = most;
  }

  async legs(trips: readonly Trip[], signal: AbortSignal): Promise<(Leg | undefined)[]> {
    const found = new Map<string, Leg | null>();
    const missing = new Map<string, Trip>();
    for (const trip of trips) {
      const name = nameOfTrip(trip);
      const kept = this.#recall(name);
      if (kept !== undefined) found.set(name, kept);
      else if (isDriven(trip)) missing.set(name, trip);
    }
    for (const question of questions([...missing.values()], this.#table.mostSites - 1)) {
      for (const [name, leg] of await this.#ask(question, signal)) found.set(name, leg);
      if (signal.aborted) break;
    }
    return trips.map((trip) => found.get(nameOfTrip(trip)) ?? undefined);
  }

  async #ask({ from, to }: Question, signal: AbortSignal): Promise<[string, Leg | null][]> {
    // The service is not there, or not for these sites: the estimate is.
    const table = await this.#table.ask(from, to, signal).catch(() => undefined);
    if (!table) return [];
    return from.flatMap((a, i) =>
      to.map((b, j): [string, Leg | null] => {
        const entry: [string, Leg | null] = [nameOfTrip({ from: a, to: b }), table[i]?.[j] ?? null];
        this.#keep(...entry);
        return entry;
      }),
    );
  }

  #recall(name: string): Leg | null | undefined {
    const leg = this.#kept.get(name);
    if (leg !== undefined) this.#keep(name, leg);
    return leg;
  }

  #keep(name: string, leg: Leg | null): void {
    this.#kept.delete(name);
    this.#kept.set(name, leg);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > this.#most && oldest !== undefined) this.#kept.delete(oldest);
  }
}

interface Question {
  readonly from: readonly Site[];
  readonly to: readonly Site[];
}

/** By where they begin or by where they end, whichever gives fewer questions; `most` sites on the side that has many. */
function questions(trips: readonly Trip[], most: number): Question[] {
  const byFrom = grouped(trips, ({ from }) => nameOf(from), most);
  const byTo = grouped(trips, ({ to }) => nameOf(to), most);
  return byFrom.length <= byTo.length
    ? byFrom.map((group) => ({ from: [group[0].from], to: group.map(({ to }) => to) }))
    : byTo.map((group) => ({ from: group.map(({ from }) => from), to: [group[0].to] }));
}

type Group = [Trip, ...Trip[]];

function grouped(trips: readonly Trip[], name: (trip: Trip) => string, most: number): Group[] {
  const open = new Map<string, Group>();
  const groups: Group[] = [];
  for (const trip of trips) {
    const group = open.get(name(trip));
    if (group && group.length < most) group.push(trip);
    else {
      const fresh: Group = [trip];
      open.set(name(trip), fresh);
      groups.push(fresh);
    }
  }
  return groups;
}

function isDriven({ from, to }: Trip): boolean {
  const north = (to.lat - from.lat) * KM_A_DEGREE;
  const around = Math.abs(to.lon - from.lon);
  const east = Math.min(around, 360 - around) * KM_A_DEGREE * Math.cos(((from.lat + to.lat) / 2) * (Math.PI / 180));
  // Also false for a place that is not known, which is not a number.
  return Math.hypot(north, east) <= FURTHEST_KM;
}
