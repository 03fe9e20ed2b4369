import { Button, Slider } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { ApiError } from '../../api/client.ts';
import { formatIn } from '../../dates/format.ts';
import { instantIn, instantOf } from '../../dates/zone.ts';
import { Icon } from '../../frame/icons.tsx';
import { useLocale } from '../../i18n/language.ts';
import { DateTimeInput } from '../../kit/date-time-input.tsx';
import type { BoardReads } from '../use-board.ts';
import { asOfText, boundsOf, stepped, typedMoment, within } from './moments.ts';
import './past.css';
import { keptQuery, presentOf } from './queries.ts';
import { usePastTexts } from './texts.ts';
import { usePlay } from './use-play.ts';

const CompareWithNow = lazy(() => import('./compare-with-now.tsx').then((file) => ({ default: file.CompareWithNow })));

interface Props {
  readonly reads: BoardReads;
  readonly zone: string;
  readonly asOf: string;
  /** Shows another moment; undefined for the present. */
  onMoment(asOf: string | undefined): void;
}

/** The moment that the board shows, and what leads to others. */
export function PastBar({ reads, zone, asOf, onMoment }: Props) {
  const texts = usePastTexts();
  const { locale } = useLocale();
  const format = formatIn(zone, locale);
  const { data: kept } = useQuery(keptQuery);
  const at = instantIn(zone, asOf);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the present of the moment that is shown
  const now = useMemo(() => presentOf(kept), [asOf, kept]);
  const oldest = kept?.oldest ? Date.parse(kept.oldest) : undefined;
  const bounds = boundsOf(oldest ?? at, now);
  const [dragged, setDragged] = useState<number>();
  const [comparedAt, setComparedAt] = useState<number>();
  const isDrawn = reads.readAt === asOf && !reads.isLoading;
  const isGone = reads.error instanceof ApiError && reads.error.status === 410;
  const play = usePlay({
    ...{ at, isDrawn, hasFailed: reads.error !== undefined },
    present: () => presentOf(kept),
    onMoment: (next) => onMoment(asOfText(next)),
  });
  /** What is older than the log is left to the service, which names the oldest moment. */
  const go = (next: number): void => {
    play.pause();
    onMoment(asOfText(Math.min(next, boundsOf(next, presentOf(kept)).max)));
  };
  const step = (label: string, by: { readonly days?: number; readonly hours?: number }) => {
    const next = within(bounds, stepped(zone, at, by));
    const isForward = (by.days ?? by.hours ?? 0) > 0;
    const disabled = isForward ? next <= at : next >= at;
    return (
      <Button size="compact-xs" variant="default" disabled={disabled} onClick={() => go(next)}>
        {label}
      </Button>
    );
  };
  return (
    <section className="past-bar" aria-label={texts.bar}>
      <span className="past-mark">{texts.past}</span>
      <strong className="past-moment">{format.moment(dragged ?? at)}</strong>
      <span className="past-note">{texts.readOnly}</span>
      {isGone && (
        <span className="past-gone" role="alert">
          {oldest === undefined ? texts.nothingKept : texts.keptSince(format.moment(oldest))}{' '}
          {oldest !== undefined && (
            <Button size="compact-xs" variant="default" onClick={() => go(oldest)}>
              {texts.goTo(format.moment(oldest))}
            </Button>
          )}
        </span>
      )}
      <span className="past-space" />
      <DateTimeInput
        size="xs"
        classNames={{ input: 'past-field' }}
        aria-label={texts.moment}
        value={typedMoment(zone, at)}
        onChange={(typed) => typed !== '' && typed !== typedMoment(zone, at) && go(momentOf(zone, typed))}
      />
      <div className="toolbar-group">
        {step(texts.minusDay, { days: -1 })}
        {step(texts.minusHour, { hours: -1 })}
        {step(texts.plusHour, { hours: 1 })}
        {step(texts.plusDay, { days: 1 })}
      </div>
      <Slider
        className="past-slider"
        size="sm"
        {...bounds}
        max={Math.max(bounds.max, bounds.min + bounds.step)}
        label={null}
        value={within(bounds, dragged ?? at)}
        thumbLabel={texts.slider}
        thumbProps={{ 'aria-valuetext': format.moment(dragged ?? at) }}
        onChange={setDragged}
        onChangeEnd={(chosen) => {
          setDragged(undefined);
          if (chosen !== at) go(chosen);
        }}
      />
      <Button
        size="compact-xs"
        variant="default"
        leftSection={<Icon name={play.isPlaying ? 'pause' : 'play'} size={12} />}
        disabled={!play.isPlaying && (at >= bounds.max || reads.error !== undefined)}
        onClick={play.isPlaying ? play.pause : play.start}
      >
        {play.isPlaying ? texts.pause : texts.play}
      </Button>
      <Button
        size="compact-xs"
        variant="default"
        disabled={isGone}
        onClick={() => {
          play.pause();
          // A moment after the present is the present here.
          setComparedAt(Math.max(Date.now(), presentOf(kept)));
        }}
      >
        {texts.compare}
      </Button>
      <Button size="compact-xs" onClick={() => onMoment(undefined)}>
        {texts.backToNow}
      </Button>
      {comparedAt !== undefined && (
        <Suspense>
          <CompareWithNow
            {...{ store: reads.store, zone, from: asOfText(at), to: asOfText(comparedAt) }}
            onClose={() => setComparedAt(undefined)}
          />
        </Suspense>
      )}
    </section>
  );
}

const momentOf = (zone: string, typed: string): number => instantOf(zone, Date.parse(`${typed}Z`));
