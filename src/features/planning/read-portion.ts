import type { AppointmentInPlan } from '../../engine/plan/appointment-plan.ts';
import type { Session } from '../../platform/postgres/database.ts';
import { loadFacts, type Tenant } from './load-facts.ts';
import { nextAppointments } from './plan-store.ts';

/** Appointments of a rebuild with all that their rules depend on. */
export interface RebuildPortion {
  readonly appointments: readonly number[];
  readonly facts: readonly AppointmentInPlan[];
}

/** The appointments that follow one. */
export async function readPortion(
  session: Session,
  tenant: Tenant,
  after: number,
  size: number,
): Promise<RebuildPortion> {
  const appointments = await nextAppointments(session, tenant.tenantId, after, size);
  return { appointments, facts: await loadFacts(session, tenant, appointments) };
}
