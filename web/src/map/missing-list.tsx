import { useTexts } from '../i18n/language.ts';
import { locationOf, type MapDay, pinOf } from '../map-view/scene.ts';
import type { ListProps } from './list-props.ts';
import { useMapTexts } from './texts.ts';

/** Where homes are hidden from the user, no resource counts as one without a home. */
const unlocatedResources = ({ locations, resources }: MapDay): MapDay['resources'] =>
  locations ? resources.filter((resource) => locationOf(resource) === null) : [];
/** Appointments without a task (an absence, a meeting) have no address that somebody could complete. */
const stopsWithoutPlace = (day: MapDay) =>
  day.appointments.filter(({ place, jobNo }) => place === null && jobNo !== null);

/** How many items of a day have no location: open tasks (listed or not), stops and resources. */
export const unlocatedCount = (day: MapDay): number =>
  day.openTasksWithoutPlace + stopsWithoutPlace(day).length + unlocatedResources(day).length;

/** Items without a location, and the reason. */
export function MissingList({ day, selected, onSelect }: ListProps) {
  const texts = useMapTexts();
  const common = useTexts();
  const count = unlocatedCount(day);
  const work = (
    items: readonly (MapDay['tasks'][number] | MapDay['appointments'][number])[],
    pin: (id: number) => string,
  ) =>
    items
      .filter(({ place }) => place === null)
      .map(({ id, subject, jobNo, address, missing }) => ({
        id: pin(id),
        name: subject ?? jobNo ?? '',
        why: texts[missing ?? 'waiting'],
        more: address,
      }));
  const groups = [
    { name: common.openTasks, lines: work(day.tasks, (id) => `task ${id}`) },
    { name: texts.planned, lines: work(stopsWithoutPlace(day), (id) => `visit ${id}`) },
    {
      name: common.resources,
      lines: unlocatedResources(day).map((resource) => ({
        id: pinOf.resource(resource),
        name: resource.name,
        why: texts.noHome,
        more: null,
      })),
    },
  ].filter(({ lines }) => lines.length > 0);
  if (count === 0) return <p className="map-empty">{texts.allLocated}</p>;
  return (
    <>
      <p className="map-hint">
        <strong>{texts.noLocationCount(count)}.</strong> {texts.noLocationHint}
      </p>
      {groups.map(({ name, lines }) => (
        <section key={name} aria-label={name}>
          <h2 className="map-head">{name}</h2>
          <ul className="map-lines">
            {lines.map((line) => (
              <li key={line.id}>
                <button
                  type="button"
                  className="map-line"
                  aria-current={selected === line.id}
                  onClick={() => onSelect(line.id)}
                >
                  <span className="map-line-main">
                    <span className="map-line-name" dir="auto">
                      {line.name.slice(0, 200)}
                    </span>
                    <span className="map-line-more" dir="auto">
                      {line.more?.slice(0, 200)}
                    </span>
                    <span className="map-line-why">{line.why}</span>
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}
