import type { Board } from '../board/board.ts';
import type { BoardCommand, BoardView } from '../board/types.ts';
import { useTexts } from '../i18n/language.ts';
import { BoardPane } from './board-pane.tsx';
import type { BoardFilter } from './filter.ts';
import type { BoardReads } from './use-board.ts';

interface Props {
  readonly reads: BoardReads;
  readonly view: BoardView;
  readonly filter: BoardFilter;
  onCommand(command: BoardCommand): void;
  onSelect(ids: readonly number[]): void;
  onBoard(board: Board | undefined): void;
}

/** The board, with the error above it when it could not be read. */
export function BoardFrame({ reads, view, filter, onCommand, onSelect, onBoard }: Props) {
  const texts = useTexts();
  const { store, isLoading, error, refresh } = reads;
  return (
    <div className="board-frame" aria-busy={isLoading}>
      {error !== undefined && (
        <div className="board-problem" role="alert">
          {error === 'offline' ? texts.offline : error}{' '}
          <button type="button" onClick={() => void refresh('all').catch(() => {})}>
            {texts.retry}
          </button>
        </div>
      )}
      <BoardPane
        store={store}
        view={view}
        texts={texts}
        filter={filter}
        onCommand={onCommand}
        onSelect={onSelect}
        onBoard={onBoard}
      />
    </div>
  );
}
