import type { ShortcutTexts } from './texts.ts';

/** Keys of the browser and of elements, which no list of handlers has. */
export const NATIVE_KEYS: readonly string[] = ['ContextMenu', 'Shift+F10'];

/** Keys of the frame, which work on every page (see search-button.tsx). */
export const FRAME_KEYS: readonly string[] = ['Ctrl+K'];

interface Shortcut {
  /** As the lists of handlers name them. A test compares them. */
  readonly keys?: readonly string[];
  /** What the mouse does, as a name of its text. */
  readonly mouse?: keyof ShortcutTexts['gestures'];
  readonly does: keyof ShortcutTexts['actions'];
}

interface Section {
  readonly title: keyof ShortcutTexts['sections'];
  readonly shortcuts: readonly Shortcut[];
}

const arrows = (modifiers: string, ...names: readonly string[]): string[] =>
  names.map((name) => `${modifiers}Arrow${name}`);
const ALL = ['Left', 'Right', 'Up', 'Down'];

/** Everything that keys and the mouse do on the planning page. */
export const shortcuts: readonly Section[] = [
  {
    title: 'board',
    shortcuts: [
      { keys: arrows('', ...ALL), mouse: 'click', does: 'moveCursor' },
      { keys: arrows('Ctrl+', ...ALL), does: 'nextBar' },
      { keys: ['Home', 'End', 'PageUp', 'PageDown'], does: 'farther' },
      { keys: [...arrows('Shift+', ...ALL), 'Space'], mouse: 'ctrlClick', does: 'selectMore' },
      { mouse: 'shiftDrag', does: 'selectRectangle' },
      { keys: ['Escape'], does: 'clearSelection' },
    ],
  },
  {
    title: 'plan',
    shortcuts: [
      { keys: ['Enter'], mouse: 'dragTask', does: 'planTasks' },
      { keys: ['Insert'], mouse: 'doubleClickEmpty', does: 'newAppointment' },
      { mouse: 'dragEmpty', does: 'drawAppointment' },
      { keys: arrows('Alt+', ...ALL), mouse: 'dragBar', does: 'moveSelection' },
      { keys: arrows('Alt+Shift+', 'Left', 'Right'), mouse: 'dragEnd', does: 'resize' },
      { keys: ['F2'], does: 'edit' },
      { keys: ['Enter'], mouse: 'doubleClickBar', does: 'details' },
      { keys: ['Ctrl+X', 'Ctrl+C', 'Ctrl+V'], does: 'clipboard' },
      { keys: ['Delete'], does: 'delete' },
      { keys: ['Shift+F10', 'ContextMenu'], mouse: 'rightClick', does: 'menu' },
    ],
  },
  {
    title: 'list',
    shortcuts: [
      { keys: [...arrows('', 'Up', 'Down'), 'Home', 'End'], does: 'moveInList' },
      { keys: ['Space', 'Enter'], mouse: 'clickRow', does: 'selectRow' },
      { keys: ['Ctrl+Space'], mouse: 'ctrlClickRow', does: 'selectMoreRows' },
    ],
  },
  {
    title: 'page',
    shortcuts: [
      { keys: FRAME_KEYS, does: 'search' },
      { keys: ['F6'], does: 'switchPane' },
      { keys: ['Ctrl+Z'], does: 'undo' },
      { keys: ['Ctrl+Y', 'Ctrl+Shift+Z'], does: 'redo' },
      { keys: ['?'], does: 'showShortcuts' },
    ],
  },
];

const SIGNS: Readonly<Record<string, string>> = { ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑', ArrowDown: '↓' };

const isSign = (name: string): boolean => Object.values(SIGNS).includes(name);

/** Arrows stand side by side, names of keys apart. */
const joined = (names: readonly string[]): string =>
  names
    .map((name, i) => (i === 0 ? name : `${isSign(name) && isSign(names[i - 1] ?? '') ? ' ' : ' / '}${name}`))
    .join('');

/** Keys with the same modifiers share them: `Ctrl + ← → ↑ ↓`, `Ctrl + X / C / V`. */
export function keysText(keys: readonly string[], names: Readonly<Record<string, string>>): string {
  const nameOf = (part: string): string => SIGNS[part] ?? names[part] ?? part;
  const groups = new Map<string, string[]>();
  for (const key of keys) {
    const parts = key.split('+');
    const modifiers = parts.slice(0, -1).map(nameOf).join(' + ');
    groups.set(modifiers, [...(groups.get(modifiers) ?? []), nameOf(parts.at(-1) ?? '')]);
  }
  return [...groups]
    .map(([modifiers, last]) => [...(modifiers === '' ? [] : [modifiers]), joined(last)].join(' + '))
    .join(', ');
}
