import { errorDetail, Refusal } from '../../domain/errors.ts';
import { actsForBackOffice, type Caller, mayActForBackOffice, onBehalf } from '../../platform/caller.ts';
import type { HasClock } from '../../platform/clock.ts';
import type { Decision, Transaction } from '../../platform/postgres/database.ts';
import type { HasSealer } from '../../platform/sealer.ts';
import { model as modelNamed } from '../derive/model.ts';
import { appendChanges } from '../storage/change-log.ts';
import type { CallResult, Outcome } from './call.ts';
import { type Guard, guardedWrite } from './guarded-write.ts';
import { keepWhatReturns } from './keep-what-returns.ts';
import { parseLate, Unreadable } from './late-calls.ts';
import { parseCalls } from './parse-calls.ts';
import { planGroups } from './plan-groups.ts';
import type { ParseContext, Parsed, SentCall } from './sent-call.ts';
import { settlePending } from './settle-pending.ts';
import type { Impact, WriteAnswer, WrittenWork } from './write-answer.ts';
import { WriteContext } from './write-context.ts';
import type { WriteDeps } from './write-deps.ts';
import { writeGroup } from './write-group.ts';

export interface WriteOptions {
  /** `strict` and the default store all or nothing; `lenient` stores what is right. */
  readonly handling: 'default' | 'strict' | 'lenient';
  readonly dryRun: boolean;
  readonly speak: 'param' | 'property';
  /**
   * Keeps something beside the records, in their transaction: asks for its statement, and what that returns is waited for later. Before the log, for
   * whose counter others wait.
   */
  readonly keep?: ((tx: Transaction, answer: WriteAnswer) => Promise<{ readonly kept: Promise<void> }>) | undefined;
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
  const { speak, handling, dryRun } = options;
  const strict = handling === 'strict';
  const write = (parsed: Parsed): Promise<WriteAnswer> => {
    const work = { parsed, size: sent.length };
    return writeWork(deps, caller, options, async () => work, guard);
  };
  const isPlain = !dryRun && caller.draft === undefined;
  const late = isPlain ? await parseLate(sent, parseContext(deps, caller, speak, strict)) : undefined;
  try {
    if (late) return await write(late);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
  }
  return write(await parseFor(deps, caller, sent, speak, strict));
}

export const parseFor = (
  deps: HasClock & HasSealer,
  caller: Caller,
  sent: readonly SentCall[],
  speak: WriteOptions['speak'],
  strict = false,
): Promise<Parsed> => parseCalls(sent, parseContext(deps, caller, speak, strict));

const parseContext = (
  deps: HasClock & HasSealer,
  caller: Caller,
  speak: WriteOptions['speak'],
  strict: boolean,
): ParseContext => ({
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
  deps: WriteDeps,
  caller: Caller,
  options: Pick<WriteOptions, 'handling' | 'dryRun' | 'keep'>,
  guard: WriteGuard | undefined,
  work: (tx: Transaction) => Promise<WrittenWork>,
): Promise<WriteAnswer> {
  if (options.dryRun || caller.draft !== undefined) await deps.extensions.dryRun.prepare(deps, caller);
  let made: ReadonlyMap<string, number> = new Map();
  const keeps = ({ success }: WriteAnswer): boolean => !options.dryRun && (success || options.handling === 'lenient');
  const answer = await guardedWrite(deps, caller, guard, async (tx): Promise<Decision<WriteAnswer>> => {
    const { draft } = caller;
    if (draft !== undefined) return deps.extensions.writeInDraft(deps, tx, { ...caller, draft }, keeps, work);
    const { context, outcome } = await work(tx);
    if (!keeps(outcome))
      return { commit: false, value: { ...outcome, ...(options.dryRun ? { impact: await impactOf(context) } : {}) } };
    const keeping = await options.keep?.(tx, outcome);
    // Its failure is reported below.
    keeping?.kept.catch(() => {});
    await deps.extensions.noteChanges(tx, caller, context.changes);
    // Nothing changed, nothing to tell: the log stays quiet and the counter is not touched. It is put together while the other is kept.
    const logging = context.changes.length === 0 ? null : appendChanges(tx, caller.tenantId, caller, context.changes);
    let [changes] = await Promise.all([logging, keeping?.kept]);
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
  parsed.finish?.();
  const settled = context.results;
  for (const result of parsed.results) settled[result.index] = result;
  const results: CallResult[] = [];
  for (let index = 0; index < size; index++) {
    const result = settled[index];
    if (!result) throw new Error(`call ${index} was never settled`);
    results.push(result);
  }
  const counts = countsOf(results);
  const warnings = [...parsed.warnings, ...context.warnings].sort(byIndex);
  const appointments = context.appointments.sort(byIndex).map(withoutIndex);
  return { success: counts.rejected === 0, results, counts, warnings, appointments, changes: null };
}

const byIndex = (a: { readonly index: number }, b: { readonly index: number }): number => a.index - b.index;

const withoutIndex = ({ id, guid }: WriteContext['appointments'][number]): WriteAnswer['appointments'][number] => ({
  id,
  guid,
});

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
