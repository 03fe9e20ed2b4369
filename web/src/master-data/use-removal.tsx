import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { newId } from '../api/new-id.ts';
import type { Schemas } from '../api/schema.ts';
import { useTexts } from '../i18n/language.ts';
import { useConfirm } from '../kit/use-confirm.tsx';
import { useNotify } from '../kit/use-notify.ts';
import { useMay } from '../session/may.ts';
import { deletedWith } from './deleted-with.ts';
import { useEntityNames } from './entity-names.ts';
import { useMasterDataTexts } from './texts.ts';

const UNDO_MS = 12_000;

interface Removal {
  /** What is deleted, as its label says. */
  readonly name: string;
  readonly entity: string;
  send(options: { readonly actionId?: string; readonly dryRun?: boolean }): Promise<Schemas['WriteAnswer']>;
  done?(): void;
}

/** Deletes a record: first asks and says what would go with it, then offers to undo. */
export function useRemoval() {
  const texts = useMasterDataTexts();
  const names = useEntityNames();
  const notify = useNotify();
  const confirm = useConfirm();
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
  const act = async ({ name, send, done }: Removal): Promise<void> => {
    const actionId = newId();
    try {
      await send({ actionId });
    } catch (error) {
      notify.error(error);
      return;
    }
    done?.();
    await queries.invalidateQueries();
    const toast = notifications.show({
      autoClose: UNDO_MS,
      color: 'dark',
      closeButtonProps: { 'aria-label': close },
      message: (
        <span className="master-toast">
          <span dir="auto">{texts.removed(name)}</span>{' '}
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
  const ask = async (removal: Removal): Promise<void> => {
    const { name, entity, send } = removal;
    try {
      const { impact } = await send({ dryRun: true });
      const others = [...deletedWith(impact, entity)];
      confirm.ask({
        title: texts.removeQuestion(name),
        yes: texts.remove(name),
        body: (
          <>
            {others.length === 0 ? texts.removesNothingElse : texts.removesAlso}
            {others.map(([kind, count]) => (
              <span key={kind} className="master-gone">
                {names[kind] ?? kind}: {count}
              </span>
            ))}
            <span className="master-gone">{texts.canBeUndone}</span>
          </>
        ),
        act: () => void act(removal),
      });
    } catch (error) {
      // The service says what keeps the record, such as planned appointments.
      notify.error(error);
    }
  };
  return { ask: (removal: Removal): void => void ask(removal), dialog: confirm.dialog };
}
