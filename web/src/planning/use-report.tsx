import { notifications } from '@mantine/notifications';
import { useCallback, useRef } from 'react';
import { useLocale } from '../i18n/language.ts';
import { type UndoConflict, useErrorMessage, useReasonText } from '../messages/error-message.ts';
import { useMay } from '../session/may.ts';
import type { Outcome } from './action-queue.ts';
import type { BoardStore } from './board-store.ts';
import { useBoardTexts } from './board-texts.ts';
import { differenceLines } from './difference-lines.ts';
import { usePlanningFailureTexts } from './failure-texts.ts';
import { whatFailed } from './named-action.ts';
import { actionName, actionSentence, momentText } from './undo/action-name.ts';
import { useUndoTexts } from './undo/texts.ts';
import { UndoToast } from './undo/undo-toast.tsx';
import { useRetryNotice } from './use-retry-notice.ts';

const UNDO_MS = 8000;

/** Shows the outcome of an action as a notification. The next one replaces the notification of an action that was done. */
export function useReport(store: BoardStore, zone: string, onUndone: () => void): (outcome: Outcome) => void {
  const { texts, locale: language } = useLocale();
  const own = useBoardTexts();
  const undoTexts = useUndoTexts();
  const { couldNot } = usePlanningFailureTexts();
  const messageOf = useErrorMessage();
  const reasonOf = useReasonText();
  useRetryNotice();
  const mark = useMay()('planning.undo');
  const latest = useRef({ mark, onUndone });
  latest.current = { mark, onUndone };
  const last = useRef<string>(undefined);
  return useCallback(
    (outcome: Outcome): void => {
      const closeButtonProps = { 'aria-label': texts.close };
      const whyOf = (conflict: UndoConflict | undefined, error: unknown): string =>
        conflict ? reasonOf(conflict) : messageOf(error);
      const naming = { store, zone, language, texts: undoTexts };
      if (last.current !== undefined) notifications.hide(last.current);
      last.current = undefined;
      if (outcome.type === 'done') {
        const { action, undo } = outcome;
        const title = outcome.what === 'redone' ? own.redone : texts[outcome.what];
        const isNamed = outcome.what === 'undone' || outcome.what === 'redone';
        const name = action && (isNamed ? actionSentence(action, naming) : actionName(action, naming));
        const undoIt = (): void => {
          notifications.hide(id);
          undo?.();
          latest.current.onUndone();
        };
        const id = notifications.show({
          ...(name ? { title } : {}),
          message: undo ? (
            <UndoToast text={name || title} label={undoTexts.undo} mark={latest.current.mark} onUndo={undoIt} />
          ) : (
            name || title
          ),
          ...{ autoClose: undo ? UNDO_MS : 2500, color: 'dark', closeButtonProps },
        });
        last.current = id;
      } else if (outcome.type === 'notUndone') {
        const { action, error, conflict } = outcome;
        const by = conflict?.by;
        const why = by
          ? undoTexts.changedSince(by.actor.replace(/^\w+:/, ''), momentText(language, zone, Date.parse(by.at)))
          : whyOf(conflict, error);
        const message = [actionSentence(action, naming), why.slice(0, 400)].join('\n');
        notifications.show({
          ...{ color: 'orange', title: undoTexts.cannotUndo, message, className: 'difference-toast' },
          ...{ autoClose: 9000, closeButtonProps },
        });
      } else if (outcome.type === 'refused') {
        const message = (outcome.why ?? whyOf(outcome.conflict, outcome.error)).slice(0, 400);
        const what = whatFailed(outcome.error);
        const title = what === undefined ? texts.failed : couldNot[what];
        notifications.show({ color: 'red', title, message, autoClose: 9000, closeButtonProps });
      } else if (outcome.type === 'conflict') {
        const { who, what, together, difference } = outcome;
        const sentence = together ? own.othersChanged(who, what) : texts.changedBy(who);
        const details = differenceLines(difference, { store, zone, language, labels: { ...texts, ...own } });
        const message = [sentence, ...details].join('\n');
        notifications.show({
          ...{ color: 'orange', title: texts.conflict, message, className: 'difference-toast' },
          ...{ autoClose: 9000, closeButtonProps },
        });
      } else {
        const message = outcome.type === 'nothingToUndo' ? texts.nothingToUndo : own[outcome.type];
        notifications.show({ message, autoClose: 2500, closeButtonProps });
      }
    },
    [texts, own, undoTexts, couldNot, messageOf, reasonOf, store, zone, language],
  );
}
