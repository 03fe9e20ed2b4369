import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { addDays, dateOf, midnightOf } from '../dates/zone.ts';
import { useTexts } from '../i18n/language.ts';
import { mapRouteQuery } from '../kit/map-day.ts';
import { MapPane } from '../kit/map-pane.tsx';
import { useFormat } from '../kit/use-format.ts';
import { useMapLabels } from '../kit/use-map-labels.ts';
import { useNotify } from '../kit/use-notify.ts';
import { type MapDay, pinOf, sceneOf, visitorsOf } from '../map-view/scene.ts';
import type { Scene } from '../map-view/types.ts';
import { useSession, zoneOf } from '../session/session.ts';
import { useChoice, useFilters } from './choice.ts';
import { Details } from './details.tsx';
import './map.css';
import { SideList } from './side-list.tsx';
import { useMapTexts } from './texts.ts';
import { Toolbar } from './toolbar.tsx';
import { useMapDay } from './use-map-day.ts';

const isDate = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value));

/** As wide as the card of what is selected, and the space around it. */
const CARD_PX = 312;
const EMPTY: Scene = { pins: [], route: [], towns: [] };

/** A day on the map: routes and open tasks. The list beside it shows the same and works with the keyboard. */
export function MapPage() {
  const texts = useMapTexts();
  const common = useTexts();
  const { messageOf } = useNotify();
  const format = useFormat();
  const session = useSession();
  const zone = zoneOf(session);
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as { date?: unknown; resource?: unknown };
  const today = dateOf(zone, Date.now());
  const date = isDate(search.date) ? search.date : today;
  // A number in the address is read as one.
  const chosen = search.resource === undefined ? undefined : String(search.resource);
  const go = (next: { date?: string; resource?: string | undefined }): void =>
    void navigate({ to: '/map', search: { date, resource: chosen, ...next } as never, replace: true });

  const window = useMemo(
    () => ({ start: midnightOf(zone, date), end: midnightOf(zone, addDays(date, 1)) }),
    [zone, date],
  );
  const { query, isLive } = useMapDay(window, session.tenant.name);
  const { data: route } = useQuery(mapRouteQuery(chosen, window));
  const [filters, setFilters] = useFilters();
  const [selected, setSelected] = useState<string>();
  const [fits, setFits] = useState(0);
  const choice = useChoice(filters, chosen);
  const words = useMapLabels();
  const day = query.data;
  const scene = useMemo(() => (day ? sceneOf(day, choice, words, route) : EMPTY), [day, choice, words, route]);

  const select = (id: string | undefined): void => {
    setSelected(id);
    const resource = day && resourceMeant(day, id, chosen);
    if (resource !== undefined && resource !== chosen) go({ resource });
  };
  const choose = (resource: string | undefined): void => {
    const found = day?.resources.find(({ resourceNo }) => resourceNo === resource);
    setSelected(found && pinOf.resource(found));
    go({ resource });
  };

  // By the day that is shown: another one is on its way for a moment.
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
          onSelect={select}
          onChoose={choose}
        />
        <div className="map-frame" aria-busy={query.isFetching}>
          <MapPane scene={scene} selected={selected} covered={selected ? CARD_PX : 0} fitTo={fitTo} onSelect={select} />
          {query.isError && day === undefined && (
            <div className="map-note" role="alert">
              {messageOf(query.error)}{' '}
              <Button size="compact-sm" variant="default" onClick={() => void query.refetch()}>
                {common.retry}
              </Button>
            </div>
          )}
          {day && scene.pins.length === 0 && (
            <div className="map-note">
              <strong>{texts.nothing}</strong>
              <p>{texts.nothingHint}</p>
            </div>
          )}
          {day && <Details day={day} id={selected} date={date} words={words} onClose={() => setSelected(undefined)} />}
        </div>
      </div>
    </div>
  );
}

/** Whose route a pin stands for: a resource its own; a stop that of the resource that is chosen already, else of the first that goes there. */
function resourceMeant(day: MapDay, id: string | undefined, chosen: string | undefined): string | undefined {
  const resource = day.resources.find((each) => pinOf.resource(each) === id);
  if (resource) return resource.resourceNo;
  const visit = day.appointments.find((each) => pinOf.visit(each) === id);
  const visitors = visit ? (visitorsOf(day).get(visit.id) ?? []) : [];
  return (visitors.find(({ resourceNo }) => resourceNo === chosen) ?? visitors[0])?.resourceNo;
}
