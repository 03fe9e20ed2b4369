import { Button } from '@mantine/core';
import type { DayRoute, MapLabels, MapVisit, Travel } from '../map-view/scene.ts';
import { useMay } from '../session/may.ts';
import { StopHandle } from './route-plan/stop-handle.tsx';
import { useRoutePlanTexts } from './route-plan/texts.ts';
import type { Wish } from './route-plan/wish.ts';
import { StopLine } from './stop-line.tsx';
import { useMapTexts } from './texts.ts';

interface Props {
  readonly route: DayRoute;
  readonly source: 'roads' | 'mixed' | 'estimate';
  readonly visits: ReadonlyMap<number, MapVisit>;
  readonly words: MapLabels;
  readonly colorOf: (work: MapVisit) => string;
  readonly resourceNo: string;
  readonly onWish: ((wish: Wish) => void) | undefined;
  readonly selected: string | undefined;
  onSelect(id: string): void;
}

/** A day from home to home, with the distance of each leg. */
export function RouteLines({ route, source, visits, words, colorOf, selected, onSelect, resourceNo, onWish }: Props) {
  const texts = useMapTexts();
  const planTexts = useRoutePlanTexts();
  const plan = useMay()('map.plan');
  const order = route.stops.map(({ appointmentId }) => appointmentId).filter((id) => visits.has(id));
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
            <li key={appointmentId} data-stop={appointmentId}>
              {leg(travel)}
              <div className="map-stop">
                <StopLine visit={visit} number={i + 1} color={colorOf(visit)} selected={selected} onSelect={onSelect} />
                {onWish && order.length > 1 && (
                  <StopHandle
                    name={visit.subject ?? visit.jobNo ?? visit.appointmentNo}
                    id={appointmentId}
                    order={order}
                    onOrder={(wanted) => onWish({ type: 'order', resourceNo, order: wanted })}
                  />
                )}
              </div>
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
      {onWish && plan && (
        <li className="map-plan">
          <Button
            size="compact-sm"
            variant="default"
            disabled={order.length < 2}
            onClick={() => onWish({ type: 'optimise', resourceNo })}
            {...plan}
          >
            {planTexts.optimise}
          </Button>
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
