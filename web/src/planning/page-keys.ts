import { useEffect, useRef } from 'react';
import { type Keymap, runKey } from '../board/keymap.ts';

/** What keys do wherever the focus is on the planning page. */
export interface PageKeyActions {
  undo(): void;
  redo(): void;
  paste(): void;
  switchPane(): void;
  showShortcuts(): void;
}

const always =
  (act: (actions: PageKeyActions) => void) =>
  (actions: PageKeyActions): boolean => {
    act(actions);
    return true;
  };

export const pageKeys: Keymap<PageKeyActions> = {
  'Ctrl+Z': always((actions) => actions.undo()),
  'Ctrl+Shift+Z': always((actions) => actions.redo()),
  'Ctrl+Y': always((actions) => actions.redo()),
  'Ctrl+V': always((actions) => actions.paste()),
  F6: always((actions) => actions.switchPane()),
  '?': always((actions) => actions.showShortcuts()),
};

/** Text fields have an undo and a clipboard of their own, and dialogs and menus have their own keys. */
const KEEPS_KEYS = 'input,textarea,select,[contenteditable=true],[role=dialog],[role=menu]';

/** Handles keys that no element has used. */
export function usePageKeys(actions: PageKeyActions): void {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { target } = event;
      if (event.defaultPrevented || (target instanceof Element && target.closest(KEEPS_KEYS))) return;
      if (runKey(pageKeys, event, latest.current)) event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}

/** Moves the focus between the board and the list below it. */
export function switchPane(page: HTMLElement | null, board: { enter(): void } | undefined): void {
  const rows = page?.querySelectorAll<HTMLElement>('.dock tbody tr[tabindex]') ?? [];
  const row = [...rows].find((each) => each.ariaSelected === 'true') ?? rows[0];
  const isOnBoard = document.activeElement?.closest('.board-pane') !== null;
  if (isOnBoard && row) row.focus();
  else board?.enter();
}
