import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { isEmptyQuery } from '../kit/is-empty-query.ts';

/** The background job that loads or removes the demo has failed; the message is its reason. */
export class DemoFailed extends Error {}

const LOOK_MS = 400;
/** The setting that marks a loaded demo. */
const SETTING = 'openslot.demo';

const heldQuery = queryOptions({
  queryKey: ['demo-held'],
  queryFn: async () => (await api.get('/configuration', {})).some(({ name }) => name === SETTING),
});

/** Loads or removes the demo of the tenant, and waits until its job has ended. */
export function useDemo() {
  const queries = useQueryClient();
  const { data: isHeld } = useQuery(heldQuery);
  const { data: isEmpty } = useQuery(isEmptyQuery);
  const [isBusy, setBusy] = useState(false);
  const run = async (work: () => Promise<{ readonly job: number }>): Promise<void> => {
    setBusy(true);
    try {
      await ended((await work()).job);
    } finally {
      // The data of the whole tenant has changed.
      await queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
      setBusy(false);
    }
  };
  return {
    isHeld,
    isEmpty,
    isBusy,
    load: () => run(() => api.post('/demo', {})),
    remove: () => run(() => api.delete('/demo', {})),
  };
}

export type Demo = ReturnType<typeof useDemo>;

async function ended(id: number): Promise<void> {
  for (;;) {
    const { status, error } = await api.get('/jobs/{id}', { path: { id: String(id) } });
    if (status === 'done') return;
    if (status === 'failed') throw new DemoFailed(error ?? '');
    await new Promise((wake) => setTimeout(wake, LOOK_MS));
  }
}
