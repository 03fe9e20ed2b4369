import { useDebouncedValue } from '@mantine/hooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { slotsQuery } from './queries.ts';
import {
  areForOneTask,
  bodyOf,
  type SlotAnswer,
  type SlotBody,
  type SlotRequest,
  type TaskKey,
} from './slot-request.ts';
import type { WeightsState } from './use-weights.ts';

const PAUSE_MS = 250;

/** Searches again after every change of the request, once the user pauses. Slots of another task are not shown. */
export function useSlotSearch(request: SlotRequest, task: TaskKey | undefined, zone: string, weights: WeightsState) {
  const body = bodyOf(request, task, zone, weights.sent);
  // Compared as text: the object is new with every render and would never settle.
  const text = JSON.stringify(body);
  const [sentText] = useDebouncedValue(text, PAUSE_MS);
  const sent: SlotBody | undefined = sentText === undefined || !weights.isReady ? undefined : JSON.parse(sentText);
  const answer = useInfiniteQuery(slotsQuery(sent));
  const isOwn = areForOneTask(sent, body);
  return {
    data: isOwn ? joined(answer.data?.pages) : undefined,
    error: isOwn && answer.isError ? answer.error : undefined,
    /** False while the request lacks a task, a duration or a window. */
    isComplete: body !== undefined,
    /** Another request is pending, or about to be sent. */
    isBusy: body !== undefined && ((answer.isFetching && !answer.isFetchingNextPage) || sentText !== text),
    hasMore: answer.hasNextPage,
    isLoadingMore: answer.isFetchingNextPage,
    loadMore: (): void => void answer.fetchNextPage(),
    retry: (): void => void answer.refetch(),
  };
}

/** All pages so far as one response. */
function joined(pages: readonly SlotAnswer[] | undefined): SlotAnswer | undefined {
  const [first] = pages ?? [];
  return (
    first && {
      ...first,
      slots: (pages ?? []).flatMap(({ slots }) => slots),
      warnings: [...new Set((pages ?? []).flatMap(({ warnings }) => warnings))],
    }
  );
}

export type SlotSearch = ReturnType<typeof useSlotSearch>;
