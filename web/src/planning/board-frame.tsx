import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useMemo, useRef, useState } from 'react';
import type { Board } from '../board/board.ts';
import type { BoardCommand, BoardView, OpenDay } from '../board/types.ts';
import { useTexts } from '../i18n/language.ts';
import { ListState } from '../kit/list-state.tsx';
import { useErrorMessage } from '../messages/error-message.ts';
import { mayOpen } from '../session/may.ts';
import { useSession } from '../session/session.ts';
import { BoardPane } from './board-pane.tsx';
import type { BoardFilter } from './filter.ts';
import { usePlanningStateTexts } from './state-texts.ts';
import { useResourceList } from './tables/use-resource-list.ts';
import type { BoardReads } from './use-board.ts';
import { useBoardState } from './use-board-state.ts';

const PrintLegend = lazy(() => import('./print/print-legend.tsx').then((file) => ({ default: file.PrintLegend })));
const DayList = lazy(() => import('./bars/day-list.tsx').then((file) => ({ default: file.DayList })));

interface Props {
  readonly reads: BoardReads;
  readonly view: BoardView;
  readonly filter: BoardFilter;
  onCommand(command: BoardCommand): void;
  onSelect(ids: readonly number[], byKeys: boolean): void;
  onCollapse(groups: readonly string[], isCollapsed: boolean): void;
  onBoard(board: Board | undefined): void;
  onClearFilters(): void;
}

/** The board. Above it the error when it could not be read again; over it the reason when it has no rows. */
export function BoardFrame({ reads, view, filter, onCommand, onSelect, onCollapse, onBoard, onClearFilters }: Props) {
  const texts = useTexts();
  const states = usePlanningStateTexts();
  // The label of the board names no keys that would be refused.
  const boardTexts = useMemo(
    () => (view.readOnly ? { ...texts, boardLabel: states.readOnlyBoard } : texts),
    [view.readOnly, texts, states],
  );
  const messageOf = useErrorMessage();
  const session = useSession();
  const { store, isLoading, error, retry } = reads;
  const list = useResourceList(view);
  const state = useBoardState(store, filter, list);
  const board = useRef<Board>(undefined);
  const [day, setDay] = useState<OpenDay>();
  const closeDay = (): void => {
    setDay(undefined);
    board.current?.focus();
  };
  const keep = useCallback(
    (made: Board | undefined): void => {
      board.current = made;
      onBoard(made);
    },
    [onBoard],
  );
  return (
    <div className="board-frame" aria-busy={isLoading}>
      {error !== undefined && state !== 'empty' && (
        <div className="board-problem" role="alert">
          {messageOf(error)}{' '}
          <button type="button" onClick={retry}>
            {texts.retry}
          </button>
        </div>
      )}
      <BoardPane
        store={store}
        view={list.view}
        list={list}
        texts={boardTexts}
        filter={filter}
        onCommand={onCommand}
        onSelect={onSelect}
        onCollapse={onCollapse}
        onOpenDay={setDay}
        onBoard={keep}
      />
      {state !== 'rows' && (
        <div className="board-state">
          <ListState
            isLoading={isLoading}
            error={state === 'empty' ? error : undefined}
            isFiltered={state === 'filtered'}
            empty={states.noResources}
            hint={
              <>
                {states.resourcesHint} {mayOpen(session, 'welcome') && <Link to="/welcome">{states.welcome}</Link>}
              </>
            }
            onRetry={retry}
            onClear={() => {
              list.clearFilter();
              onClearFilters();
            }}
          />
        </div>
      )}
      <Suspense>
        <PrintLegend store={store} />
      </Suspense>
      {day && (
        <Suspense>
          <DayList
            {...{ store, zone: view.zone, day }}
            onBar={(id) => {
              closeDay();
              onSelect([id], false);
              onCommand({ type: 'details', id });
            }}
            onDay={(date) => {
              closeDay();
              onCommand({ type: 'day', date });
            }}
            onClose={closeDay}
          />
        </Suspense>
      )}
    </div>
  );
}
