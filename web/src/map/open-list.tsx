import { useFormat } from '../kit/use-format.ts';
import { colorsOf, type MapTask, pinOf } from '../map-view/scene.ts';
import type { ListProps } from './list-props.ts';
import { useMapTexts } from './texts.ts';

/** Open tasks, the earliest due date first. */
export function OpenList({ day, tasks, selected, onSelect }: ListProps & { tasks: readonly MapTask[] }) {
  const texts = useMapTexts();
  const format = useFormat();
  const colorOf = colorsOf(day);
  if (tasks.length === 0) return <p className="map-empty">{texts.noOpenTasks}</p>;
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
            >
              <span className="map-sign map-sign-open" style={{ borderColor: colorOf(task.category) }} />
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
