import { ApiError, api } from '../../api/client.ts';
import type { Schemas } from '../../api/schema.ts';
import type { BatchAnswer } from './send-batches.ts';

const NONE = { created: 0, updated: 0, unchanged: 0, deleted: 0, ignored: 0, rejected: 0 };

/** A batch that the service refuses because of its calls is an answer; any other failure is thrown. */
async function answered(request: Promise<Schemas['WriteAnswer']>): Promise<BatchAnswer> {
  try {
    return { isStored: true, ...(await request) };
  } catch (error) {
    const failure = error instanceof ApiError ? error.failure : undefined;
    if (!failure?.results || failure.results.length === 0) throw error;
    const { counts = NONE, results, warnings = [] } = failure;
    return { isStored: false, counts, results, warnings };
  }
}

export const checkCalls = (body: readonly Schemas['ImportCall'][]): Promise<BatchAnswer> =>
  answered(api.post('/import', { query: { dryRun: true }, body }));

/** All batches of a file have one request id, by which they are undone together. */
export const importCalls =
  (actionId: string) =>
  (body: readonly Schemas['ImportCall'][]): Promise<BatchAnswer> =>
    answered(api.post('/import', { body, actionId }));
