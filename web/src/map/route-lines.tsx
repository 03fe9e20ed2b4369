import type { DayRoute, MapVisit, Travel, Words } from '../map-view/scene.ts';
import { StopLine } from './stop-line.tsx';
import { useMapTexts } from './texts.ts';

interface Props {
  readonly way: DayRoute;
  readonly source: 'roads' | 'mixed' | 'estimate';
  readonly visits: ReadonlyMap<number, MapVisit>;
  readonly words: Words;
  readonly colorOf: (category: string | null) => string;
  readonly selected: string | undefined;
  onSelect(id: string): void;
}

/** A day from home to home, with how far it is from each stop to the next. */
export function RouteLines({ way, source, visits, words, colorOf, selected, onSelect }: Props) {
  const texts = useMapTexts();
  const leg = (travel: Travel | null) => travel && <span className="map-travel">{words.travel(travel)}</span>;
  const home = way.home && <span className="map-home">{texts.home}</span>;
  if (way.stops.length === 0) return null;
  const credit = { roads: texts.byRoad, mixed: texts.mixed, estimate: texts.estimated }[source];
  return (
    <ol className="map-route">
      {home && <li>{home}</li>}
      {way.stops.map(({ appointmentId, travel }, i) => {
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
      {home && way.back && (
        <li>
          {leg(way.back)}
          {home}
        </li>
      )}
      {way.metres > 0 && (
        <li className="map-total">
          <strong>{texts.total}</strong> {words.travel(way)}
          <span>{credit}</span>
        </li>
      )}
    </ol>
  );
}
