import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { Bar } from '../board/types.ts';
import { addDays, dateOf, midnightOf } from '../dates/zone.ts';
import { mapDayQuery } from '../kit/map-day.ts';
import { MapPane } from '../kit/map-pane.tsx';
import { QueryBoundary } from '../kit/query-boundary.tsx';
import { useMapLabels } from '../kit/use-map-labels.ts';
import { type MapDay, sceneOf } from '../map-view/scene.ts';
import type { BoardStore } from './board-store.ts';

interface Props {
  readonly zone: string;
  /** The day that is shown while nothing is selected. */
  readonly date: string;
  readonly bars: readonly Bar[];
  /** The task that is selected in the list of open tasks. */
  readonly task: number | undefined;
  readonly store: BoardStore;
  onBar(id: number): void;
  onTask(id: number): void;
}

/** The map of the day of the selected bar, with the route of its resource; else of the first day of the board. */
export function MapTab({ zone, date, bars, task, store, onBar, onTask }: Props) {
  const [first] = bars;
  const day = first ? dateOf(zone, first.start) : date;
  const window = useMemo(() => ({ start: midnightOf(zone, day), end: midnightOf(zone, addDays(day, 1)) }), [zone, day]);
  const query = useQuery(mapDayQuery(window));
  const queries = useQueryClient();
  // Changes on the board update the map.
  useEffect(() => store.listen(() => void queries.invalidateQueries({ queryKey: ['map', 'day'] })), [queries, store]);
  const selected = first ? `visit ${first.id}` : task === undefined ? undefined : `task ${task}`;
  const choose = (pin: string | undefined): void => {
    const [kind, id] = (pin ?? '').split(' ');
    if (kind === 'visit') onBar(Number(id));
    if (kind === 'task') onTask(Number(id));
  };
  return (
    <div className="dock-map">
      <QueryBoundary query={query}>
        {(found) => (
          <DayOnMap day={found} date={day} chosen={first?.resources[0]} selected={selected} onSelect={choose} />
        )}
      </QueryBoundary>
    </div>
  );
}

function DayOnMap(props: {
  readonly day: MapDay;
  readonly date: string;
  readonly chosen: string | undefined;
  readonly selected: string | undefined;
  onSelect(pin: string | undefined): void;
}) {
  const { day, date, chosen, selected, onSelect } = props;
  const words = useMapLabels();
  const scene = useMemo(() => sceneOf(day, { chosen }, words), [day, chosen, words]);
  return <MapPane scene={scene} selected={selected} fitTo={date} onSelect={onSelect} />;
}
