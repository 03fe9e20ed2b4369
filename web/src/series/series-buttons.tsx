import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { dateOf, midnightOf } from '../dates/zone.ts';
import type { useConfirm } from '../kit/use-confirm.tsx';
import { useNotify } from '../kit/use-notify.ts';
import { useMay } from '../session/may.ts';
import { useSession, zoneOf } from '../session/session.ts';
import { useSeriesListTexts } from './list-texts.ts';
import { type Series, seriesQuery } from './series-query.ts';

interface Props {
  readonly series: Series;
  readonly ask: ReturnType<typeof useConfirm>['ask'];
}

/** Ends a series today, or deletes all its appointments. A series in the past can only be deleted. */
export function SeriesButtons({ series: { seriesId, count, last }, ask }: Props) {
  const texts = useSeriesListTexts();
  const zone = zoneOf(useSession());
  const end = useEnd();
  const mark = useMay()('series.end');
  const today = dateOf(zone, Date.now());
  const endToday = (): void =>
    ask({
      title: texts.endNow,
      body: texts.endAsk,
      yes: texts.endNow,
      act: () => void end(seriesId, new Date(midnightOf(zone, today)).toISOString()),
    });
  const remove = (): void =>
    ask({
      title: texts.remove,
      body: texts.removeAsk(count),
      yes: texts.remove,
      act: () => void end(seriesId),
    });
  if (!mark) return null;
  return (
    <div className="rec-actions" {...mark}>
      {last.slice(0, 10) >= today && (
        <Button size="compact-xs" variant="default" onClick={endToday}>
          {texts.endNow}
        </Button>
      )}
      <Button size="compact-xs" variant="default" onClick={remove}>
        {texts.remove}
      </Button>
    </div>
  );
}

/** Deletes the appointments of a series from an instant on, or all of them. */
function useEnd() {
  const texts = useSeriesListTexts();
  const notify = useNotify();
  const queries = useQueryClient();
  return async (seriesId: string, from?: string): Promise<void> => {
    try {
      const { counts } = await api.delete('/appointmentRecurring', { body: { seriesId, ...(from ? { from } : {}) } });
      notify.success(texts.removed(counts.deleted));
    } catch (error) {
      notify.error(error);
    }
    await queries.invalidateQueries({ queryKey: seriesQuery.queryKey });
  };
}
