import { ListState } from '../kit/list-state.tsx';
import { useFormat } from '../kit/use-format.ts';
import { colorsOf, type MapTask, pinOf } from '../map-view/scene.ts';
import type { ListProps } from './list-props.ts';
import { useMapTexts } from './texts.ts';

interface Props extends ListProps {
  readonly tasks: readonly MapTask[];
  onClearFilters(): void;
}

/** Open tasks, the earliest due date first. */
export function OpenList({ day, tasks, selected, onSelect, onClearFilters, onWish, onPress }: Props) {
  const texts = useMapTexts();
  const format = useFormat();
  const colorOf = colorsOf(day);
  if (tasks.length === 0)
    return <ListState isFiltered={day.tasks.length > 0} empty={texts.noOpenTasks} onClear={onClearFilters} />;
  return (
    <>
      {day.tasks.length < day.openTasks && (
        <p className="map-hint">{texts.moreOpen(day.tasks.length, day.openTasks)}</p>
      )}
      <ul className="map-lines">
        {tasks.map((task) => (
          <li key={task.id}>
            <button
              type="button"
              className="map-line"
              aria-current={selected === pinOf.task(task)}
              onClick={() => onSelect(pinOf.task(task))}
              onPointerDown={(event) => onWish && event.button === 0 && onPress(task, event)}
            >
              <span className="map-sign map-sign-open" style={{ borderColor: colorOf(task) }} />
              <span className="map-line-main">
                <span className="map-line-name" dir="auto">
                  {task.subject.slice(0, 200)}
                </span>
                <span className="map-line-more" dir="auto">
                  {[task.customerName, task.address].filter(Boolean).join(' · ').slice(0, 200) || task.jobNo}
                </span>
              </span>
              <span className="map-line-end">
                {task.due === null ? '' : format.day(task.due)}
                <span>{task.durationInSeconds > 0 ? format.hours(task.durationInSeconds) : ''}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
