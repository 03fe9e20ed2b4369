import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../session/session.ts';
import { scorersQuery } from './queries.ts';
import type { Weights } from './slot-request.ts';
import { readStored, writeStored } from './stored-value.ts';

const isWeights = (value: unknown): value is Weights =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((weight) => typeof weight === 'number' && weight >= 0 && weight <= MOST_WEIGHT);

export const MOST_WEIGHT = 10;

/** The planner's weights of the scorers, stored in the browser. The service's defaults apply until the first change. */
export function useWeights() {
  const { tenant, user } = useSession();
  const key = `openslot-slot-weights ${tenant.name} ${user.email}`;
  const { data: scorers = [], isPending } = useQuery(scorersQuery);
  const [own, setOwn] = useState(() => readStored(localStorage, key, isWeights));
  const change = (next: Weights | undefined): void => {
    setOwn(next);
    writeStored(localStorage, key, next);
  };
  const shown = Object.fromEntries(
    scorers.map((scorer) => [scorer.key, own === undefined ? scorer.default : (own[scorer.key] ?? 0)]),
  );
  const isNothing = scorers.length > 0 && Object.values(shown).every((weight) => weight === 0);
  return {
    scorers,
    shown,
    isNothing,
    /** Own weights need the list of scorers; the defaults do not. */
    isReady: own === undefined || !isPending,
    /** With all weights at 0 the earliest slot is the best. Weights of scorers that no longer exist are not sent. */
    sent: own === undefined || scorers.length === 0 ? undefined : isNothing ? { earliest: 1 } : shown,
    set: (name: string, weight: number) => change({ ...shown, [name]: weight }),
    equal: () => change(Object.fromEntries(scorers.map((scorer) => [scorer.key, 1]))),
    reset: () => change(undefined),
  };
}

export type WeightsState = ReturnType<typeof useWeights>;
