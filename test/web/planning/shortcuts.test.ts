import { expect, test } from 'vitest';
import { chordOf } from '../../../web/src/board/keymap.ts';
import { boardKeys } from '../../../web/src/board/keys.ts';
import { pageKeys } from '../../../web/src/planning/page-keys.ts';
import { ROW_KEYS_OF_ROWS, rowKeys } from '../../../web/src/planning/row-keys.ts';
import { FRAME_KEYS, keysText, NATIVE_KEYS, shortcuts } from '../../../web/src/planning/shortcuts/shortcuts.ts';

const listed = (...titles: string[]): string[] => [
  ...new Set(
    shortcuts
      .filter(({ title }) => titles.includes(title))
      .flatMap((section) => section.shortcuts.flatMap(({ keys = [] }) => keys)),
  ),
];

test('the sheet of shortcuts lists every key that has a handler, and no other', () => {
  const handled = [...Object.keys(boardKeys), ...NATIVE_KEYS];
  expect(listed('board', 'plan').toSorted()).toEqual(handled.toSorted());
  expect(listed('list').toSorted()).toEqual([...Object.keys(rowKeys), ...ROW_KEYS_OF_ROWS].toSorted());
  // The page pastes at the cell of the board, which is listed with the board.
  const ofPage = Object.keys(pageKeys).filter((key) => key !== 'Ctrl+V');
  expect(listed('page').toSorted()).toEqual([...FRAME_KEYS, ...ofPage].toSorted());
});

test.each([
  ['z', { ctrlKey: true }, 'Ctrl+Z'],
  ['Z', { metaKey: true, shiftKey: true }, 'Ctrl+Shift+Z'],
  ['?', { shiftKey: true }, '?'],
  [' ', { ctrlKey: true }, 'Ctrl+Space'],
  ['ArrowLeft', { altKey: true, shiftKey: true }, 'Alt+Shift+ArrowLeft'],
])('%s with %o is %s', (key, held, name) => {
  const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
  expect(chordOf({ key, ...none, ...held })).toBe(name);
});

test('keys with the same modifiers share them, and are named in the language', () => {
  expect(keysText(['Ctrl+X', 'Ctrl+C', 'Delete'], { Delete: 'Entf' })).toBe('Ctrl + X / C, Entf');
  expect(keysText(['Ctrl+ArrowLeft', 'Ctrl+ArrowRight', 'F6'], { Ctrl: 'Strg' })).toBe('Strg + ← →, F6');
});
