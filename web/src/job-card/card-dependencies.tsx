import { useFormat } from '../kit/use-format.ts';
import { useDependencyTexts } from './dependency-texts.ts';
import { Part } from './part.tsx';
import type { JobCardAnswer } from './query.ts';

type Dependency = JobCardAnswer['dependencies'][number];

/** The tasks that this one depends on, and those that depend on it, with their time. */
export function Dependencies({ card: { dependencies } }: { card: JobCardAnswer }) {
  const texts = useDependencyTexts();
  const format = useFormat();
  if (dependencies.length === 0) return null;
  const time = (seconds: number): string => `${format.hours(seconds)} h`;
  const lagOf = ({ lagInSeconds: least, maxLagInSeconds: most }: Dependency): string | undefined => {
    if (most === 0 && least === 0) return texts.atOnce;
    if (most !== null) return texts.between(time(least), time(most));
    return least === 0 ? undefined : texts.atLeast(time(least));
  };
  const relationOf = ({ direction, type }: Dependency): string =>
    (direction === 'predecessor' ? texts.after : texts.before)[type] ?? '';
  return (
    <Part title={texts.dependencies}>
      <ul>
        {dependencies.map((each) => (
          <li key={`${each.direction} ${each.jobNo} ${each.taskNo}`} dir="auto">
            {relationOf(each)} <bdi>{`${each.jobNo} / ${each.taskNo}`}</bdi> {each.shortDescription.slice(0, 100)}
            <span className="job-card-soft">
              {[lagOf(each), each.differentResources ? texts.differentResources : undefined]
                .filter((part) => part !== undefined)
                .map((part) => `, ${part}`)
                .join('')}
              {' · '}
              {each.start === null || each.end === null
                ? texts.notPlanned
                : `${format.day(each.start)} ${format.clock(each.start)}–${format.clock(each.end)}`}
            </span>
          </li>
        ))}
      </ul>
    </Part>
  );
}
