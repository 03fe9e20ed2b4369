import { refuse } from '../../domain/errors.ts';
import type { Caller } from '../../platform/caller.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { type FurtherParameters, valuesOf } from '../contract/list-parameters.ts';
import { type Include, includesOf } from '../derive/includes.ts';
import { recordsBelow } from '../storage/record-reads.ts';
import { withinSourceApps } from './list-query.ts';
import { present } from './present.ts';
import { withinVisibility } from './visibility.ts';

/** `include=certificates,filterValues`: what is asked for with each record. */
export function parseInclude(entity: string, parameters: FurtherParameters): readonly Include[] {
  const known = includesOf(entity);
  return [...new Set(valuesOf(parameters['include']).map((name) => name.trim().toLowerCase()))].map((asked) => {
    const found = known.find(({ name }) => name.toLowerCase() === asked);
    if (found) return found;
    const names = known.map(({ name }) => name).join(', ');
    throw refuse(
      'REQ008',
      known.length === 0 ? `include: nothing can be included with ${entity}.` : `include: one or more of ${names}.`,
      'include',
    );
  });
}

/** The records with what belongs to them: one statement per kind, whatever their number. */
export async function including(
  deps: HasDatabase,
  caller: Caller,
  includes: readonly Include[],
  records: readonly Record<string, unknown>[],
): Promise<Record<string, unknown>[]> {
  const shown = records.map((record) => ({ ...record }) as Record<string, unknown>);
  const byId = new Map(shown.map((record) => [record['id'] as number, record]));
  for (const { name, child, reference } of includes) {
    for (const record of shown) record[name] = [];
    for (const { parent, ...row } of await recordsBelow(deps.db, caller.tenantId, child, reference, [...byId.keys()], {
      conditions: withinSourceApps(child, caller),
      ...withinVisibility(caller, child.name),
    }))
      (byId.get(parent)?.[name] as unknown[] | undefined)?.push(present(child, row, caller));
  }
  return shown;
}
