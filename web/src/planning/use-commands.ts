import { notifications } from '@mantine/notifications';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Board } from '../board/board.ts';
import { snapped } from '../board/hit-test.ts';
import type { Bar, BoardCommand, OpenWork } from '../board/types.ts';
import { useTexts } from '../i18n/language.ts';
import { dateOf, instantOf, localOf } from '../time/zone.ts';
import { type Outcome, PlanningActions } from './actions.ts';
import type { MenuPlace } from './bar-menu.tsx';
import type { OpenTaskLine } from './open-tasks.tsx';
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
  onDetails(): void;
  onDay(date: string): void;
}

const DAY = 86_400_000;

/** From what the board asks for to what is done. */
export function useCommands(options: Options) {
  const { reads, zone, board } = options;
  const { store, refresh, ignore } = reads;
  const texts = useTexts();
  const [selected, setSelected] = useState<readonly number[]>([]);
  const [clip, setClip] = useState<{ ids: readonly number[]; isCut: boolean }>();
  const [, setVersion] = useState(0);

  const tell = useCallback(
    (outcome: Outcome): void => {
      if (outcome.type === 'done') notifications.show({ message: texts[outcome.what], autoClose: 1500, color: 'dark' });
      else if (outcome.type === 'nothingToUndo') notifications.show({ message: texts.nothingToUndo, autoClose: 2500 });
      else
        notifications.show({
          color: outcome.type === 'conflict' ? 'orange' : 'red',
          title: outcome.type === 'conflict' ? texts.conflict : texts.failed,
          message: outcome.type === 'conflict' ? texts.changedBy(outcome.who) : outcome.why.slice(0, 400),
          autoClose: 9000,
        });
    },
    [texts],
  );
  // One for as long as the store lives: it holds what can be undone. What it says may change its language.
  const said = useRef(tell);
  said.current = tell;
  const actions = useMemo(
    () => new PlanningActions(store, zone, (outcome) => said.current(outcome), refresh),
    [store, zone, refresh],
  );
  useEffect(() => ignore(actions.own), [actions, ignore]);
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
        void actions.undo();
        break;
      case 'details':
        options.onDetails();
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
    actions,
    bars,
    run,
    select: setSelected,
    categories: store.categories,
    violations: store.violations,
    canPaste: clip !== undefined || options.tasks.length > 0,
    /** By whole days on the wall clock. */
    shift(days: number): void {
      const by = (instant: number): number => instantOf(zone, localOf(zone, instant) + days * DAY);
      const moves = bars.map((bar) => ({
        id: bar.id,
        start: by(bar.start),
        end: by(bar.start) + (bar.end - bar.start),
        from: bar.resources[0] ?? '',
        to: bar.resources[0] ?? '',
      }));
      void actions.move(moves, options.withContainers);
    },
    choose(
      choice: 'details' | 'day' | 'cut' | 'copy' | 'paste' | 'split' | 'lock' | 'delete' | 'undo',
      place: MenuPlace,
    ): void {
      const ids = bars.map(({ id }) => id);
      if (choice === 'day') options.onDay(dateOf(zone, place.at));
      else if (choice === 'split' && place.id !== undefined) void actions.split(place.id, snapped(zone, place.at));
      else if (choice === 'paste') paste(place.resourceNo, place.at);
      else if (choice === 'details') options.onDetails();
      else if (choice === 'undo') run({ type: 'undo' });
      else if (choice !== 'split') run({ type: choice, ids });
      board?.focus();
    },
  };
}
