import type { Paths } from '../api/schema.ts';
import { colorsOf, initialsOf, type MapVisit, pinOf, visitorsOf } from '../map-view/scene.ts';
import type { ListProps } from './list-props.ts';
import { RouteLines } from './route-lines.tsx';
import { DROP } from './route-plan/drag-task.ts';
import { StopLine } from './stop-line.tsx';
import { useMapTexts } from './texts.ts';

interface Props extends ListProps {
  readonly route: Paths['/resource/{resourceNo}/route']['get']['answer'] | undefined;
  onChoose(resourceNo: string | undefined): void;
}

/** The resources of the day. The selected one shows its stops. */
export function ResourceList({ day, choice, words, selected, route, onSelect, onChoose, onWish }: Props) {
  const texts = useMapTexts();
  const colorOf = colorsOf(day);
  const visitors = visitorsOf(day);
  const unassigned = day.appointments.filter(({ id }) => !visitors.has(id));
  const shown = day.resources.filter(
    ({ resourceNo }) =>
      choice.onlyResources.size === 0 || choice.onlyResources.has(resourceNo) || resourceNo === choice.chosen,
  );
  const visits = new Map<number, MapVisit>(day.appointments.map((visit) => [visit.id, visit]));
  if (day.resources.length === 0) return <p className="map-empty">{texts.noResources}</p>;
  return (
    <>
      <ul className="map-lines">
        {shown.map((resource) => {
          const isChosen = resource.resourceNo === choice.chosen;
          const shown = isChosen && route?.resourceNo === resource.resourceNo ? route : resource;
          return (
            <li key={resource.id} className={isChosen ? 'map-chosen' : ''} {...{ [DROP]: resource.resourceNo }}>
              <button
                type="button"
                className="map-line"
                aria-expanded={isChosen}
                aria-current={selected === pinOf.resource(resource)}
                onClick={() => onChoose(isChosen ? undefined : resource.resourceNo)}
              >
                <span className="map-square" aria-hidden="true">
                  {initialsOf(resource.name)}
                </span>
                <span className="map-line-main">
                  <span className="map-line-name" dir="auto">
                    {resource.name.slice(0, 120)}
                  </span>
                  <span className="map-line-more" dir="auto">
                    {resource.stops.length === 0 ? texts.noStops : texts.stops(resource.stops.length)}
                    {resource.teamName === null ? '' : ` · ${resource.teamName.slice(0, 60)}`}
                  </span>
                </span>
                <span className="map-line-end">{shown.metres > 0 && words.travel(shown)}</span>
              </button>
              {isChosen && (
                <RouteLines
                  route={shown}
                  source={shown === route ? route.source : 'estimate'}
                  visits={visits}
                  words={words}
                  colorOf={colorOf}
                  selected={selected}
                  onSelect={onSelect}
                  resourceNo={resource.resourceNo}
                  onWish={onWish}
                />
              )}
            </li>
          );
        })}
      </ul>
      {unassigned.length > 0 && (
        <section aria-label={texts.unassigned}>
          <h2 className="map-head">{texts.unassigned}</h2>
          <ul className="map-lines">
            {unassigned.map((visit) => (
              <li key={visit.id}>
                <StopLine visit={visit} color={colorOf(visit)} selected={selected} onSelect={onSelect} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
