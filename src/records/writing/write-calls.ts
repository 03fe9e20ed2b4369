import { errorDetail, Refusal } from '../../domain/errors.ts';
import { actsForBackOffice, type Caller, mayActForBackOffice, onBehalf } from '../../platform/caller.ts';
import type { HasClock } from '../../platform/clock.ts';
import type { Decision, Transaction } from '../../platform/postgres/database.ts';
import type { HasSealer } from '../../platform/sealer.ts';
import { model as modelNamed } from '../derive/model.ts';
import type { ReadDeps } from '../reading/read-deps.ts';
import { appendChanges } from '../storage/change-log.ts';
import type { CallResult, Outcome, Warning } from './call.ts';
import { type Guard, guardedWrite } from './guarded-write.ts';
import { keepWhatReturns } from './keep-what-returns.ts';
import { type Parsed, parseCalls, type SentCall } from './parse-calls.ts';
import { planGroups } from './plan-groups.ts';
import { settlePending } from './settle-pending.ts';
import { WriteContext } from './write-context.ts';
import type { WriteDeps } from './write-deps.ts';
import { writeGroup } from './write-group.ts';

export interface WriteOptions {
  /** `strict` and the default store all or nothing; `lenient` stores what is right. */
  readonly handling: 'default' | 'strict' | 'lenient';
  readonly dryRun: boolean;
  readonly speak: 'param' | 'property';
  /** Keeps something beside the records, in their transaction. Before the log, for whose counter others wait. */
  readonly keep?: ((tx: Transaction, answer: WriteAnswer) => Promise<void>) | undefined;
}

/** What a dry run would have done: how many records, by their kind, and what that would do to the plan. */
type Impact = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The answer of every write, before it is put into the envelope that clients know. */
export interface WriteAnswer {
  readonly success: boolean;
  readonly results: readonly CallResult[];
  readonly counts: Readonly<Record<Outcome, number>>;
  readonly warnings: readonly Warning[];
  /** Each appointment that was upserted, in the order of the calls. */
  readonly appointments: readonly { readonly id: number; readonly guid: string }[];
  /** The last change number of the tenant that this write made, null where it changed nothing. */
  readonly changes: number | null;
  readonly impact?: Impact;
  /** Records that the answer shows beside the outcomes. */
  readonly shown?: Readonly<Record<string, unknown>>;
}

/** The calls of a write, ready to be done. */
export interface Work {
  readonly parsed: Parsed;
  /** How many calls there were, those that were refused at once included. */
  readonly size: number;
  /** What follows from calls that all went well, in the same transaction. Answers the records to show. */
  readonly finish?: (context: WriteContext) => Promise<WriteAnswer['shown']>;
}

export type WriteGuard = Guard<WriteAnswer>;

/**
 * The one way into the database for records, whether they come by import or by a REST route:
 * parse → plan → write → log, in one transaction that keeps everything or nothing.
 */
export async function writeCalls(
  deps: WriteDeps,
  caller: Caller,
  sent: readonly SentCall[],
  options: WriteOptions,
  guard?: WriteGuard,
): Promise<WriteAnswer> {
  const parsed = await parseFor(deps, caller, sent, options.speak, options.handling === 'strict');
  const work = { parsed, size: sent.length };
  return writeWork(deps, caller, options, async () => work, guard);
}

export const parseFor = (
  deps: HasClock & HasSealer,
  caller: Caller,
  sent: readonly SentCall[],
  speak: WriteOptions['speak'],
  strict = false,
): Promise<Parsed> =>
  parseCalls(sent, {
    zone: caller.timeZone,
    now: deps.now().toISOString(),
    sourceApps: caller.sourceApps,
    permissions: caller.permissions,
    modules: caller.modules,
    speak,
    backOffice: { byDefault: actsForBackOffice(caller), mayClaim: mayActForBackOffice(caller) },
    seal: deps.sealer.seal,
    strict,
  });

/** The same for a write whose calls depend on what is stored: they are found in its transaction, and again when it is done again. */
export async function writeWork(
  deps: WriteDeps,
  caller: Caller,
  options: WriteOptions,
  find: (tx: Transaction) => Promise<Work>,
  guard?: WriteGuard,
): Promise<WriteAnswer> {
  const answer = await inOneTransaction(deps, caller, options, guard, async (tx) => {
    const { parsed, size, finish } = await find(tx);
    const context = new WriteContext(deps, tx, caller, options.handling === 'strict', parsed.calls);
    const { writers, finishWrite } = deps.extensions;
    for (const group of planGroups(keepWhatReturns(parsed.calls)))
      await (writers[group.shape.procedure.model.entity.writer ?? ''] ?? writeGroup)(context, group);
    await settlePending(context, writers);
    await finishWrite(context);
    const answer = answerOf(parsed, context, size);
    const shown = answer.success ? await finish?.(context) : undefined;
    return { context, outcome: shown ? { ...answer, shown } : answer };
  });
  if (!answer.success && options.handling !== 'lenient') throw rejection(answer);
  return answer;
}

/** What every write has around it: the guard, the dry run that is taken back, the log, the statistics. */
export async function inOneTransaction(
  deps: ReadDeps,
  caller: Caller,
  options: Pick<WriteOptions, 'handling' | 'dryRun' | 'keep'>,
  guard: WriteGuard | undefined,
  work: (tx: Transaction) => Promise<{ readonly context: WriteContext; readonly outcome: WriteAnswer }>,
): Promise<WriteAnswer> {
  if (options.dryRun) await deps.extensions.dryRun.prepare(deps, caller);
  let made: ReadonlyMap<string, number> = new Map();
  const answer = await guardedWrite(deps, caller, guard, async (tx): Promise<Decision<WriteAnswer>> => {
    const { context, outcome } = await work(tx);
    const keep = !options.dryRun && (outcome.success || options.handling === 'lenient');
    if (!keep)
      return { commit: false, value: { ...outcome, ...(options.dryRun ? { impact: await impactOf(context) } : {}) } };
    await options.keep?.(tx, outcome);
    await deps.extensions.noteChanges(tx, caller, context.changes);
    // Nothing changed, nothing to tell: the log stays quiet and the counter is not touched.
    let changes =
      context.changes.length === 0 ? null : await appendChanges(tx, caller.tenantId, caller, context.changes);
    for (const { actor, changes: followed } of context.later)
      if (followed.length > 0)
        changes = await appendChanges(tx, caller.tenantId, { ...onBehalf(caller), actor }, followed);
    made = context.made();
    return { commit: true, value: { ...outcome, changes } };
  });
  for (const [entity, rows] of made) {
    const { table, references } = modelNamed(entity);
    deps.statistics.grew(table, rows, ['tenant_id', 'id', 'key', ...references.map(({ db }) => db)]);
  }
  return answer;
}

function answerOf(parsed: Parsed, context: WriteContext, size: number): WriteAnswer {
  const settled = context.results;
  for (const result of parsed.results) settled[result.index] = result;
  const results: CallResult[] = [];
  for (let index = 0; index < size; index++) {
    const result = settled[index];
    if (!result) throw new Error(`call ${index} was never settled`);
    results.push(result);
  }
  const counts = countsOf(results);
  const warnings = [...parsed.warnings, ...context.warnings].sort((a, b) => a.index - b.index);
  const appointments = context.appointments.sort((a, b) => a.index - b.index).map(({ id, guid }) => ({ id, guid }));
  return { success: counts.rejected === 0, results, counts, warnings, appointments, changes: null };
}

export function countsOf(results: readonly CallResult[]): Record<Outcome, number> {
  const counts: Record<Outcome, number> = { created: 0, updated: 0, unchanged: 0, deleted: 0, ignored: 0, rejected: 0 };
  for (const { outcome } of results) counts[outcome]++;
  return counts;
}

/** Only a dry run asks for it: the way of every day pays nothing for it. */
async function impactOf({ deps, tx, caller, changes }: WriteContext): Promise<Impact> {
  const counts: Record<string, Record<string, number>> = {};
  for (const { entity, action } of changes) {
    const counted = counts[entity] ?? {};
    counted[action] = (counted[action] ?? 0) + 1;
    counts[entity] = counted;
  }
  return { ...counts, ...(await deps.extensions.dryRun.report(tx, caller, changes)) };
}

/** Which call, which record, which field, and what is wrong: some clients show nothing but this text. */
function where({ index, procedure, key, parameter, message = '' }: CallResult): string {
  const words = message.toLowerCase().split(/\W+/);
  const isNamed = parameter === undefined || message.startsWith(parameter) || words.includes(parameter.toLowerCase());
  return `Call ${index} (${procedure}${key === undefined ? '' : `, ${key}`}): ${isNamed ? '' : `${parameter}: `}${message}`;
}

/** One wrong call speaks with its own code; several are summed up, each named in `results`. */
function rejection(answer: WriteAnswer): Refusal {
  const wrong = answer.results.filter((result) => result.outcome === 'rejected');
  const [first] = wrong;
  const summary =
    wrong.length === 1 && first?.code
      ? errorDetail(first.code, where(first), first.parameter, first.parameters)
      : errorDetail(
          'REQ019',
          `${wrong.length} of ${answer.results.length} calls were rejected, nothing was stored. ${wrong.slice(0, 3).map(where).join(' ')}${wrong.length > 3 ? ' …' : ''}`,
          undefined,
          { count: wrong.length, total: answer.results.length },
        );
  return new Refusal(summary, {
    extra: {
      results: wrong,
      counts: answer.counts,
      warnings: answer.warnings,
      ...(answer.impact ? { impact: answer.impact } : {}),
    },
  });
}
