import type { HasDatabase } from '../../platform/postgres/database.ts';
import type { Tenant } from './load-facts.ts';
import { tenantsBehindPlan } from './plan-store.ts';

/** Tenants that have appointments, and whose projected plan is older than their last change. */
export const plansBehind = (deps: HasDatabase): Promise<Tenant[]> => tenantsBehindPlan(deps.db);
