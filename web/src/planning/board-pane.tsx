import { useEffect, useRef } from 'react';
import { Board } from '../board/board.ts';
import '../board/board.css';
import type { BoardCommand, BoardTexts, BoardView } from '../board/types.ts';
import type { BoardStore } from './board-store.ts';

interface Props {
  readonly store: BoardStore;
  readonly view: BoardView;
  readonly texts: BoardTexts;
  readonly search: string;
  readonly onCommand: (command: BoardCommand) => void;
  readonly onSelect: (ids: readonly number[]) => void;
  /** The board itself, for what goes past React: dragging in, revealing, dimming. */
  readonly onBoard: (board: Board | undefined) => void;
}

/** The one component that holds the board. Data go to it directly; React only tells it how to look. */
export function BoardPane({ store, view, texts, search, onCommand, onSelect, onBoard }: Props) {
  const parent = useRef<HTMLDivElement>(null);
  const board = useRef<Board>(undefined);
  const latest = useRef({ view, texts, search, onCommand, onSelect });
  latest.current = { view, texts, search, onCommand, onSelect };

  useEffect(() => {
    if (!parent.current) return;
    const made = new Board(parent.current, latest.current.view, latest.current.texts, {
      now: () => Date.now(),
      command: (command) => latest.current.onCommand(command),
      selected: (ids) => latest.current.onSelect(ids),
    });
    board.current = made;
    onBoard(made);
    const stop = store.listen((event) => {
      const data = store.matching(latest.current.search);
      if (event.type === 'some') made.update(data, event.before, event.after);
      else made.show(data, latest.current.view, latest.current.texts);
    });
    return () => {
      stop();
      onBoard(undefined);
      made.destroy();
    };
  }, [store, onBoard]);

  useEffect(() => board.current?.show(store.matching(search), view, texts), [store, view, texts, search]);

  return <div className="board-pane" ref={parent} />;
}
