import type { Schemas } from '../../api/schema.ts';
import { batchesOf } from './batches.ts';
import type { RowCall, ServiceReason } from './calls.ts';

type Result = Schemas['WriteAnswer']['results'][number];
type Counts = Schemas['WriteAnswer']['counts'];

/** What the service answers to a batch, stored or refused. */
export interface BatchAnswer {
  readonly isStored: boolean;
  readonly counts: Counts;
  readonly results: readonly Pick<Result, 'index' | 'outcome' | 'code' | 'message' | 'parameter' | 'parameters'>[];
  readonly warnings: readonly { readonly index: number; readonly parameter?: string; readonly message: string }[];
}

interface Found {
  readonly call: RowCall;
  readonly severity: 'error' | 'warning';
  readonly reason: ServiceReason;
}

export interface Sent {
  readonly counts: Counts;
  readonly found: readonly Found[];
  /** Rows of batches that were stored, or would be. */
  readonly stored: number;
  /** Ranges of rows of batches that were refused. */
  readonly refused: readonly { readonly from: number; readonly to: number; readonly rows: number }[];
  /** Rows that were not sent any more, because the user stopped. */
  readonly left: number;
}

const NONE: Counts = { created: 0, updated: 0, unchanged: 0, deleted: 0, ignored: 0, rejected: 0 };
const added = (a: Counts, b: Counts): Counts => ({
  created: a.created + b.created,
  updated: a.updated + b.updated,
  unchanged: a.unchanged + b.unchanged,
  deleted: a.deleted + b.deleted,
  ignored: a.ignored + b.ignored,
  rejected: a.rejected + b.rejected,
});

function foundIn(batch: readonly RowCall[], { results, warnings }: BatchAnswer): Found[] {
  const rejected = results.filter(({ outcome }) => outcome === 'rejected');
  const at = (index: number, severity: Found['severity'], reason: ServiceReason): Found[] => {
    const call = batch[index];
    return call ? [{ call, severity, reason }] : [];
  };
  return [
    ...rejected.flatMap(({ index, code, message, parameter, parameters }) =>
      at(index, 'error', { code, message, parameter, parameters }),
    ),
    ...warnings.flatMap(({ index, message, parameter }) => at(index, 'warning', { message, parameter })),
  ];
}

/** Sends the calls batch by batch. A refused batch does not keep the next ones from being sent; any other failure ends it. */
export async function sendBatches(
  calls: readonly RowCall[],
  send: (calls: readonly Schemas['ImportCall'][]) => Promise<BatchAnswer>,
  { onProgress, signal }: { onProgress(done: number): void; readonly signal: AbortSignal },
): Promise<Sent> {
  let sent: Sent = { counts: NONE, found: [], stored: 0, refused: [], left: 0 };
  let done = 0;
  for (const batch of batchesOf(calls, ({ call }) => JSON.stringify(call).length)) {
    if (signal.aborted) return { ...sent, left: calls.length - done };
    const answer = await send(batch.map(({ call }) => call));
    const refused = { from: batch[0]?.row.number ?? 0, to: batch.at(-1)?.row.number ?? 0, rows: batch.length };
    sent = {
      counts: answer.isStored
        ? added(sent.counts, answer.counts)
        : added(sent.counts, { ...NONE, rejected: answer.counts.rejected }),
      found: [...sent.found, ...foundIn(batch, answer)],
      stored: sent.stored + (answer.isStored ? batch.length : 0),
      refused: answer.isStored ? sent.refused : [...sent.refused, refused],
      left: 0,
    };
    done += batch.length;
    onProgress(done);
  }
  return sent;
}
