import { model as modelNamed } from '../../derive/model.ts';
import { problem, Refusal } from '../../domain/errors.ts';
import { appendChanges } from '../../storage/change-log.ts';
import type { Decision, Transaction } from '../../storage/database.ts';
import type { Caller } from '../caller.ts';
import type { Deps } from '../deps.ts';
import { bringUpToDate } from '../planning/bring-up-to-date.ts';
import { type PlanImpact, planImpact } from '../planning/plan-impact.ts';
import { writers } from '../writers/index.ts';
import type { CallResult, Outcome, Warning } from './call.ts';
import { keepWhatReturns } from './keep-what-returns.ts';
import { type Parsed, parseCalls, type SentCall } from './parse-calls.ts';
import { planGroups } from './plan-groups.ts';
import { WriteContext } from './write-context.ts';
import { writeGroup } from './write-group.ts';

export interface WriteOptions {
  /** `strict` and the default store all or nothing; `lenient` stores what is right. */
  readonly handling: 'default' | 'strict' | 'lenient';
  readonly dryRun: boolean;
  readonly speak: 'param' | 'property';
}

/** What a dry run would have done: how many records, by their kind, and what that would do to the plan. */
interface Impact {
  readonly violations: PlanImpact;
  readonly [entity: string]: Readonly<Record<string, unknown>>;
}

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
}

/** Stands at both ends of the transaction: may refuse the work, and keeps its answer. */
export interface WriteGuard {
  enter(tx: Transaction): Promise<void>;
  leave(tx: Transaction, answer: WriteAnswer): Promise<void>;
}

/**
 * The one way into the database for records, whether they come by import or by a REST route:
 * parse → plan → write → log, in one transaction that keeps everything or nothing.
 */
export async function writeCalls(
  deps: Deps,
  caller: Caller,
  sent: readonly SentCall[],
  options: WriteOptions,
  guard?: WriteGuard,
): Promise<WriteAnswer> {
  const parsed = await parseCalls(sent, {
    zone: caller.timeZone,
    now: deps.now().toISOString(),
    sourceApps: caller.sourceApps,
    scopes: caller.scopes,
    modules: caller.modules,
    speak: options.speak,
    seal: deps.sealer.seal,
  });
  const size = sent.length;
  if (options.dryRun) await bringUpToDate(deps, caller);
  let made: ReadonlyMap<string, number> = new Map();
  const answer = await deps.db.write(caller.tenantId, async (tx): Promise<Decision<WriteAnswer>> => {
    await guard?.enter(tx);
    const context = new WriteContext(deps, tx, caller, options.handling === 'strict', parsed.calls);
    for (const group of planGroups(keepWhatReturns(parsed.calls)))
      await (writers[group.shape.procedure.model.entity.writer ?? ''] ?? writeGroup)(context, group);
    const outcome = answerOf(parsed, context, size);
    const keep = !options.dryRun && (outcome.success || options.handling === 'lenient');
    if (!keep)
      return { commit: false, value: { ...outcome, ...(options.dryRun ? { impact: await impactOf(context) } : {}) } };
    // Nothing changed, nothing to tell: the log stays quiet and the counter is not touched.
    const changes =
      context.changes.length === 0 ? null : await appendChanges(tx, caller.tenantId, caller, context.changes);
    const value = { ...outcome, changes };
    await guard?.leave(tx, value);
    made = context.made();
    return { commit: true, value };
  });
  for (const [entity, rows] of made) {
    const { table, references } = modelNamed(entity);
    deps.statistics.grew(table, rows, ['tenant_id', 'id', 'key', ...references.map(({ db }) => db)]);
  }
  if (!answer.success && options.handling !== 'lenient') throw rejection(answer);
  return answer;
}

function answerOf(parsed: Parsed, context: WriteContext, size: number): WriteAnswer {
  const results = context.results;
  for (const result of parsed.results) results[result.index] = result;
  const counts: Record<Outcome, number> = { created: 0, updated: 0, unchanged: 0, deleted: 0, ignored: 0, rejected: 0 };
  const told: CallResult[] = [];
  for (let index = 0; index < size; index++) {
    const result = results[index];
    if (!result) throw new Error(`call ${index} was never settled`);
    counts[result.outcome]++;
    told.push(result);
  }
  const warnings = [...parsed.warnings, ...context.warnings].sort((a, b) => a.index - b.index);
  const appointments = context.appointments.sort((a, b) => a.index - b.index).map(({ id, guid }) => ({ id, guid }));
  return { success: counts.rejected === 0, results: told, counts, warnings, appointments, changes: null };
}

/** Only a dry run asks for it: the way of every day pays nothing for it. */
async function impactOf({ tx, caller, changes }: WriteContext): Promise<Impact> {
  const counts: Record<string, Record<string, number>> = {};
  for (const { entity, action } of changes) {
    const counted = counts[entity] ?? {};
    counted[action] = (counted[action] ?? 0) + 1;
    counts[entity] = counted;
  }
  return { ...counts, violations: await planImpact(tx, caller, changes) };
}

/** One wrong call speaks with its own code; several are summed up, each named in `results`. */
function rejection(answer: WriteAnswer): Refusal {
  const wrong = answer.results.filter((result) => result.outcome === 'rejected');
  const [first] = wrong;
  const where = (result: CallResult): string => `Call ${result.index} (${result.procedure}): ${result.message}`;
  const summary =
    wrong.length === 1 && first?.code
      ? problem(first.code, where(first), first.parameter)
      : problem(
          'REQ019',
          `${wrong.length} of ${answer.results.length} calls are wrong, nothing was stored. ${wrong.slice(0, 3).map(where).join(' ')}${wrong.length > 3 ? ' …' : ''}`,
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
