import type { KeyboardEvent } from 'react';
import { type Keymap, runKey } from '../board/keymap.ts';

interface RowFocus {
  readonly rows: readonly HTMLElement[];
  /** The row with the focus, or -1. */
  readonly at: number;
}

const focusRow =
  (target: (focus: RowFocus) => number) =>
  (focus: RowFocus): boolean => {
    const row = focus.rows[Math.min(focus.rows.length - 1, Math.max(0, target(focus)))];
    row?.focus();
    return row !== undefined;
  };

/** Keys that move the focus in a list of the dock. The rows themselves select with Space and Enter. */
export const rowKeys: Keymap<RowFocus> = {
  ArrowDown: focusRow(({ at }) => at + 1),
  ArrowUp: focusRow(({ at }) => at - 1),
  Home: focusRow(() => 0),
  End: focusRow(({ rows }) => rows.length - 1),
};

/** Keys of the rows themselves (see rows-table.tsx). */
export const ROW_KEYS_OF_ROWS: readonly string[] = ['Space', 'Enter', 'Ctrl+Space'];

/** Moves the focus between the rows of a list, but not from its filter fields. */
export function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  const target = event.target as HTMLElement;
  if (target.closest('input,button,select')) return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('tbody tr[tabindex]')];
  const at = rows.findIndex((row) => row.contains(target));
  if (runKey(rowKeys, event.nativeEvent, { rows, at })) event.preventDefault();
}
