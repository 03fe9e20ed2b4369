import { useSyncExternalStore } from 'react';

/** The text in the search field of the open tasks: the search of the page fills it in too. */
let text = '';
const listeners = new Set<() => void>();

export function searchTasks(wanted: string): void {
  text = wanted;
  for (const listener of listeners) listener();
}

const listen = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useTaskSearch = (): [string, (wanted: string) => void] => [
  useSyncExternalStore(listen, () => text),
  searchTasks,
];
