import { refuse } from '../../domain/errors.ts';
import { formatInstant } from '../../domain/time/zone.ts';
import type { Caller } from '../../platform/caller.ts';
import { type PageQuery, rowsOf } from '../../platform/contract/paging.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { refuseLimited } from '../../records/whole-tenant.ts';
import { packageById, packagesOf, type StoredPackage } from './setup-store.ts';

export interface ShownPackage {
  readonly id: number;
  readonly name: string | null;
  readonly packageVersion: string | null;
  readonly owner: string;
  readonly told: string;
  readonly status: string;
  readonly counts: Readonly<Record<string, number>> | null;
  readonly log: readonly { readonly at: string; readonly text: string }[];
  readonly jobId: number | null;
  readonly actor: string;
  readonly requestId: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly href: string;
}

export async function listPackages(
  deps: HasDatabase,
  caller: Caller,
  page: PageQuery,
): Promise<{ total: number; packages: ShownPackage[] }> {
  refuseLimited(caller, 'Setup packages');
  const { total, packages } = await packagesOf(deps.db, caller.tenantId, rowsOf(page));
  return { total, packages: packages.map((each) => shown(each, caller)) };
}

export async function showPackage(deps: HasDatabase, caller: Caller, sent: string): Promise<ShownPackage> {
  refuseLimited(caller, 'Setup packages');
  const stored = /^\d{1,15}$/.test(sent) ? await packageById(deps.db, caller.tenantId, Number(sent)) : undefined;
  if (!stored) throw refuse('APP001', `There is no setup package ${sent.slice(0, 50)}.`);
  return shown(stored, caller);
}

/** A package whose job failed has failed, even if a killed worker could not record it. */
function shown({ givenUp, ...stored }: StoredPackage, { timeZone }: Caller): ShownPackage {
  const at = (instant: number): string => formatInstant(timeZone, instant);
  const isOver = givenUp !== null && stored.status !== 'applied';
  const lines = isOver ? [{ at: new Date(stored.updatedAt).toISOString(), text: givenUp }] : [];
  return {
    ...stored,
    status: isOver ? 'failed' : stored.status,
    log: [...stored.log, ...lines].map((line) => ({ ...line, at: at(Date.parse(line.at)) })),
    createdAt: at(stored.createdAt),
    updatedAt: at(stored.updatedAt),
    href: `/import/setup/${stored.id}`,
  };
}
