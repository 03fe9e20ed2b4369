import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTexts } from '../i18n/language.ts';
import { ListState } from '../kit/list-state.tsx';
import { mapRouteQuery } from '../kit/map-day.ts';
import { MapPane } from '../kit/map-pane.tsx';
import { useFormat } from '../kit/use-format.ts';
import { useMapLabels } from '../kit/use-map-labels.ts';
import { useNotify } from '../kit/use-notify.ts';
import { type MapDay, type MapTask, pinOf, sceneOf, visitorsOf } from '../map-view/scene.ts';
import type { Scene } from '../map-view/types.ts';
import { useMay } from '../session/may.ts';
import { useSession } from '../session/session.ts';
import { useChoice, useFilters } from './choice.ts';
import { Details } from './details.tsx';
import './map.css';
import { dragTask } from './route-plan/drag-task.ts';
import { RoutePreview } from './route-plan/route-preview.tsx';
import { useRoutePlan } from './route-plan/use-route-plan.tsx';
import { SideList } from './side-list.tsx';
import { useMapTexts } from './texts.ts';
import { Toolbar } from './toolbar.tsx';
import { useMapDay } from './use-map-day.ts';
import { useMapSearch } from './use-map-search.ts';

/** Width of the details card and the space around it. */
const CARD_PX = 312;
const EMPTY: Scene = { pins: [], route: [], towns: [] };

/** A day on the map: routes and open tasks. The list beside it shows the same and works with the keyboard. */
export function MapPage() {
  const format = useFormat();
  const { tenant } = useSession();
  const { today, date, resource: chosen, pin, window, go } = useMapSearch();
  const { query, isLive } = useMapDay(window, tenant.name);
  const { data: route } = useQuery(mapRouteQuery(chosen, window));
  const [filters, setFilters] = useFilters();
  const [selected, setSelected] = useState(pin);
  const [fits, setFits] = useState(0);
  const [isDragging, setDragging] = useState(false);
  const planning = useRoutePlan(query.data);
  const mayPlan = useMay()('map.plan') !== undefined && window.end > Date.now();
  const choice = useChoice(filters, chosen);
  const words = useMapLabels();
  const day = query.data;
  const scene = useMemo(() => (day ? sceneOf(day, choice, words, route) : EMPTY), [day, choice, words, route]);

  const select = (id: string | undefined): void => {
    setSelected(id);
    const resource = day && resourceOfPin(day, id, chosen);
    if (resource !== undefined && resource !== chosen) go({ resource });
  };
  const choose = (resource: string | undefined): void => {
    const found = day?.resources.find(({ resourceNo }) => resourceNo === resource);
    setSelected(found && pinOf.resource(found));
    go({ resource });
  };

  const press = (task: MapTask, at: { readonly clientX: number; readonly clientY: number }): void => {
    if (mayPlan)
      dragTask(at, task, {
        start: () => setDragging(true),
        end: () => setDragging(false),
        onto: (resourceNo) => planning.setWish({ type: 'add', resourceNo, task }),
      });
  };
  const pressPin = (id: string, at: { readonly clientX: number; readonly clientY: number }): void => {
    const task = day?.tasks.find((each) => pinOf.task(each) === id);
    if (task) press(task, at);
  };

  // Uses the day that is shown: the requested one may still be loading.
  const fitTo = `${day?.start ?? ''} ${chosen ?? ''} ${fits}`;
  return (
    <div className="map-page">
      <Toolbar
        date={date}
        title={format.date(window.start)}
        weekday={format.day(window.start)}
        isLive={isLive}
        filters={filters}
        day={day}
        onDate={(next) => go({ date: next })}
        onToday={() => go({ date: today })}
        onFilters={setFilters}
        onFit={() => setFits(fits + 1)}
      />
      <div className="map-body">
        <SideList
          day={day}
          choice={choice}
          route={route}
          words={words}
          selected={selected}
          pending={<ListState isLoading error={query.error} empty="" onRetry={() => void query.refetch()} />}
          onSelect={select}
          onChoose={choose}
          onClearFilters={() => setFilters({ onlyResources: [], onlyCategories: [] })}
          onWish={mayPlan ? planning.setWish : undefined}
          onPress={press}
          isDragging={isDragging}
        />
        <div className="map-frame" aria-busy={query.isFetching}>
          <MapPane
            scene={scene}
            selected={selected}
            covered={selected ? CARD_PX : 0}
            fitTo={fitTo}
            onSelect={select}
            onPress={mayPlan ? pressPin : undefined}
          />
          <MapNote query={query} isEmpty={scene.pins.length === 0} />
          {day && (
            <Details
              day={day}
              id={selected}
              date={date}
              words={words}
              onClose={() => setSelected(undefined)}
              onWish={mayPlan ? planning.setWish : undefined}
            />
          )}
          <RoutePreview
            planning={planning}
            name={day?.resources.find(({ resourceNo }) => resourceNo === planning.wish?.resourceNo)?.name ?? ''}
            words={words}
          />
        </div>
      </div>
    </div>
  );
}

/** Shown over the map: the day cannot be read, or there is nothing to show. */
function MapNote({ query, isEmpty }: { query: ReturnType<typeof useMapDay>['query']; isEmpty: boolean }) {
  const texts = useMapTexts();
  const common = useTexts();
  const { messageOf } = useNotify();
  if (query.data !== undefined)
    return isEmpty ? (
      <div className="map-note">
        <strong>{texts.nothing}</strong>
        <p>{texts.nothingHint}</p>
      </div>
    ) : null;
  if (!query.isError) return null;
  return (
    <div className="map-note" role="alert">
      {messageOf(query.error)}{' '}
      <Button size="compact-sm" variant="default" onClick={() => void query.refetch()}>
        {common.retry}
      </Button>
    </div>
  );
}

/** The resource whose route a pin shows: of a stop, the selected resource if it visits the stop, else the first that does. */
function resourceOfPin(day: MapDay, id: string | undefined, chosen: string | undefined): string | undefined {
  const resource = day.resources.find((each) => pinOf.resource(each) === id);
  if (resource) return resource.resourceNo;
  const visit = day.appointments.find((each) => pinOf.visit(each) === id);
  const visitors = visit ? (visitorsOf(day).get(visit.id) ?? []) : [];
  return (visitors.find(({ resourceNo }) => resourceNo === chosen) ?? visitors[0])?.resourceNo;
}
