import { useEffect, useRef } from 'react';
import { Board } from '../board/board.ts';
import type { BoardCommand, BoardTexts, BoardView, OpenDay } from '../board/types.ts';
import { useMay } from '../session/may.ts';
import type { BoardStore } from './board-store.ts';
import type { BoardFilter } from './filter.ts';
import type { ResourceList } from './tables/use-resource-list.ts';

interface Props {
  readonly store: BoardStore;
  readonly view: BoardView;
  readonly texts: BoardTexts;
  readonly filter: BoardFilter;
  /** Columns, order and filter of the resources. */
  readonly list: ResourceList;
  readonly onCommand: (command: BoardCommand) => void;
  readonly onSelect: (ids: readonly number[], byKeys: boolean) => void;
  readonly onCollapse: (groups: readonly string[], isCollapsed: boolean) => void;
  readonly onOpenDay: (day: OpenDay) => void;
  /** The board object, for calls outside React: dragging in, revealing, dimming. */
  readonly onBoard: (board: Board | undefined) => void;
}

/** The component around the board. The board gets its data directly from the store; React only sets the view. */
export function BoardPane({
  store,
  view,
  texts,
  filter,
  list,
  onCommand,
  onSelect,
  onCollapse,
  onOpenDay,
  onBoard,
}: Props) {
  const drag = useMay()('planning.drag');
  const parent = useRef<HTMLDivElement>(null);
  const board = useRef<Board>(undefined);
  const latest = useRef({ view, texts, filter, list, onCommand, onSelect, onCollapse, onOpenDay });
  latest.current = { view, texts, filter, list, onCommand, onSelect, onCollapse, onOpenDay };
  const { arrange } = list;

  useEffect(() => {
    if (!parent.current) return;
    const made = new Board(parent.current, latest.current.view, latest.current.texts, {
      now: () => Date.now(),
      command: (command) => latest.current.onCommand(command),
      selected: (ids, byKeys) => latest.current.onSelect(ids, byKeys),
      openDay: (day) => latest.current.onOpenDay(day),
      collapse: (groups, isCollapsed) => latest.current.onCollapse(groups, isCollapsed),
      sortColumn: (name) => latest.current.list.sortColumn(name),
      resizeColumn: (name, width) => latest.current.list.resizeColumn(name, width),
    });
    board.current = made;
    onBoard(made);
    const stop = store.listen((event) => {
      const { filter: wanted } = latest.current;
      const data = latest.current.list.arrange(store.matching(wanted));
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

  useEffect(
    () => board.current?.show(arrange(store.matching(filter)), view, texts),
    [store, view, texts, filter, arrange],
  );

  return <div className="board-pane" ref={parent} {...drag} />;
}
