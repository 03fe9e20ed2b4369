import type { AppointmentInPlan } from '../../engine/plan/appointment-plan.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { loadFacts, type Tenant } from './load-facts.ts';
import { nextAppointments } from './plan-store.ts';

/** Appointments of a rebuild with all that their rules depend on. */
interface RebuildPortion {
  readonly appointments: readonly number[];
  readonly facts: readonly AppointmentInPlan[];
}

/**
 * Reads the next portion of a rebuild on another connection while the one before is computed and stored. What is read is at least as new as the
 * change that the rebuild began with; what changes later is taken on after the rebuild, whenever it was read.
 */
export class PortionsAhead {
  readonly #db: Database;
  readonly #tenant: Tenant;
  readonly #size: number;
  #reading:
    | { readonly seen: number; readonly after: number; readonly portion: Promise<RebuildPortion | undefined> }
    | undefined;

  constructor(db: Database, tenant: Tenant, size: number) {
    this.#db = db;
    this.#tenant = tenant;
    this.#size = size;
  }

  /** `seen`: the change that the rebuild began with; `after`: the last appointment of the portion before. */
  begin(seen: number, after: number): void {
    // Who finds nothing read reads it himself, and fails where this failed.
    this.#reading = { seen, after, portion: this.#read(after).catch(() => undefined) };
  }

  /** Waits for what is being read: a transaction that waited for another connection could wait for itself. */
  async settled(): Promise<void> {
    await this.#reading?.portion;
  }

  /** The portion, if it was read for this rebuild; another node may have continued it meanwhile. */
  async take(seen: number, after: number): Promise<RebuildPortion | undefined> {
    const reading = this.#reading;
    this.#reading = undefined;
    return reading?.seen === seen && reading.after === after ? reading.portion : undefined;
  }

  async #read(after: number): Promise<RebuildPortion> {
    const appointments = await nextAppointments(this.#db, this.#tenant.tenantId, after, this.#size);
    return { appointments, facts: await loadFacts(this.#db, this.#tenant, appointments) };
  }
}
