import type { Tenant } from '../../storage/tenant-store.ts';
import type { Deps } from '../deps.ts';

export async function fillDemo(
  _deps: Deps,
  _tenant: Tenant,
  _options: { seed: number; start?: string },
): Promise<Record<string, number>> {
  return {};
}
