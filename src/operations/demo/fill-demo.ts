import { refuse } from '../../domain/errors.ts';
import { isDate } from '../../domain/values/moment.ts';
import type { Tenant } from '../../storage/tenant-store.ts';
import { systemCaller } from '../access/create-tenant.ts';
import type { Deps } from '../deps.ts';
import { writeCalls } from '../writing/write-calls.ts';
import { demoCalls } from './demo-data.ts';

/** Fills a tenant with the demo, through the same door as an import. Doing it again changes nothing. */
export async function fillDemo(
  deps: Deps,
  tenant: Tenant,
  options: { readonly seed: number; readonly start?: string },
): Promise<Record<string, number>> {
  if (!Number.isSafeInteger(options.seed)) throw refuse('REQ014', 'The seed must be a whole number.');
  const start = options.start ?? lastMonday(deps.now());
  const [year, month, day] = start.split('-').map(Number);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(start) || !isDate(year ?? 0, month ?? 0, day ?? 0))
    throw refuse('REQ014', `${start} is not a date such as 2026-03-30.`);
  const calls = demoCalls({ seed: options.seed, start: mondayOf(start) });
  await writeCalls(deps, systemCaller(tenant, 'demo'), calls, {
    handling: 'default',
    dryRun: false,
    speak: 'property',
  });
  const filled: Record<string, number> = {};
  for (const { procedure } of calls) {
    const what = /^mboc_upsert(.*)$/.exec(String(procedure))?.[1];
    if (what) filled[what] = (filled[what] ?? 0) + 1;
  }
  return filled;
}

const DAY = 86_400_000;
const dateText = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

const mondayOf = (date: string): string => {
  const ms = Date.parse(`${date}T00:00:00Z`);
  return dateText(ms - ((new Date(ms).getUTCDay() + 6) % 7) * DAY);
};

/** The first of the two weeks is over: its hours are registered. */
const lastMonday = (now: Date): string => mondayOf(dateText(now.getTime() - 7 * DAY));
