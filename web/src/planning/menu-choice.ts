import type { BoardCommand } from '../board/types.ts';

export type MenuTarget = Extract<BoardCommand, { type: 'menu' }>;

/** Entries of the menu that need no further value. */
export type PlainChoice =
  | ('details' | 'edit' | 'new' | 'findSlot' | 'day' | 'today')
  | ('cut' | 'copy' | 'paste' | 'split' | 'lock' | 'delete' | 'history' | 'undo' | 'redo');

export type MenuChoice =
  | { readonly type: PlainChoice }
  | { readonly type: 'shift'; readonly days: number; readonly months: number }
  | { readonly type: 'category'; readonly name: string }
  | { readonly type: 'timeMarker'; readonly name: string | null }
  | { readonly type: 'importance'; readonly value: 0 | 1 | 2 };
