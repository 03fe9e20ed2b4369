import { timesText } from '../board/ghost-lines.ts';
import type { Difference } from './action-queue.ts';
import type { BoardStore } from './board-store.ts';

interface Shown {
  readonly store: BoardStore;
  readonly zone: string;
  readonly language: string;
  readonly labels: { readonly resources: string; readonly time: string; readonly none: string };
}

/** The changes by another user, one line each: "Resources: Anna → Ben". */
export function differenceLines({ resources, time }: Difference, { store, zone, language, labels }: Shown): string[] {
  const names = new Map(store.data.resources.map(({ no, name }) => [no, name.slice(0, 80)]));
  const staff = (numbers: readonly string[]): string =>
    numbers.map((no) => names.get(no) ?? no).join(', ') || labels.none;
  const shown = { language, zone };
  return [
    ...(resources ? [`${labels.resources}: ${staff(resources.before)} → ${staff(resources.after)}`] : []),
    ...(time ? [`${labels.time}: ${timesText(shown, time.before)} → ${timesText(shown, time.after)}`] : []),
  ];
}
