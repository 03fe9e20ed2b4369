import { refuse } from '../../domain/errors.ts';
import { dateOfInstant } from '../../domain/time/zone.ts';
import { isDate } from '../../domain/values/moment.ts';
import type { Caller } from '../../platform/caller.ts';
import type { HasClock } from '../../platform/clock.ts';
import type { Session, Transaction } from '../../platform/postgres/database.ts';
import type { HasSealer } from '../../platform/sealer.ts';
import { recordKey } from '../../records/writing/record-key.ts';
import { withColumns } from '../../records/writing/reshape.ts';
import { parseFor, type Work, type WriteGuard, writeWork } from '../../records/writing/write-calls.ts';
import type { WriteDeps } from '../../records/writing/write-deps.ts';
import { systemCaller } from '../access/create-tenant.ts';
import type { Tenant } from '../access/tenant-store.ts';
import { claimInto } from '../time/claim-time.ts';
import { DEMO_SETTING, type DemoData, type DemoOptions, demoData } from './demo-data.ts';
import { kindsHeld, lockDemo, settingOf } from './demo-store.ts';
import { dayAfter } from './kit.ts';

export interface DemoChoice {
  readonly seed: number;
  /** The Monday of last week without it. */
  readonly start?: string;
}

/** Fills a tenant that holds nothing with the demo, through the same door as an import. Doing it again changes nothing. */
export async function fillDemo(deps: WriteDeps, tenant: Tenant, choice: DemoChoice): Promise<Record<string, number>> {
  return writeDemo(deps, systemCaller(tenant, 'demo'), optionsOf(deps, tenant.timeZone, choice));
}

/** Answers how many records of each kind were written: none where the demo is there already. */
export async function writeDemo(
  deps: WriteDeps,
  caller: Caller,
  options: DemoOptions,
  guard?: WriteGuard,
): Promise<Record<string, number>> {
  let filled: Record<string, number> = {};
  const find = async (tx: Transaction): Promise<Work> => {
    await lockDemo(tx, caller.tenantId);
    const isNew = await roomForDemo(tx, caller.tenantId);
    const data = isNew ? demoData(options) : NOTHING;
    filled = countsOf(data);
    return workOf(deps, caller, data);
  };
  await writeWork(deps, caller, { handling: 'default', dryRun: false, speak: 'property' }, find, guard);
  return filled;
}

const NOTHING: DemoData = { calls: [], series: new Map(), claims: [] };

async function workOf(deps: HasClock & HasSealer, caller: Caller, { calls, series, claims }: DemoData): Promise<Work> {
  const parsed = await parseFor(deps, caller, calls, 'property');
  return {
    parsed: {
      ...parsed,
      calls: parsed.calls.map((call) => {
        const seriesId = series.get(call.index);
        return seriesId === undefined ? call : withColumns(call, { seriesId }, call.key);
      }),
    },
    size: calls.length,
    finish: async (context) => {
      const idOf = (index: number): number => context.results[index]?.id ?? 0;
      await claimInto(
        context,
        claims.map(({ session, entry }) => ({ session: idOf(session), entry: idOf(entry) })),
      );
      return undefined;
    },
  };
}

/** What every tenant has, or has beside its records. */
const BASICS: ReadonlyMap<string, string> = new Map([
  ['Calendar', recordKey(['DEFAULT'])],
  ['ResourceType', recordKey(['Resource'])],
]);
const BESIDE: ReadonlySet<string> = new Set(['User', 'Connector', 'ConfigurationValue']);

/** Whether the demo is still to be written. A tenant with records of its own is refused: the two could not be distinguished. */
export async function roomForDemo(tx: Session, tenantId: number): Promise<boolean> {
  if ((await settingOf(tx, tenantId, recordKey([DEMO_SETTING]))) !== undefined) return false;
  const held = await kindsHeld(tx, tenantId, BASICS, BESIDE);
  if (held.length === 0) return true;
  throw refuse(
    'APP034',
    `The tenant already has records (${held.slice(0, 3).join(', ')}${held.length > 3 ? ', …' : ''}): load the demo into an empty tenant.`,
  );
}

/** Which demo a tenant holds, if any. */
export const heldDemo = async (tx: Session, tenantId: number): Promise<DemoOptions | undefined> =>
  (await settingOf(tx, tenantId, recordKey([DEMO_SETTING]))) as DemoOptions | undefined;

function countsOf({ calls }: DemoData): Record<string, number> {
  const filled: Record<string, number> = {};
  for (const { procedure } of calls) {
    const what = /^mboc_(?:upsert|add)(.*)$/.exec(String(procedure))?.[1];
    if (what) filled[what] = (filled[what] ?? 0) + 1;
  }
  return filled;
}

const WEEK = 7;

/** The first of the two weeks is over: its hours are registered, and those of the second up to yesterday. */
export function optionsOf(deps: HasClock, zone: string, choice: DemoChoice): DemoOptions {
  const { seed } = choice;
  if (!Number.isSafeInteger(seed)) throw refuse('REQ014', 'The seed must be a whole number.');
  const today = dateOfInstant(zone, deps.now().getTime());
  const wanted = choice.start ?? dayAfter(today, -WEEK);
  const [year, month, day] = wanted.split('-').map(Number);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(wanted) || !isDate(year ?? 0, month ?? 0, day ?? 0))
    throw refuse('REQ014', `${wanted} is not a date such as 2026-03-30.`);
  const start = mondayOf(wanted);
  const [first, last] = [dayAfter(start, WEEK - 2), dayAfter(start, 2 * WEEK)];
  return { seed, start, until: today < first ? first : today > last ? last : today };
}

const mondayOf = (date: string): string => dayAfter(date, -((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % WEEK));
