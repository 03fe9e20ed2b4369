import { notifications } from '@mantine/notifications';
import { useCallback } from 'react';
import { useLocale } from '../i18n/language.ts';
import type { Outcome } from './action-queue.ts';
import type { BoardStore } from './board-store.ts';
import { differenceLines } from './difference-lines.ts';
import { usePlanningTexts } from './texts.ts';

/** Shows the outcome of an action as a notification. */
export function useReport(store: BoardStore, zone: string): (outcome: Outcome) => void {
  const { texts, locale: language } = useLocale();
  const own = usePlanningTexts();
  return useCallback(
    (outcome: Outcome): void => {
      const closeButtonProps = { 'aria-label': texts.close };
      if (outcome.type === 'done') {
        const message = outcome.what === 'redone' ? own.redone : texts[outcome.what];
        notifications.show({ message, autoClose: 1500, color: 'dark', closeButtonProps });
      } else if (outcome.type === 'refused') {
        const message = outcome.why.slice(0, 400);
        notifications.show({ color: 'red', title: texts.failed, message, autoClose: 9000, closeButtonProps });
      } else if (outcome.type === 'conflict') {
        const { who, what, together, difference } = outcome;
        const sentence = together ? own.othersChanged(who, what) : texts.changedBy(who);
        const details = differenceLines(difference, { store, zone, language, labels: { ...texts, ...own } });
        const message = [sentence, ...details].join('\n');
        notifications.show({
          ...{ color: 'orange', title: texts.conflict, message, className: 'conflict' },
          ...{ autoClose: 9000, closeButtonProps },
        });
      } else {
        const message = outcome.type === 'nothingToUndo' ? texts.nothingToUndo : own[outcome.type];
        notifications.show({ message, autoClose: 2500, closeButtonProps });
      }
    },
    [texts, own, store, zone, language],
  );
}
