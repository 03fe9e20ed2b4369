import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { slotsQuery } from './queries.ts';
import { areForOneTask, bodyOf, type SlotBody, type SlotRequest, type TaskKey } from './slot-request.ts';
import type { WeightsState } from './use-weights.ts';

const PAUSE_MS = 250;

/** Searches again after every change of the request, once the user pauses. Slots of another task are not shown. */
export function useSlotSearch(request: SlotRequest, task: TaskKey | undefined, zone: string, weights: WeightsState) {
  const body = bodyOf(request, task, zone, weights.sent);
  // Compared as text: the object is new with every render and would never settle.
  const text = JSON.stringify(body);
  const [sentText] = useDebouncedValue(text, PAUSE_MS);
  const sent: SlotBody | undefined = sentText === undefined || !weights.isReady ? undefined : JSON.parse(sentText);
  const answer = useQuery(slotsQuery(sent));
  const isOwn = areForOneTask(sent, body);
  return {
    data: isOwn ? answer.data : undefined,
    error: isOwn && answer.isError ? answer.error : undefined,
    /** False while the request lacks a task, a duration or a window. */
    isComplete: body !== undefined,
    /** Another request is pending, or about to be sent. */
    isBusy: body !== undefined && (answer.isFetching || sentText !== text),
    retry: (): void => void answer.refetch(),
  };
}

export type SlotSearch = ReturnType<typeof useSlotSearch>;
