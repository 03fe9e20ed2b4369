import { notifications } from '@mantine/notifications';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Board } from '../board/board.ts';
import { snapped } from '../board/hit-test.ts';
import type { Bar, BoardCommand, OpenWork } from '../board/types.ts';
import { useTexts } from '../i18n/language.ts';
import { dateOf } from '../time/zone.ts';
import { ActionQueue, type Outcome } from './action-queue.ts';
import { PlanningActions } from './actions.ts';
import type { Editing } from './appointment-dialog.tsx';
import type { MenuChoice, MenuPlace } from './bar-menu.tsx';
import type { OpenTaskLine } from './open-tasks.tsx';
import { shiftedBy } from './shifted.ts';
import { usePlanningTexts } from './texts.ts';
import type { BoardReads } from './use-board.ts';

interface Options {
  readonly reads: BoardReads;
  readonly zone: string;
  readonly withContainers: boolean;
  /** Open tasks that are selected: to paste them is to plan them. */
  readonly tasks: readonly OpenTaskLine[];
  readonly board: Board | undefined;
  workOf(task: OpenTaskLine): OpenWork;
  onMenu(place: MenuPlace): void;
  onEdit(editing: Editing): void;
  onDetails(): void;
  onFindSlot(id: number): void;
  onDay(date: string): void;
}

/** From what the board asks for to what is done. */
export function useCommands(options: Options) {
  const { reads, zone, board } = options;
  const { store, refresh, ignore } = reads;
  const texts = useTexts();
  const own = usePlanningTexts();
  const [selected, setSelected] = useState<readonly number[]>([]);
  const [clip, setClip] = useState<{ ids: readonly number[]; isCut: boolean }>();
  const [, setVersion] = useState(0);

  const tell = useCallback(
    (outcome: Outcome): void => {
      const closeButtonProps = { 'aria-label': texts.close };
      if (outcome.type === 'done')
        notifications.show({ message: texts[outcome.what], autoClose: 1500, color: 'dark', closeButtonProps });
      else if (outcome.type === 'nothingToUndo')
        notifications.show({ message: texts.nothingToUndo, autoClose: 2500, closeButtonProps });
      else
        notifications.show({
          color: outcome.type === 'conflict' ? 'orange' : 'red',
          title: outcome.type === 'conflict' ? texts.conflict : texts.failed,
          message:
            outcome.type !== 'conflict'
              ? outcome.why.slice(0, 400)
              : outcome.together
                ? own.othersChanged(outcome.who, outcome.what)
                : texts.changedBy(outcome.who),
          autoClose: 9000,
          closeButtonProps,
        });
    },
    [texts, own],
  );
  // One for as long as the store lives: it holds what can be undone. What it says may change its language.
  const said = useRef(tell);
  said.current = tell;
  const queue = useMemo(() => new ActionQueue(store, (outcome) => said.current(outcome), refresh), [store, refresh]);
  const actions = useMemo(() => new PlanningActions(store, zone, queue), [store, zone, queue]);
  useEffect(() => ignore(queue.own), [queue, ignore]);
  // The panels show what is selected as it is now.
  useEffect(() => store.listen(() => setVersion((version) => version + 1)), [store]);

  const bars = selected.flatMap((id): Bar[] => {
    const bar = store.bar(id);
    return bar ? [bar] : [];
  });

  const paste = (resourceNo: string, at: number): void => {
    const start = snapped(zone, at);
    if (options.tasks.length > 0) plan(options.tasks, resourceNo, start);
    else if (clip) {
      void actions.paste(clip.ids, resourceNo, start, clip.isCut);
      if (clip.isCut) setClip(undefined);
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
        if (command.ids.some((id) => store.bar(id)?.locked)) tell({ type: 'refused', why: texts.isLocked });
        break;
      case 'cut':
      case 'copy':
        setClip({ ids: command.ids, isCut: command.type === 'cut' });
        break;
      case 'paste':
        paste(command.resourceNo, command.at);
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
      case 'details':
        options.onDetails();
        break;
      case 'edit':
        options.onEdit({ type: 'edit', id: command.id });
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
        tell({ type: 'refused', why: texts.isLocked });
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
    canPaste: clip !== undefined || options.tasks.length > 0,
    choose(choice: MenuChoice, place: MenuPlace): void {
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
          paste(place.resourceNo, place.at);
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
          run({ type: 'undo' });
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
