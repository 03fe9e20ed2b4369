import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { newId } from '../api/new-id.ts';
import { useTexts } from '../i18n/language.ts';
import { useNotify } from '../kit/use-notify.ts';
import { useMay } from '../session/may.ts';
import { useMasterDataTexts } from './texts.ts';

const UNDO_MS = 12_000;

/** Says what an action did, and offers to undo all its requests. */
export function useUndoToast(): (message: string, actionId: string) => void {
  const texts = useMasterDataTexts();
  const notify = useNotify();
  const queries = useQueryClient();
  const mark = useMay()('masterData.change');
  const { close } = useTexts();
  const undo = async (requestId: string): Promise<void> => {
    try {
      await api.post('/changes/undo', { body: { requestId }, actionId: newId() });
      notify.success(texts.undone);
    } catch (error) {
      notify.error(error);
    }
    await queries.invalidateQueries();
  };
  return (message, actionId) => {
    const toast = notifications.show({
      autoClose: UNDO_MS,
      color: 'dark',
      closeButtonProps: { 'aria-label': close },
      message: (
        <span className="master-toast">
          <span dir="auto">{message}</span>{' '}
          <Button
            {...mark}
            size="compact-xs"
            variant="default"
            onClick={() => {
              notifications.hide(toast);
              void undo(actionId);
            }}
          >
            {texts.undo}
          </Button>
        </span>
      ),
    });
  };
}
