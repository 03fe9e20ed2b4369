import { errorCatalogue } from '../../domain/error-catalogue.ts';
import type { Refusal } from '../../domain/errors.ts';
import type { Caller } from '../../platform/caller.ts';
import type { HasLog } from '../../platform/log.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import type { WriteAnswer } from '../../records/writing/write-answer.ts';
import type { WriteOptions } from '../../records/writing/write-calls.ts';
import { type ImportNote, noteImport } from './import-log-store.ts';
import { mostKept, packPayload } from './pack-payload.ts';

/** A request to POST /import. */
export interface SentImport {
  readonly bytes: Buffer | undefined;
  /** The parsed body; undefined if it could not be parsed. */
  readonly body: unknown;
  /** Milliseconds since its arrival. */
  readonly elapsed: () => number;
}

const MOST_PROCEDURES = 50;
const LONGEST_NAME = 100;
const MOST_REJECTED = 100;
const MOST_WARNINGS = 100;
const LONGEST_MESSAGE = 2000;

/**
 * Logs an import in the transaction that stores its records: both are stored, or neither. An import that changed nothing is logged
 * without waiting. The body is compressed while the records are written.
 */
export function keepImport(
  deps: HasDatabase & HasImportLogRetention & HasLog,
  caller: Caller,
  sent: SentImport,
): WriteOptions['keep'] {
  if (deps.importLogKeepDays === 0) return undefined;
  const packing = packPayload(sent.bytes, sent.body, mostKept('stored'));
  // Its result may not be needed: without a handler a failure would then end the process.
  packing.catch(() => {});
  return async (tx, answer) => {
    const outcome = answer.success ? 'stored' : 'partly';
    const note: ImportNote = {
      ...about(caller, sent),
      outcome,
      status: 200,
      counts: answer.counts,
      code: null,
      message: null,
      rejected: rejectedOf(answer.results),
      ...warningsOf(answer.warnings),
      payload: await (outcome === 'stored' ? packing : packPayload(sent.bytes, sent.body, mostKept(outcome))),
    };
    const { created, updated, deleted } = answer.counts;
    if (created + updated + deleted > 0) return { kept: noteImport(tx, caller.tenantId, note) };
    void noteBeside(deps, caller, note);
    return NOTHING_KEPT;
  };
}

const NOTHING_KEPT = { kept: Promise.resolve() };

/** With a statement of its own; a failure does not change the response. */
async function noteBeside(deps: HasDatabase & HasLog, caller: Caller, note: ImportNote): Promise<void> {
  try {
    await noteImport(deps.db, caller.tenantId, note);
  } catch (error) {
    deps.log.warn({ reason: (error as Error).message, requestId: caller.requestId }, 'import not logged');
  }
}

/** Refusals that are not logged: the caller has no access, or the service is overloaded. */
const UNNOTED = new Set([401, 403, 429, 503]);

/** Logs a refused import, after its transaction was rolled back. */
export async function keepRefusal(
  deps: HasDatabase & HasImportLogRetention & HasLog,
  caller: Caller,
  sent: SentImport,
  refusal: Refusal,
): Promise<void> {
  const { code, message } = refusal.detail;
  const { status } = errorCatalogue[code];
  if (deps.importLogKeepDays === 0 || UNNOTED.has(status)) return;
  const { counts, results, warnings } = refusal.extra as Partial<WriteAnswer>;
  await noteBeside(deps, caller, {
    ...about(caller, sent),
    outcome: 'refused',
    status,
    counts: counts ?? null,
    code,
    message: storableText(message).slice(0, LONGEST_MESSAGE),
    rejected: rejectedOf(results ?? []),
    ...warningsOf(warnings ?? []),
    payload: await packPayload(sent.bytes, sent.body, mostKept('refused')),
  });
}

const about = (
  { actor, requestId }: Caller,
  { bytes, body, elapsed }: SentImport,
): Pick<ImportNote, 'actor' | 'requestId' | 'durationMs' | 'calls' | 'procedures' | 'payloadBytes'> => ({
  actor,
  requestId,
  durationMs: Math.round(elapsed()),
  calls: Array.isArray(body) ? body.length : null,
  procedures: Array.isArray(body) ? proceduresOf(body) : {},
  payloadBytes: bytes?.length ?? 0,
});

/** Number of calls per procedure. A body may contain any names: only the first ones are kept. */
function proceduresOf(calls: readonly unknown[]): Record<string, number> {
  const counted = new Map<string, number>();
  for (const call of calls) {
    const name = nameOf(call);
    if (name === undefined || (!counted.has(name) && counted.size === MOST_PROCEDURES)) continue;
    counted.set(name, (counted.get(name) ?? 0) + 1);
  }
  return Object.fromEntries(counted);
}

function nameOf(call: unknown): string | undefined {
  if (typeof call !== 'object' || call === null) return undefined;
  const { StoredProcedureName: usual } = call as { StoredProcedureName?: unknown };
  const name =
    usual ?? Object.entries(call).find(([property]) => property.toLowerCase() === 'storedprocedurename')?.[1];
  return typeof name === 'string' ? storableText(name).slice(0, LONGEST_NAME) : undefined;
}

const rejectedOf = (results: WriteAnswer['results']): unknown[] => results.filter(isRejected).slice(0, MOST_REJECTED);

const isRejected = ({ outcome }: WriteAnswer['results'][number]): boolean => outcome === 'rejected';

const warningsOf = (warnings: WriteAnswer['warnings']): Pick<ImportNote, 'warnings' | 'firstWarnings'> => ({
  warnings: warnings.length,
  firstWarnings: warnings.slice(0, MOST_WARNINGS),
});

const storableText = (text: string): string => text.replaceAll('\0', '\ufffd');

export interface HasImportLogRetention {
  readonly importLogKeepDays: number;
}
