import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../api/client.ts';
import type { Paths } from '../../api/schema.ts';
import type { Board } from '../../board/board.ts';
import { NO_TRAVEL_TIMES, type TravelTimes } from '../../board/travel.ts';
import type { BoardStore } from '../board-store.ts';

type TravelAnswer = Paths['/board/travel']['get']['answer'];

const KEY = 'board-travel';
/** Changes come in groups. */
const AGAIN_MS = 3000;

/** Gives the board the travel times of its window while travel is drawn, and reads them again after changes. */
export function useTravelTimes(
  board: Board | undefined,
  store: BoardStore,
  { start, end }: { readonly start: number; readonly end: number },
  isShown: boolean,
): void {
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: [KEY, start, end],
    enabled: isShown,
    staleTime: 60_000,
    queryFn: ({ signal }) =>
      api.get('/board/travel', {
        query: { start: new Date(start).toISOString(), end: new Date(end).toISOString() },
        signal,
      }),
  });
  useEffect(
    () => board?.setTravelTimes(data && isShown ? travelTimesOf(data) : NO_TRAVEL_TIMES),
    [board, data, isShown],
  );
  useEffect(() => {
    if (!isShown) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = store.listen(() => {
      clearTimeout(timer);
      timer = setTimeout(() => void queries.invalidateQueries({ queryKey: [KEY] }), AGAIN_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [store, queries, isShown]);
}

/** Looks up the legs of a response. */
export function travelTimesOf({ legs }: TravelAnswer): TravelTimes {
  const minutes = new Map(
    legs.map((leg) => [
      leg.from === null
        ? `out home ${leg.resourceNo} ${leg.to}`
        : leg.to === null
          ? `back home ${leg.resourceNo} ${leg.from}`
          : `${leg.from} ${leg.to}`,
      leg.minutes,
    ]),
  );
  return {
    between: (from, to) => minutes.get(`${from} ${to}`),
    home: (resourceNo, bar, direction) => minutes.get(`${direction} home ${resourceNo} ${bar}`),
  };
}
