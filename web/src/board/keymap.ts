/** The name of a key with its modifiers, as the lists of keys write it: `Ctrl+Shift+Z`, `Alt+ArrowLeft`, `?`. */
export function chordOf(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>): string {
  const { key } = event;
  const isLetter = /^[a-z]$/i.test(key);
  const name = key === ' ' ? 'Space' : isLetter ? key.toUpperCase() : key;
  // A character such as ? already contains its Shift.
  const shift = event.shiftKey && (isLetter || key.length > 1 || key === ' ');
  return [
    ...(event.ctrlKey || event.metaKey ? ['Ctrl'] : []),
    ...(event.altKey ? ['Alt'] : []),
    ...(shift ? ['Shift'] : []),
    name,
  ].join('+');
}

/** What each key does. A handler returns true when it used the key. */
export type Keymap<Context> = Readonly<Record<string, (context: Context) => boolean>>;

/** Runs the handler of a key. Returns true when the key was used. */
export const runKey = <Context>(keymap: Keymap<Context>, event: KeyboardEvent, context: Context): boolean =>
  Object.hasOwn(keymap, chordOf(event)) && keymap[chordOf(event)]?.(context) === true;
