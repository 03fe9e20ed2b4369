/** A value stored in this browser; undefined when it is missing or invalid. */
export function readStored<T>(store: Storage, key: string, isFitting: (value: unknown) => value is T): T | undefined {
  try {
    const value: unknown = JSON.parse(store.getItem(key) ?? 'null');
    return isFitting(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function writeStored(store: Storage, key: string, value: unknown): void {
  if (value === undefined) store.removeItem(key);
  else store.setItem(key, JSON.stringify(value));
}
