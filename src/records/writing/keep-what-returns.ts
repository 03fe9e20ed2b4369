import type { Call } from './call.ts';

/**
 * Back offices empty a record's filter values and send them again, every night, mostly the same. Taken literally that deletes and
 * makes thousands of records and wakes everyone who listens. So a clear leaves alone what the same batch brings back later: the outcome is
 * the same, and what did not change did not change.
 */
export function keepWhatReturns(calls: readonly Call[]): Call[] {
  const returning = new Map<string, Set<string>>();
  const kept: Call[] = [];
  for (let i = calls.length - 1; i >= 0; i--) {
    const call = calls[i] as Call;
    const { model, action } = call.shape.procedure;
    if (!model.entity.procedures.clear) {
      kept.push(call);
      continue;
    }
    const scope = `${model.name}|${action === 'clear' ? call.key : call.referred[0]}`;
    if (action === 'clear' && call.shape.columns.length < call.shape.procedure.columns.length) {
      // It names less than one parent: what comes later may belong to any.
      kept.push(call);
      returning.clear();
      continue;
    }
    if (action === 'clear') {
      kept.push({ ...call, keeps: returning.get(scope) ?? new Set() });
      returning.delete(scope);
      continue;
    }
    const keys = returning.get(scope) ?? new Set();
    returning.set(scope, keys);
    if (action === 'upsert') keys.add(call.key);
    kept.push(call);
  }
  return kept.reverse();
}
