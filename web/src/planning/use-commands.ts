import { notifications } from '@mantine/notifications';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Board } from '../board/board.ts';
import { snapped } from '../board/hit-test.ts';
import type { Bar, BoardCommand, Insertion, OpenWork } from '../board/types.ts';
import { dateOf } from '../dates/zone.ts';
import { useLocale } from '../i18n/language.ts';
import { ActionQueue, type Outcome } from './action-queue.ts';
import { PlanningActions } from './actions.ts';
import type { Editing } from './appointment-dialog.tsx';
import type { MenuChoice, MenuTarget } from './bar-menu.tsx';
import { differenceLines } from './difference-lines.ts';
import type { OpenTaskLine } from './open-tasks.tsx';
import { shiftedBy } from './shifted.ts';
import { usePlanningTexts } from './texts.ts';
import type { BoardReads } from './use-board.ts';

interface Options {
  readonly reads: BoardReads;
  readonly zone: string;
  readonly withContainers: boolean;
  /** Open tasks that are selected; the first is offered for a new appointment. */
  readonly tasks: readonly OpenTaskLine[];
  readonly board: Board | undefined;
  workOf(task: OpenTaskLine): OpenWork;
  onMenu(insertion: MenuTarget): void;
  onEdit(editing: Editing): void;
  onDetails(): void;
  onFindSlot(id: number): void;
  onDay(date: string): void;
}

/** From what the board asks for to what is done. */
export function useCommands(options: Options) {
  const { reads, zone, board } = options;
  const { store, refresh, ignore } = reads;
  const { texts, locale: language } = useLocale();
  const own = usePlanningTexts();
  const [selected, setSelected] = useState<readonly number[]>([]);
  const [clip, setClip] = useState<'cut' | 'copy'>();
  const [, setVersion] = useState(0);

  const report = useCallback(
    (outcome: Outcome): void => {
      const closeButtonProps = { 'aria-label': texts.close };
      if (outcome.type === 'done') {
        const message = outcome.what === 'redone' ? own.redone : texts[outcome.what];
        notifications.show({ message, autoClose: 1500, color: 'dark', closeButtonProps });
      } else if (outcome.type === 'refused')
        notifications.show({
          color: 'red',
          title: texts.failed,
          message: outcome.why.slice(0, 400),
          autoClose: 9000,
          closeButtonProps,
        });
      else if (outcome.type === 'conflict') {
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
  // One for as long as the store lives: it holds what can be undone. What it says may change its language.
  const latestReport = useRef(report);
  latestReport.current = report;
  const queue = useMemo(
    () => new ActionQueue(store, (outcome) => latestReport.current(outcome), refresh),
    [store, refresh],
  );
  const actions = useMemo(() => new PlanningActions(store, zone, queue), [store, zone, queue]);
  useEffect(() => ignore(queue.own), [queue, ignore]);
  // The panels show what is selected as it is now.
  useEffect(() => store.listen(() => setVersion((version) => version + 1)), [store]);

  const bars = selected.flatMap((id): Bar[] => {
    const bar = store.bar(id);
    return bar ? [bar] : [];
  });

  /** The clipboard and nothing else, at the place and nowhere else. */
  const paste = (place: Insertion | undefined): void => {
    if (!clip) report({ type: 'nothingToPaste' });
    else if (!place) report({ type: 'noPlace' });
    else {
      void actions.paste({ ...place, at: snapped(zone, place.at) }, clip === 'cut');
      if (clip === 'cut') setClip(undefined);
    }
  };
  const plan = (tasks: readonly OpenTaskLine[], resourceNo: string, at: number): void =>
    void actions.plan(
      tasks.map((task) => ({ ...task, work: options.workOf(task) })),
      resourceNo,
      at,
    );
  const lockAll = (ids: readonly number[]): void => {
    const allLocked = ids.every((id) => store.bar(id)?.locked);
    void actions.lock(ids, !allLocked);
  };

  const run = (command: BoardCommand): void => {
    switch (command.type) {
      case 'move':
        void actions.move(command.moves, options.withContainers);
        break;
      case 'resize':
        void actions.resize(command.id, command.start, command.end);
        break;
      case 'plan': {
        const ids = new Set(command.work.map(({ id }) => id));
        plan(
          options.tasks.filter(({ id }) => ids.has(id)),
          command.resourceNo,
          command.at,
        );
        break;
      }
      case 'delete':
        void actions.remove(command.ids.filter((id) => !store.bar(id)?.locked));
        if (command.ids.some((id) => store.bar(id)?.locked)) report({ type: 'refused', why: texts.isLocked });
        break;
      case 'cut':
      case 'copy':
        actions.copy(command.ids);
        setClip(command.type);
        break;
      case 'paste':
        paste(command.place);
        break;
      case 'lock':
        lockAll(command.ids);
        break;
      case 'split':
        void actions.split(command.id, command.at);
        break;
      case 'undo':
        void queue.undo();
        break;
      case 'redo':
        void queue.redo();
        break;
      case 'details':
        options.onDetails();
        break;
      case 'edit':
        // An own action that is still on its way brings another version.
        void queue.settled().then(() => {
          const before = store.appointment(command.id);
          if (before) options.onEdit({ type: 'edit', before });
        });
        break;
      case 'new':
        options.onEdit({
          type: 'new',
          resourceNo: command.resourceNo,
          at: snapped(zone, command.at),
          task: options.tasks[0],
        });
        break;
      case 'refuse':
        report({ type: 'refused', why: texts.isLocked });
        break;
      case 'menu':
        options.onMenu(command);
        break;
      case 'day':
        options.onDay(command.date);
        break;
    }
  };

  return {
    queue,
    actions,
    bars,
    run,
    select: setSelected,
    store,
    canPaste: clip !== undefined,
    choose(choice: MenuChoice, place: MenuTarget): void {
      const ids = bars.map(({ id }) => id);
      switch (choice.type) {
        case 'today':
          options.onDay('');
          break;
        case 'day':
          options.onDay(dateOf(zone, place.at));
          break;
        case 'split':
          if (place.id !== undefined) void actions.split(place.id, snapped(zone, place.at));
          break;
        case 'paste':
          paste(place);
          break;
        case 'details':
        case 'history':
          options.onDetails();
          break;
        case 'findSlot':
          if (place.id !== undefined) options.onFindSlot(place.id);
          break;
        case 'edit':
          if (place.id !== undefined) run({ type: 'edit', id: place.id });
          return;
        case 'new':
          run({ type: 'new', resourceNo: place.resourceNo, at: place.at });
          return;
        case 'undo':
        case 'redo':
          run({ type: choice.type });
          break;
        case 'shift':
          void actions.move(shiftedBy(zone, bars, choice), options.withContainers);
          break;
        case 'category':
          void actions.setCategory(ids, choice.name);
          break;
        case 'timeMarker':
          void actions.setTimeMarker(ids, choice.name);
          break;
        case 'importance':
          void actions.setImportance(ids, choice.value);
          break;
        default:
          run({ type: choice.type, ids });
      }
      board?.focus();
    },
  };
}
