import { ActionIcon } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { safeColor } from '../board/contrast.ts';
import { Icon } from '../frame/icons.tsx';
import { useTexts } from '../i18n/language.ts';
import type { CardOf } from '../job-card/query.ts';
import { useCaptions } from '../kit/use-captions.ts';
import { useFormat } from '../kit/use-format.ts';
import { colorsOf, type MapDay, type MapLabels, pinOf, visitorsOf } from '../map-view/scene.ts';
import { PlanTask } from './route-plan/plan-task.tsx';
import type { Wish } from './route-plan/wish.ts';
import { useMapTexts } from './texts.ts';

const ActionsButton = lazy(() =>
  import('../job-actions/actions-button.tsx').then((file) => ({ default: file.ActionsButton })),
);
const JobCard = lazy(() => import('../job-card/job-card.tsx').then((file) => ({ default: file.JobCard })));

interface Props {
  readonly day: MapDay;
  readonly id: string | undefined;
  readonly date: string;
  readonly words: MapLabels;
  onClose(): void;
  readonly onWish: ((wish: Wish) => void) | undefined;
}

interface Shown {
  readonly title: string;
  /** What has a job card. */
  readonly of?: CardOf;
  readonly rows: readonly (readonly [name: string, value: ReactNode])[];
}

/** Details of the selection, with a link to its day on the planning board. */
export function Details({ day, id, date, words, onClose, onWish }: Props) {
  const texts = useMapTexts();
  const shown = useShown(day, id, words);
  if (!shown) return null;
  return (
    <section className="map-card" aria-label={shown.title.slice(0, 120)}>
      <ActionIcon
        className="map-card-close"
        variant="subtle"
        color="gray"
        aria-label={texts.closeDetails}
        onClick={onClose}
      >
        <Icon name="close" size={14} />
      </ActionIcon>
      <h2 dir="auto">{shown.title.slice(0, 400)}</h2>
      <dl>
        {shown.rows
          .filter(([, value]) => value !== null && value !== '')
          .map(([name, value], i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change their order
            <div key={i}>
              <dt>{name}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ))}
      </dl>
      {shown.of && (
        <Suspense>
          <JobCard of={shown.of} isShort>
            <ActionsButton of={{ ...shown.of, place: 'map' }} />
          </JobCard>
        </Suspense>
      )}
      <PlanTask day={day} id={id} onWish={onWish} />
      <Link to="/planning" search={{ date, mode: 'day' } as never}>
        {texts.onBoard}
      </Link>
    </section>
  );
}

function useShown(day: MapDay, id: string | undefined, words: MapLabels): Shown | undefined {
  const texts = useMapTexts();
  const common = useTexts();
  const caption = useCaptions();
  const format = useFormat();
  const task = day.tasks.find((each) => pinOf.task(each) === id);
  const visit = day.appointments.find((each) => pinOf.visit(each) === id);
  const resource = day.resources.find((each) => pinOf.resource(each) === id);
  const work = task ?? visit;
  const ofWork: Shown['rows'] = work
    ? [
        [caption('customerName', common.customer), work.customerName?.slice(0, 200) ?? null],
        [caption('siteAddress', common.address), work.address?.slice(0, 300) ?? null],
        [caption('jobNo', common.job), work.jobNo === null ? null : `${work.jobNo} / ${work.taskNo}`],
        [
          caption('category', common.category),
          work.category && <Category name={work.category} color={colorsOf(day)(work)} />,
        ],
        [texts.noLocation, work.missing && texts[work.missing]],
      ]
    : [];
  if (task)
    return {
      title: task.subject,
      of: { task: task.id },
      rows: [
        ...ofWork,
        [texts.length, task.durationInSeconds > 0 ? format.hours(task.durationInSeconds) : null],
        [common.due, task.due && format.date(task.due)],
      ],
    };
  if (visit)
    return {
      title: visit.subject ?? visit.jobNo ?? '',
      of: { appointment: visit.id },
      rows: [
        [texts.time, `${format.clock(visit.start)}–${format.clock(visit.end)}`],
        [
          common.resource,
          (visitorsOf(day).get(visit.id) ?? [])
            .map(({ name }) => name)
            .join(', ')
            .slice(0, 300),
        ],
        ...ofWork,
      ],
    };
  if (!resource) return undefined;
  return {
    title: resource.name,
    rows: [
      [common.number, resource.resourceNo],
      [texts.total, resource.metres > 0 ? words.travel(resource) : null],
      ['', resource.stops.length === 0 ? texts.noStops : texts.stops(resource.stops.length)],
      [
        '',
        resource.seen
          ? texts.lastSeen(format.clock(resource.seen.at))
          : resource.home
            ? texts.atHome
            : day.locations
              ? texts.noHome
              : null,
      ],
    ],
  };
}

const Category = ({ name, color }: { name: string; color: string }) => (
  <>
    <span className="map-swatch" style={{ background: safeColor(color) }} />
    {name}
  </>
);
