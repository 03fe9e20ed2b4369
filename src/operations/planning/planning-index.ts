import type { Interval } from '../../domain/time/interval.ts';
import type { Contender } from '../../engine/recommendation/search.ts';
import type { Database } from '../../storage/database.ts';
import {
  affectedAfter,
  appointmentsAgain,
  customersServed,
  indexedAppointments,
  knownFilterValues,
  type PlanState,
  planState,
} from '../../storage/planning-index-store.ts';
import type { Caller } from '../caller.ts';
import { loadResources } from './load-resources.ts';
import { TenantPlan } from './tenant-plan.ts';

/** Where plans are read from. */
interface Source {
  readonly db: Database;
  readonly now: () => Date;
}

type Asker = Pick<Caller, 'tenantId' | 'timeZone'>;

/** Appointments of yesterday still matter to those whose day has not ended. */
const KEPT_MS = 2 * 86_400_000;
/** So often the index is filled anew, so that what is over leaves it. */
const REFILL_MS = 86_400_000;
/** Beyond so many changes reading all is quicker than reading them one kind after the other. */
const MOST_CHANGES = 5000;
/** Appointments, and resources at twenty each, of all tenants together: some 200 MB. */
const CAPACITY = 1_000_000;

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
  contenders(window: Interval): Contender[];
}

/**
 * The plans of tenants in memory. Every question begins with one cheap query for the number of the newest change; what changed since is read
 * again before the answer. So every node answers from what is committed, and a write is seen by the next question, wherever it is asked.
 * Tenants that have not asked for longest leave when memory runs short.
 */
export class PlanningIndex {
  readonly #tenants = new Map<number, Indexed>();
  readonly #turns = new Map<number, Promise<unknown>>();

  /** The plan as it is committed now. */
  async current(source: Source, asker: Asker): Promise<CurrentPlan> {
    const { tenantId } = asker;
    // One after the other per tenant: two that bring the same plan up to date would do it twice, or half.
    const turn = (this.#turns.get(tenantId) ?? Promise.resolve()).then(
      () => this.#upToDate(source, asker),
      () => this.#upToDate(source, asker),
    );
    this.#turns.set(tenantId, turn);
    const { plan, state } = await turn;
    return {
      groupsOf: plan.groupsOf,
      idOf: (no) => plan.idOf(no),
      contenders: (window) => plan.contenders(window, state.holds),
    };
  }

  async #upToDate(source: Source, asker: Asker): Promise<{ plan: TenantPlan; state: PlanState }> {
    const { tenantId } = asker;
    const state = await planState(source.db, tenantId, source.now());
    const known = this.#tenants.get(tenantId);
    const isUsable =
      known !== undefined &&
      known.timeZone === asker.timeZone &&
      state.changes >= known.changes &&
      state.changes - known.changes <= MOST_CHANGES &&
      Math.abs(source.now().getTime() - known.filledAt) < REFILL_MS;
    const indexed = isUsable ? known : await fill(source, asker, state);
    if (indexed.changes < state.changes) await catchUp(source, asker, indexed, state.changes);
    this.#keep(tenantId, indexed);
    return { plan: indexed.plan, state };
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

async function catchUp(source: Source, asker: Asker, indexed: Indexed, changes: number): Promise<void> {
  const { db } = source;
  const { tenantId } = asker;
  const { plan } = indexed;
  const affected = await affectedAfter(db, tenantId, indexed.changes);
  const appointments =
    affected.appointments.length === 0 ? [] : await appointmentsAgain(db, tenantId, affected.appointments);
  const ids = affected.calendars ? [...new Set([...plan.resourceIds(), ...affected.resources])] : affected.resources;
  const served = [...affected.assigned, ...plan.whoseCustomersChange(appointments)];
  const [resources, customers, values] = await Promise.all([
    ids.length > 0 ? loadResources(db, asker, ids) : [],
    served.length > 0 ? customersServed(db, tenantId, served) : [],
    affected.filterValues ? knownFilterValues(db, tenantId) : undefined,
  ]);
  plan.put(resources);
  const found = new Set(resources.map(({ candidate }) => candidate.id));
  plan.drop(ids.filter((id) => !found.has(id)));
  plan.serve(served, new Map(customers.map((each) => [each.resourceId, each.customers])));
  plan.book(appointments, affected.appointments);
  if (values) plan.know(values);
  indexed.changes = changes;
}
