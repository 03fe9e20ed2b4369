import { useEffect, useRef } from 'react';
import { Board } from '../board/board.ts';
import type { BoardCommand, BoardTexts, BoardView } from '../board/types.ts';
import { useMay } from '../session/may.ts';
import type { BoardStore } from './board-store.ts';
import type { BoardFilter } from './filter.ts';

interface Props {
  readonly store: BoardStore;
  readonly view: BoardView;
  readonly texts: BoardTexts;
  readonly filter: BoardFilter;
  readonly onCommand: (command: BoardCommand) => void;
  readonly onSelect: (ids: readonly number[]) => void;
  /** The board object, for calls outside React: dragging in, revealing, dimming. */
  readonly onBoard: (board: Board | undefined) => void;
}

/** The component around the board. The board gets its data directly from the store; React only sets the view. */
export function BoardPane({ store, view, texts, filter, onCommand, onSelect, onBoard }: Props) {
  const drag = useMay()('planning.drag');
  const parent = useRef<HTMLDivElement>(null);
  const board = useRef<Board>(undefined);
  const latest = useRef({ view, texts, filter, onCommand, onSelect });
  latest.current = { view, texts, filter, onCommand, onSelect };

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
      const { filter: wanted } = latest.current;
      const data = store.matching(wanted);
      // With a filter, a change can show or hide a bar.
      if (event.type === 'some' && wanted.category === '') made.update(data, event.before, event.after);
      else made.show(data, latest.current.view, latest.current.texts);
    });
    return () => {
      stop();
      onBoard(undefined);
      made.destroy();
    };
  }, [store, onBoard]);

  useEffect(() => board.current?.show(store.matching(filter), view, texts), [store, view, texts, filter]);

  return <div className="board-pane" ref={parent} {...drag} />;
}
