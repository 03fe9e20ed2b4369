import { DAY_MS } from '../../domain/time/day.ts';
import type { Interval } from '../../domain/time/interval.ts';
import type { HeldTime } from '../../engine/recommendation/indexed.ts';
import type { Field } from '../../engine/recommendation/search.ts';
import { TenantPlan } from '../../engine/recommendation/tenant-plan.ts';
import type { VisiblePart } from '../../engine/recommendation/visible-part.ts';
import type { Caller } from '../../platform/caller.ts';
import { observedRefreshes, secondsSince } from '../../platform/observed.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { SharedReads } from '../../platform/shared-reads.ts';
import { loadResources } from './load-resources.ts';
import {
  type Affected,
  affectedAfter,
  appointmentsAgain,
  draftMark,
  indexedAppointments,
  knownFilterValues,
  type PlanState,
  planState,
} from './planning-index-store.ts';

/** Where plans are read from. */
interface Source {
  readonly db: Database;
  readonly now: () => Date;
}

type Asker = Pick<Caller, 'tenantId' | 'timeZone' | 'draft'>;

/** What was read of the tenant together with the credential. */
export type Arrival = Pick<Caller, 'newestChange' | 'hasHolds'>;

/** Appointments of yesterday still matter to those whose day has not ended. */
const KEPT_MS = 2 * DAY_MS;
/** How often the index is rebuilt, so that past appointments leave it. */
const REFILL_MS = DAY_MS;
/** Beyond so many changes reading all is quicker than reading them one kind after the other. */
const MOST_CHANGES = 5000;
/** Appointments, and resources at twenty each, of all tenants together: some 200 MB. */
const CAPACITY = 1_000_000;

/** More than any log has: then nothing has moved since. */
const NOTHING_KNOWN = Number.MAX_SAFE_INTEGER;

interface Indexed {
  readonly plan: TenantPlan;
  readonly filledAt: number;
  readonly timeZone: string;
  changes: number;
}

/** What a question needs of the plan. */
export interface CurrentPlan {
  readonly groupsOf: TenantPlan['groupsOf'];
  readonly idOf: (no: string) => number | undefined;
  field(window: Interval): Field;
}

interface WholePlan extends CurrentPlan {
  /** The same for a reader who sees a part of it. */
  part(part: VisiblePart): CurrentPlan;
}

/**
 * The plans of tenants in memory. Every question begins with one cheap query for the number of the newest change, unless that came with the
 * credential; what changed since is read again before the answer. So every node answers from what is committed, and a write is seen by the next question, wherever it is asked.
 * Tenants that have not asked for longest leave when memory runs short.
 */
export class PlanningIndex {
  readonly #tenants = new Map<number, Indexed>();
  readonly #turns = new Map<number, Promise<unknown>>();
  readonly #states = new SharedReads<number, PlanState>();
  readonly #drafts = new DraftPlans();

  /**
   * The plan as it is committed now. With `arrival`, it may be as it was when the request arrived, so a request that has written or waited
   * for others since gives none. Where nothing changed, questions do not wait for each other.
   */
  async current(source: Source, asker: Asker, arrival: Arrival = {}): Promise<WholePlan> {
    if (asker.draft !== undefined) return this.#drafts.current(source, asker, asker.draft);
    const unchanged = arrival.hasHolds === false ? this.#usable(source, asker) : undefined;
    if (unchanged && unchanged.changes === arrival.newestChange) {
      this.#keep(asker.tenantId, unchanged);
      return currentPlan(unchanged.plan, []);
    }
    const state = await this.#state(source, asker);
    const known = this.#usable(source, asker);
    const current =
      known?.changes === state.changes ? { indexed: known, state } : await this.#inTurn(source, asker, state);
    this.#keep(asker.tenantId, current.indexed);
    return currentPlan(current.indexed.plan, current.state.holds);
  }

  /** What is held, and up to which change of each tenant. */
  held(): { readonly entries: number; readonly changes: ReadonlyMap<number, number> } {
    let entries = 0;
    for (const { plan } of this.#tenants.values()) entries += plan.size;
    return { entries, changes: new Map([...this.#tenants].map(([id, { changes }]) => [id, changes])) };
  }

  /** One after the other per tenant: two that bring the same plan up to date would do it twice, or half. */
  #inTurn(source: Source, asker: Asker, state: PlanState): Promise<{ indexed: Indexed; state: PlanState }> {
    const work = () => this.#upToDate(source, asker, state);
    const turn = (this.#turns.get(asker.tenantId) ?? Promise.resolve()).then(work, work);
    this.#turns.set(asker.tenantId, turn);
    return turn;
  }

  async #upToDate(source: Source, asker: Asker, seen: PlanState): Promise<{ indexed: Indexed; state: PlanState }> {
    const known = this.#usable(source, asker);
    // Somebody who came later may have been quicker. A log that is shorter even now is another one: a backup was put back.
    const isBehind = known !== undefined && seen.changes < known.changes;
    const state = isBehind ? await this.#state(source, asker) : seen;
    const ahead = known === undefined ? Number.NaN : state.changes - known.changes;
    const began = performance.now();
    const indexed = known && ahead >= 0 && ahead <= MOST_CHANGES ? known : await fill(source, asker, state);
    if (indexed.changes < state.changes) await catchUp(source, asker, indexed, state);
    if (indexed !== known || ahead > 0)
      observedRefreshes.report(() => ({
        kind: indexed === known ? 'update' : 'fill',
        seconds: secondsSince(began),
      }));
    this.#keep(asker.tenantId, indexed);
    return { indexed, state };
  }

  /** Moves since what is known now: the plan may be further when they are taken on, and then they are read once more than needed. */
  #state(source: Source, asker: Asker): Promise<PlanState> {
    return this.#states.read(asker.tenantId, () => {
      const known = this.#usable(source, asker)?.changes ?? NOTHING_KNOWN;
      return planState(source.db, asker.tenantId, source.now(), known);
    });
  }

  #usable(source: Source, { tenantId, timeZone }: Asker): Indexed | undefined {
    const known = this.#tenants.get(tenantId);
    const isFresh = known !== undefined && Math.abs(source.now().getTime() - known.filledAt) < REFILL_MS;
    return isFresh && known.timeZone === timeZone ? known : undefined;
  }

  #keep(tenantId: number, indexed: Indexed): void {
    this.#tenants.delete(tenantId);
    this.#tenants.set(tenantId, indexed);
    let size = 0;
    for (const { plan } of this.#tenants.values()) size += plan.size;
    for (const [id, { plan }] of this.#tenants) {
      if (size <= CAPACITY || id === tenantId) return;
      size -= plan.size;
      this.#tenants.delete(id);
    }
  }
}

/** Drafts whose plans are kept: those of people who look for several slots one after the other. */
const MOST_DRAFTS = 4;

/** Plans of drafts. They are filled again whenever the rows of the draft were computed again. */
class DraftPlans {
  /** By tenant and draft: after imports of tenants, drafts of two of them may have the same id. */
  readonly #kept = new Map<string, { readonly mark: string; readonly indexed: Indexed }>();

  /** Within a read of the draft. */
  async current(source: Source, asker: Asker, draft: number): Promise<WholePlan> {
    const { db, now } = source;
    const mark = await draftMark(db, asker.tenantId, draft);
    const state = await planState(db, asker.tenantId, now(), NOTHING_KNOWN);
    const key = `${asker.tenantId}/${draft}`;
    const kept = this.#kept.get(key);
    const indexed = kept?.mark === mark ? kept.indexed : await fill(source, asker, state);
    this.#kept.delete(key);
    this.#kept.set(key, { mark, indexed });
    for (const id of this.#kept.keys()) if (this.#kept.size > MOST_DRAFTS) this.#kept.delete(id);
    return currentPlan(indexed.plan, state.holds);
  }
}

const currentPlan = (plan: TenantPlan, holds: readonly HeldTime[]): WholePlan => ({
  groupsOf: plan.groupsOf,
  idOf: (no) => plan.idOf(no),
  field: (window) => plan.field(window, holds),
  part: (part) => ({
    groupsOf: plan.groupsOf,
    idOf(no) {
      const id = plan.idOf(no);
      return id !== undefined && part.resources.has(id) ? id : undefined;
    },
    field: (window) => plan.part(window, holds, part),
  }),
});

/** Read after the state: what is committed in between is read again by the next question, which does no harm. */
async function fill(source: Source, asker: Asker, state: PlanState): Promise<Indexed> {
  const { db } = source;
  const filledAt = source.now().getTime();
  const [resources, appointments, values] = await Promise.all([
    loadResources(db, asker, null),
    indexedAppointments(db, asker.tenantId, filledAt - KEPT_MS),
    knownFilterValues(db, asker.tenantId),
  ]);
  const plan = new TenantPlan();
  plan.put(resources);
  plan.book(appointments);
  plan.know(values);
  return { plan, filledAt, timeZone: asker.timeZone, changes: state.changes };
}

async function catchUp({ db }: Source, asker: Asker, indexed: Indexed, { changes, moved }: PlanState): Promise<void> {
  const { tenantId } = asker;
  const { plan } = indexed;
  const affected = moved ? await movedOnly(db, tenantId, moved) : await affectedAfter(db, tenantId, indexed.changes);
  const { appointments } = affected;
  const ids = affected.calendars ? [...new Set([...plan.resourceIds(), ...affected.resources])] : affected.resources;
  const [resources, values] = await Promise.all([
    ids.length > 0 ? loadResources(db, asker, ids) : [],
    affected.filterValues ? knownFilterValues(db, tenantId) : undefined,
  ]);
  plan.put(resources);
  const found = new Set(resources.map(({ candidate }) => candidate.id));
  plan.drop(ids.filter((id) => !found.has(id)));
  plan.book(appointments, affected.appointmentIds);
  if (values) plan.know(values);
  indexed.changes = changes;
}

const movedOnly = async (db: Database, tenantId: number, appointmentIds: readonly number[]): Promise<Affected> => ({
  appointmentIds,
  appointments: await appointmentsAgain(db, tenantId, appointmentIds),
  resources: [],
  calendars: false,
  filterValues: false,
});

export interface HasPlanningIndex {
  readonly planning: PlanningIndex;
}
