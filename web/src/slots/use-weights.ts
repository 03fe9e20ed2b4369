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

/** What counts how much for this planner, kept in the browser; until something is changed it is as the service has it. */
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
    /** Own weights wait for the catalogue; without any there is nothing to wait for. */
    isReady: own === undefined || !isPending,
    /** Of no weights at all the API could make no order: then the soonest is the best. Scorers that are gone are not sent. */
    sent: own === undefined || scorers.length === 0 ? undefined : isNothing ? { earliest: 1 } : shown,
    set: (name: string, weight: number) => change({ ...shown, [name]: weight }),
    equal: () => change(Object.fromEntries(scorers.map((scorer) => [scorer.key, 1]))),
    reset: () => change(undefined),
  };
}

export type WeightsState = ReturnType<typeof useWeights>;
