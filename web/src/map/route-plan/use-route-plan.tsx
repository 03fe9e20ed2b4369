import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, api } from '../../api/client.ts';
import { newId } from '../../api/new-id.ts';
import { useTexts } from '../../i18n/language.ts';
import { useNotify } from '../../kit/use-notify.ts';
import type { MapDay } from '../../map-view/scene.ts';
import { useRoutePlanTexts } from './texts.ts';
import { bodyOf, type Wish } from './wish.ts';

const OVERTIME_MINUTES = 120;

/** A wish for the day of a resource: its preview, and storing it in one request that one undo takes back. */
export function useRoutePlan(day: MapDay | undefined) {
  const texts = useRoutePlanTexts();
  const common = useTexts();
  const notify = useNotify();
  const queries = useQueryClient();
  const [wish, setWish] = useState<Wish>();
  const [overtime, setOvertime] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const body = day && wish && bodyOf(day, wish, overtime ? OVERTIME_MINUTES : 0);
  const path = { resourceNo: wish?.resourceNo ?? '' };
  const preview = useQuery({
    queryKey: ['map', 'plan-route', wish?.resourceNo, body],
    queryFn: () => api.post('/resource/{resourceNo}/route', { path, query: { dryRun: true }, body: body ?? NOTHING }),
    enabled: body !== undefined,
    retry: false,
  });

  const refresh = (): Promise<void> => queries.invalidateQueries({ queryKey: ['map'] });
  const close = (): void => {
    setWish(undefined);
    setOvertime(false);
  };
  const undo = async (requestId: string): Promise<void> => {
    try {
      await api.post('/changes/undo', { body: { requestId }, actionId: newId() });
      notify.success(common.undone);
    } catch (error) {
      notify.error(error);
    }
    await refresh();
  };
  const report = (requestId: string, count: number): void => {
    const name = day?.resources.find(({ resourceNo }) => resourceNo === wish?.resourceNo)?.name ?? '';
    const id = `route ${requestId}`;
    const takeBack = (): void => {
      notifications.hide(id);
      void undo(requestId);
    };
    notifications.show({
      ...{ id, color: 'dark', autoClose: 10_000, closeButtonProps: { 'aria-label': common.close } },
      message: (
        <Group justify="space-between" wrap="nowrap">
          <Text size="sm">{texts.stored(name.slice(0, 80), count)}</Text>
          <Button size="compact-sm" variant="default" onClick={takeBack}>
            {common.undo}
          </Button>
        </Group>
      ),
    });
  };
  const save = async (): Promise<void> => {
    if (!body) return;
    const requestId = newId();
    setSaving(true);
    try {
      const { plan } = await api.post('/resource/{resourceNo}/route', { path, body, actionId: requestId });
      report(requestId, plan.changed);
      close();
    } catch (error) {
      if (isChanged(error)) notify.failure(common.failed, texts.changed);
      else notify.error(error);
    }
    setSaving(false);
    await refresh();
  };
  return { wish, setWish, preview, overtime, setOvertime, isSaving, save, close };
}

const NOTHING = { start: '', end: '', stops: [] };

/** The day is not as it was read. */
export const isChanged = (error: unknown): boolean => error instanceof ApiError && error.status === 412;
