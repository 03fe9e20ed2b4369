import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTexts } from '../i18n/language.ts';
import { useConfirm } from '../kit/use-confirm.tsx';
import { useNotify } from '../kit/use-notify.ts';
import {
  chooseDefault,
  deleteView,
  type PresentView,
  personalViewsQuery,
  type SavedView,
  savedViewsQuery,
  saveView,
  storeView,
  updatedView,
} from './saved-views.ts';
import { usePlanningTexts } from './texts.ts';
import { useViewsTexts } from './views-texts.ts';

export interface ViewChanges {
  save(name: string, isShared: boolean): void;
  rename(view: SavedView, name: string): void;
  update(view: SavedView): void;
  remove(view: SavedView): void;
  setDefault(view: SavedView | undefined): void;
  /** The question before a shared view is deleted. */
  readonly dialog: ReactNode;
}

/** Changes of saved views; each reads the views again and shows a message. */
export function useViewChanges(present: PresentView): ViewChanges {
  const texts = useTexts();
  const planning = usePlanningTexts();
  const own = useViewsTexts();
  const notify = useNotify();
  const queries = useQueryClient();
  const { ask, dialog } = useConfirm();
  const change = async (work: Promise<unknown>, done: () => void): Promise<void> => {
    try {
      await work;
      await Promise.all(
        [savedViewsQuery, personalViewsQuery].map(({ queryKey }) => queries.invalidateQueries({ queryKey })),
      );
      done();
    } catch (error) {
      notify.error(error);
    }
  };
  const run = (work: Promise<unknown>, message: string): void => void change(work, () => notify.success(message));
  const offerUndo = (view: SavedView): void => {
    const id = `view-${view.code}`;
    const restore = (): void => {
      notifications.hide(id);
      run(storeView(view), own.restored);
    };
    notifications.show({
      id,
      autoClose: 10_000,
      color: 'dark',
      closeButtonProps: { 'aria-label': texts.close },
      message: (
        <Group justify="space-between">
          {planning.viewDeleted}
          <Button size="compact-xs" variant="default" onClick={restore}>
            {texts.undo}
          </Button>
        </Group>
      ),
    });
  };
  const remove = (view: SavedView): void =>
    view.isShared
      ? ask({
          title: own.deleteTitle,
          body: own.deleteBody(view.name.slice(0, 100)),
          yes: own.delete,
          act: () => run(deleteView(view), planning.viewDeleted),
        })
      : void change(deleteView(view), () => offerUndo(view));
  return {
    save: (name, isShared) => run(saveView(name, isShared, present), planning.viewSaved),
    rename: (view, name) => run(storeView({ ...view, name }), own.renamed),
    update: (view) => run(storeView(updatedView(view, present)), own.updated),
    remove,
    setDefault: (view) => run(chooseDefault(view), view ? own.defaultSet : own.defaultCleared),
    dialog,
  };
}
