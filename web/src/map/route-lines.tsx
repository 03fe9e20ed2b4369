import type { DayRoute, MapLabels, MapVisit, Travel } from '../map-view/scene.ts';
import { StopLine } from './stop-line.tsx';
import { useMapTexts } from './texts.ts';

interface Props {
  readonly route: DayRoute;
  readonly source: 'roads' | 'mixed' | 'estimate';
  readonly visits: ReadonlyMap<number, MapVisit>;
  readonly words: MapLabels;
  readonly colorOf: (category: string | null) => string;
  readonly selected: string | undefined;
  onSelect(id: string): void;
}

/** A day from home to home, with the distance of each leg. */
export function RouteLines({ route, source, visits, words, colorOf, selected, onSelect }: Props) {
  const texts = useMapTexts();
  const leg = (travel: Travel | null) => travel && <span className="map-travel">{words.travel(travel)}</span>;
  const home = route.home && <span className="map-home">{texts.home}</span>;
  if (route.stops.length === 0) return null;
  const credit = { roads: texts.byRoad, mixed: texts.mixed, estimate: texts.estimated }[source];
  return (
    <ol className="map-route">
      {home && <li>{home}</li>}
      {route.stops.map(({ appointmentId, travel }, i) => {
        const visit = visits.get(appointmentId);
        return (
          visit && (
            <li key={appointmentId}>
              {leg(travel)}
              <StopLine
                visit={visit}
                number={i + 1}
                color={colorOf(visit.category)}
                selected={selected}
                onSelect={onSelect}
              />
            </li>
          )
        );
      })}
      {home && route.back && (
        <li>
          {leg(route.back)}
          {home}
        </li>
      )}
      {route.metres > 0 && (
        <li className="map-total">
          <strong>{texts.total}</strong> {words.travel(route)}
          <span>{credit}</span>
        </li>
      )}
    </ol>
  );
}
